import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../cases.js';
import type { Fault } from '../simulated/faulty.js';
import type { Oddities } from '../simulated/oddities.js';
import { Play } from './writers-play.js';
import { KINDS, type Turn } from './writers-turn.js';

const oddities: fc.Arbitrary<Oddities> = fc.constantFrom(
  {},
  {},
  { sortedByStart: true, lastSecondEnds: true },
  { newFirst: true, emptyText: true, staleReads: true },
  { reordered: true, rulesRewritten: true, skipsMissing: true },
  { frozenStamps: true },
  { noStamps: true, newFirst: true },
);

const fault: fc.Arbitrary<Fault> = fc.record({
  script: fc.integer({ min: 1, max: 7 }),
  kind: fc.constantFrom('not run', 'not answered', 'cut off', 'silent', 'refused', 'gone'),
});

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record(
    {
      kind: fc.constantFrom(...KINDS),
      n: fc.nat({ max: 9 }),
      calendar: fc.constantFrom(0, 1),
      process: fc.constantFrom(0, 1, 2),
      fault,
    },
    { requiredKeys: ['kind', 'n', 'calendar', 'process'] },
  ),
  { minLength: 4, maxLength: 16 },
);

it('whoever writes: answers are what Calendar tells, and failures say what became of them', async () => {
  const counts = { reads: 0, written: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(oddities, fc.constantFrom('UTC', 'Europe/Berlin'), turns, async (kind, zone, todo) => {
      const play = await Play.begin(kind, zone);
      try {
        for (const turn of todo) await play.turn(turn);
        await play.end();
      } finally {
        await play.close();
      }
      for (const name of ['reads', 'written', 'refused'] as const) counts[name] += play[name];
    }),
    { numRuns: runs(25) },
  );
  expect(counts.reads).toBeGreaterThan(150);
  expect(counts.written).toBeGreaterThan(15);
  expect(counts.refused).toBeGreaterThan(5);
}, 120_000);
