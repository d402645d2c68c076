import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY, dayOfWall, HOUR, isoWeekday, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import { freeSlots, type SlotRequest } from '../../src/analysis/time/free-slots.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { busyIntervals } from '../../src/rows/busy-intervals.js';
import { runs } from '../cases.js';

/** Days around which the clocks change: both ways, by half an hour, and a day that was left out. */
const PLACES = (
  [
    ['Europe/Berlin', '2026-10-24'],
    ['Europe/Berlin', '2026-03-28'],
    ['America/New_York', '2026-10-31'],
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Asia/Kathmandu', '2026-11-23'],
    ['Pacific/Apia', '2011-12-29'],
  ] as const
).map(([id, day]) => {
  const zone = zoneOf(id);
  if (zone === undefined) throw new Error(`no zone ${id}`);
  return { zone, from: zone.toInstant(Date.parse(`${day}T00:00:00Z`)) };
});

const minutes = (min: number, max: number) => fc.integer({ min, max });
const requests = fc
  .record({
    place: fc.constantFrom(...PLACES),
    opens: minutes(0, 20 * 60),
    length: minutes(30, 24 * 60),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 3 }),
    skipped: minutes(0, 36 * 60),
    width: minutes(1, 96 * 60),
    busy: fc.array(fc.record({ at: minutes(-600, 96 * 60), length: minutes(1, 30 * 60) }), { maxLength: 12 }),
    durationMinutes: minutes(1, 180),
    bufferMinutes: fc.constantFrom(0, 0, 5, 15, 90),
  })
  .map(({ place, opens, length, days, skipped, width, busy, ...asked }): SlotRequest => {
    const from = place.from + skipped * MINUTE;
    const taken = busy.map(({ at, length: long }) => {
      const start = place.from + at * MINUTE;
      return { from: start, to: start + long * MINUTE };
    });
    const wide = { from: place.from - 5 * DAY, to: place.from + 9 * DAY };
    return {
      ...asked,
      viewer: place.zone,
      range: { from, to: from + width * MINUTE },
      busy: busyIntervals([], wide, taken).map(({ start, end }) => ({ from: start, to: end })),
      workingHours: { start: opens, end: Math.min(opens + length, 24 * 60), days },
    };
  });

/** Minute by minute: whether nothing is in the way, and somebody works. */
function isFree({ viewer, range, busy, workingHours, bufferMinutes }: SlotRequest, at: number): boolean {
  const wall = viewer.toWall(at);
  const day = dayOfWall(wall);
  const opens = viewer.toInstant(day * DAY + workingHours.start * MINUTE);
  const closes = viewer.toInstant(day * DAY + workingHours.end * MINUTE);
  const buffer = bufferMinutes * MINUTE;
  return (
    at >= range.from &&
    at < range.to &&
    workingHours.days.includes(isoWeekday(day)) &&
    at >= opens &&
    at < closes &&
    !busy.some(({ from, to }) => at >= from - buffer && at < to + buffer)
  );
}

it('free slots are what a walk over every minute finds', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { viewer, range, durationMinutes } = request;
      const expected: { from: number; to: number }[] = [];
      let begin: number | undefined;
      for (let at = range.from; at <= range.to; at += MINUTE) {
        const isOpen = isFree(request, at);
        // Midnight ends a working day, also where the next one begins with it.
        const isNewDay =
          begin !== undefined && dayOfWall(viewer.toWall(at)) !== dayOfWall(viewer.toWall(begin));
        if (begin !== undefined && (!isOpen || isNewDay)) {
          let from = begin;
          while (timeOfWall(viewer.toWall(from)) % (15 * MINUTE) !== 0) from += MINUTE;
          if (at - from >= durationMinutes * MINUTE) expected.push({ from, to: at });
          begin = undefined;
        }
        if (isOpen) begin ??= at;
      }
      expect([...freeSlots(request)]).toEqual(expected);
    }),
    { numRuns: runs(300) },
  );
});

it('looks at each busy time once, and no further than it is asked', () => {
  let looked = 0;
  const times = Array.from({ length: 10_000 }, (_, n) => ({ from: n * DAY, to: n * DAY + HOUR }));
  const busy = new Proxy(times, {
    get(target, key) {
      looked++;
      return Reflect.get(target, key);
    },
  });
  const utc = zoneOf('UTC');
  if (utc === undefined) throw new Error('no zone');
  const request = {
    range: { from: 0, to: 10_000 * DAY },
    busy,
    workingHours: { start: 0, end: 1440, days: [1, 2, 3, 4, 5, 6, 7] },
    durationMinutes: 30,
    bufferMinutes: 0,
    viewer: utc,
  };
  expect(freeSlots(request).next().value).toEqual({ from: HOUR, to: DAY });
  expect(looked).toBeLessThan(10);
  expect([...freeSlots(request)]).toHaveLength(10_000);
  expect(looked).toBeLessThan(50_000);
});
