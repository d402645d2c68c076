import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorkingHours } from '../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, HOUR, isoWeekday, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { freeSlots, type SlotRequest } from '../../src/analysis/time/free-slots.js';
import { workingTimes } from '../../src/analysis/time/working-times.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { mergeTimes } from '../../src/rows/busy-intervals.js';
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
/** Some end after midnight, some are on other clocks. */
const workingHours = fc
  .record({
    start: minutes(0, 1439),
    length: minutes(30, 24 * 60),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 2 }),
    place: fc.option(fc.constantFrom(...PLACES.slice(0, 5)), { nil: undefined, freq: 2 }),
  })
  .map(
    ({ start, length, days, place }): WorkingHours => ({
      start,
      end: start + length,
      days,
      ...(place !== undefined && { zone: place.zone }),
    }),
  );

interface Request extends Omit<SlotRequest, 'open'> {
  readonly range: Range;
  readonly hours: readonly WorkingHours[];
}

const requests = fc
  .record({
    place: fc.constantFrom(...PLACES),
    hours: fc.array(workingHours, { minLength: 1, maxLength: 3 }),
    skipped: minutes(0, 36 * 60),
    width: minutes(1, 96 * 60),
    busy: fc.array(fc.record({ at: minutes(-600, 96 * 60), length: minutes(1, 30 * 60) }), { maxLength: 12 }),
    durationMinutes: minutes(1, 180),
    bufferMinutes: fc.constantFrom(0, 0, 5, 15, 90),
  })
  .map(({ place, skipped, width, busy, ...asked }): Request => {
    const from = place.from + skipped * MINUTE;
    const taken = busy.map(({ at, length: long }) => {
      const start = place.from + at * MINUTE;
      return { from: start, to: start + long * MINUTE };
    });
    return {
      ...asked,
      viewer: place.zone,
      range: { from, to: from + width * MINUTE },
      busy: mergeTimes(taken, ALL_TIME),
    };
  });

/** Whether somebody works in a minute: hours that began on its day, or on the day before and go on after midnight. */
function isOpen(hours: readonly WorkingHours[], at: number, viewer: Zone): boolean {
  return hours.some(({ start, end, days, zone = viewer }) => {
    const today = dayOfWall(zone.toWall(at));
    return [today, today - 1, today - 2].some((day) => {
      const isReal = dayOfWall(zone.toWall(zone.toInstant(day * DAY + DAY / 2))) === day;
      const [opens, closes] = [start, end].map((minute) => zone.toInstant(day * DAY + minute * MINUTE));
      return isReal && days.includes(isoWeekday(day)) && at >= (opens ?? 0) && at < (closes ?? 0);
    });
  });
}

/** Minute by minute: whether nothing is in the way, and somebody works. */
function isFree({ viewer, range, busy, hours, bufferMinutes }: Request, at: number): boolean {
  const buffer = bufferMinutes * MINUTE;
  return (
    at >= range.from &&
    at < range.to &&
    isOpen(hours, at, viewer) &&
    !busy.some(({ from, to }) => at >= from - buffer && at < to + buffer)
  );
}

it('free slots are what a walk over every minute finds', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { viewer, range, durationMinutes, hours } = request;
      const expected: { from: number; to: number }[] = [];
      let begin: number | undefined;
      for (let at = range.from; at <= range.to; at += MINUTE) {
        const isOpen = isFree(request, at);
        if (begin !== undefined && !isOpen) {
          let from = begin;
          while (timeOfWall(viewer.toWall(from)) % (15 * MINUTE) !== 0) from += MINUTE;
          if (at - from >= durationMinutes * MINUTE) expected.push({ from, to: at });
          begin = undefined;
        }
        if (isOpen) begin ??= at;
      }
      const open = mergeTimes(workingTimes(hours, range, viewer), range);
      expect([...freeSlots({ ...request, open })]).toEqual(expected);
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
    open: [{ from: 0, to: 10_000 * DAY }],
    busy,
    durationMinutes: 30,
    bufferMinutes: 0,
    viewer: utc,
  };
  expect(freeSlots(request).next().value).toEqual({ from: HOUR, to: DAY });
  expect(looked).toBeLessThan(10);
  expect([...freeSlots(request)]).toHaveLength(10_000);
  expect(looked).toBeLessThan(50_000);
});
