import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../cases.js';
import { type PrintedSpan, serviceFor, spanOf, textAt } from './grid-service.js';
import { Grid, localOf, type Span } from './minutes.js';
import { type GridEvent, isTaking, isUncertain, PLACES, randomEvents, timesOf } from './random-calendar.js';
import { type GridHours, hoursAround, randomHours } from './random-hours.js';

const HOUR = 60;
const cases = fc
  .constantFrom(...PLACES)
  .chain(({ zone, day }) =>
    fc.record({
      zone: fc.constant(zone),
      day: fc.constant(day),
      events: randomEvents(day),
      hours: randomHours,
      /** Minutes since the midnight before the day. */
      now: fc.integer({ min: -12 * HOUR, max: 30 * HOUR }),
      from: fc.integer({ min: 0, max: 48 * HOUR }),
      width: fc.integer({ min: 1, max: 72 * HOUR }),
      durationMinutes: fc.constantFrom<number>(1, 15, 30, 60, 90, 240),
      bufferMinutes: fc.constantFrom<number>(0, 0, 5, 15, 90),
      noticeMinutes: fc.constantFrom<number>(0, 0, 30, 1440),
      allDay: fc.constantFrom(true, true, false),
      tentative: fc.constantFrom(true, true, false),
    }),
  )
  .map(({ now, from, width, ...rest }) => {
    const midnight = Date.parse(`${rest.day}T00:00Z`) / 60_000;
    return { ...rest, now: midnight + now, range: { from: midnight + from, to: midnight + from + width } };
  });
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** The expected slots from the grid: working minutes without a conflict, also within the buffer. */
function expectedSlots(one: Case): readonly Span[] {
  const { zone, day, events, hours, bufferMinutes, durationMinutes } = one;
  const range = { from: Math.max(one.range.from, one.now + one.noticeMinutes), to: one.range.to };
  if (range.from >= range.to) return [];
  const grid = new Grid(range, () => ({ isOpen: false, isTaken: false }));
  for (const span of hoursAround(day, hours, zone)) grid.mark(span, (cell) => ({ ...cell, isOpen: true }));
  const isObstacle = (event: GridEvent): boolean =>
    isTaking(event) && (one.allDay || !event.allDay) && (one.tentative || !isUncertain(event));
  for (const { from, to } of events.filter(isObstacle).flatMap((event) => timesOf(event, zone))) {
    // A zero-length event blocks nothing.
    if (to > from)
      grid.mark({ from: from - bufferMinutes, to: to + bufferMinutes }, (cell) => ({
        ...cell,
        isTaken: true,
      }));
  }
  return grid
    .runs(({ isOpen, isTaken }) => isOpen && !isTaken)
    .map(({ from, to }) => ({ from: from + ((15 - (localOf(from, zone).minute % 15)) % 15), to }))
    .filter(({ from, to }) => to - from >= durationMinutes);
}

const asked = ({ range, hours, durationMinutes, bufferMinutes, noticeMinutes, ...rest }: Case) => ({
  type: 'availability',
  scope: { when: { after: textAt(range.from), before: textAt(range.to) } },
  params: {
    ...{ durationMinutes, bufferMinutes, noticeMinutes, allDay: rest.allDay, tentative: rest.tentative },
    workingHours: hours.length === 1 ? (hours[0] as GridHours) : hours,
    limit: 500,
  },
});

describe('free slots', () => {
  it('are what the minutes of a calendar say', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { data } = await serviceFor(one).analyze(asked(one));
        expect((data.slots as readonly PrintedSpan[]).map(spanOf)).toEqual(expectedSlots(one));
        expect(data.total).toBe(expectedSlots(one).length);
      }),
      { numRuns: runs(80) },
    );
  });

  it('go into a new event as they stand, and nothing is free afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { analyze, write } = serviceFor(one);
        const question = { ...one, allDay: true, tentative: true, bufferMinutes: 0 };
        const { slots } = (await analyze(asked(question))).data;
        for (const { start, end } of slots as readonly PrintedSpan[]) {
          const data = { title: 'New', start, end };
          const { event } = (await write({ operation: 'create', data, allowConflicts: false })).data;
          expect(spanOf(event as PrintedSpan)).toEqual(spanOf({ start, end }));
        }
        expect((await analyze(asked(question))).data).toMatchObject({ slots: [], total: 0 });
      }),
      { numRuns: runs(20) },
    );
  });
});
