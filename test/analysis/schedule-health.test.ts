import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../compilers/time/civil.js';
import { longestRun } from '../../src/analysis/time/longest-run.js';
import { runs } from '../cases.js';
import { analysed, appointment } from './analysed.js';

/** Monday 23 November 2026 in Berlin, its hours as instants. */
const MONDAY = Date.UTC(2026, 10, 22, 23);

const days = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 6 }),
    at: fc.integer({ min: 6 * 12, max: 19 * 12 }),
    length: fc.integer({ min: 1, max: 40 }),
    isMeeting: fc.boolean(),
  }),
  { maxLength: 25 },
);

it('figures of a week are what a walk over every five minutes counts', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (events) => {
      const rows = events.map(({ day, at, length, isMeeting }, n) => {
        const start = MONDAY + day * DAY + at * 5 * MINUTE;
        return appointment(`e${n}`, start, start + length * 5 * MINUTE, isMeeting ? ['ana@example.org'] : []);
      });
      const data = await analysed({ type: 'schedule_health', scope: { when: 'this week' } }, rows);
      let [busy, focus, blocks, free] = [0, 0, 0, 0];
      for (let day = 0; day < 5; day++) {
        let piece = 0;
        const close = () => {
          if (piece >= 24) {
            focus += piece;
            blocks++;
          }
          piece = 0;
        };
        for (let at = 9 * 12; at < 17 * 12; at++) {
          const instant = MONDAY + day * DAY + at * 5 * MINUTE;
          if (rows.some(({ start, end }) => start <= instant && instant < end)) {
            busy++;
            close();
          } else {
            free++;
            piece++;
          }
        }
        close();
      }
      const hours = (steps: number) => expect.closeTo((steps * 5 * MINUTE) / HOUR, 1);
      expect(data).toMatchObject({
        workingDays: 5,
        workingHours: 40,
        busyHours: hours(busy),
        focusHours: hours(focus),
        focusBlocks: blocks,
        meetings: events.filter(({ isMeeting }) => isMeeting).length,
      });
      if (free > 0) expect(data.fragmentation).toBeCloseTo(1 - focus / free, 1);
    }),
    { numRuns: runs(60) },
  );
});

it('names days without a break, meetings outside the working hours, and days off', async () => {
  const at = (day: number, hour: number) => MONDAY + day * DAY + hour * HOUR;
  const meeting = (id: string, day: number, from: number, to: number) =>
    appointment(id, at(day, from), at(day, to), ['ana@example.org']);
  const data = await analysed(
    { type: 'schedule_health', scope: { when: 'this week' }, params: { evidence: true } },
    [
      // Four hours with twenty minutes between them, and four hours with half an hour.
      ...[meeting('a', 0, 9, 11), meeting('b', 0, 11 + 1 / 3, 13 + 1 / 3)],
      ...[meeting('c', 1, 9, 11), meeting('d', 1, 11.5, 13.5)],
      ...[meeting('early', 2, 8.5, 9.5), meeting('late', 2, 16.5, 17.5), meeting('sunday', 6, 12, 13)],
      { ...appointment('leave', at(3, 0), at(4, 0)), allDay: true },
    ],
  );
  expect(data).toMatchObject({
    workingDays: 4,
    daysOff: 1,
    daysWithoutBreak: ['2026-11-23'],
    early: { meetings: 1, evidence: ['early'] },
    late: { meetings: 1, evidence: ['late'] },
    onFreeDays: { meetings: 1, evidence: ['sunday'] },
  });
});

it('back to back is at most five minutes apart', () => {
  const minute = (at: number, to: number) => appointment(String(at), at * MINUTE, to * MINUTE);
  const rows = [
    minute(0, 30),
    minute(35, 60),
    minute(40, 50),
    minute(66, 70),
    minute(75, 80),
    minute(200, 210),
  ];
  const { runs: count, longest, from, to } = longestRun(rows);
  expect([count, longest.length, from / MINUTE, to / MINUTE]).toEqual([2, 3, 0, 60]);
});
