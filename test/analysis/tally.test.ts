import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../compilers/time/civil.js';
import { Tally } from '../../src/analysis/time/tally.js';
import { runs } from '../cases.js';

const RANGE = { from: 0, to: 600 * MINUTE };

const spans = fc
  .array(fc.record({ at: fc.integer({ min: -100, max: 650 }), length: fc.integer({ min: 0, max: 200 }) }), {
    maxLength: 12,
  })
  .map((all) => all.sort((a, b) => a.at - b.at));

it('hours are what a walk over every minute counts, and those that several events take', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const tally = new Tally(RANGE);
      for (const [n, { at, length }] of all.entries())
        tally.add({ id: String(n), start: at * MINUTE, end: (at + length) * MINUTE });
      let [once, twice] = [0, 0];
      for (let minute = 0; minute < 600; minute++) {
        const takes = all.filter(({ at, length }) => at <= minute && minute < at + length).length;
        if (takes > 0) once++;
        if (takes > 1) twice++;
      }
      expect([tally.taken / MINUTE, tally.overlapMinutes]).toEqual([once, twice]);
      expect(tally.hours).toBeCloseTo((once * MINUTE) / HOUR, 1);
      expect(tally.events).toBe(all.length);
    }),
    { numRuns: runs(300) },
  );
});

it('names a few ids, where they are asked for', () => {
  const tally = new Tally(RANGE);
  for (let n = 0; n < 9; n++) tally.add({ id: String(n), start: n * MINUTE, end: (n + 1) * MINUTE });
  expect(tally.evidence(true)).toEqual({ evidence: ['0', '1', '2', '3', '4'] });
  expect(tally.evidence(undefined)).toEqual({});
});
