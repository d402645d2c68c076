// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../cases.js';
import { serviceFor, textAt } from './grid-service.js';
import { Grid, localOf, type Minute, minuteOf, type Span } from './minutes.js';
import { type GridTime, isGivingWay, isTaking, PLACES, randomEvents, timesOf } from './random-calendar.js';

const HOUR = 60;
const casesOf = (crowded: fc.Arbitrary<boolean>) =>
  fc
    .tuple(fc.constantFrom(...PLACES), crowded)
    .chain(([{ zone, day }, byDay]) =>
      fc.record({
        zone: fc.constant(zone),
        day: fc.constant(day),
        events: randomEvents(day, byDay),
        now: fc.integer({ min: -12 * HOUR, max: 30 * HOUR }),
        from: fc.integer({ min: 0, max: 24 * HOUR }),
        width: fc.integer({ min: HOUR, max: 72 * HOUR }),
        allDay: fc.constantFrom(false, false, true),
      }),
    )
    .map(({ now, from, width, ...rest }) => {
      const midnight = Date.parse(`${rest.day}T00:00Z`) / 60_000;
      return { ...rest, now: midnight + now, range: { from: midnight + from, to: midnight + from + width } };
    });
type Case = ReturnType<typeof casesOf> extends fc.Arbitrary<infer T> ? T : never;

/** Times that count: those of busy events with a length. */
function countingTimes({ events, zone, allDay }: Case): readonly GridTime[] {
  return events
    .filter((event) => isTaking(event) && (allDay || !event.allDay))
    .flatMap((event) => timesOf(event, zone))
    .filter(({ from, to }) => to > from);
}

const nameOf = ({ event, from }: GridTime): string => `${event.title} ${from}`;

/** Minute by minute: the events in it, and so those of one group. */
function expectedGroups(one: Case) {
  const times = countingTimes(one).filter(({ from, to }) => from < one.range.to && to > one.range.from);
  const span = { from: one.range.from - 96 * HOUR, to: one.range.to + 96 * HOUR };
  const grid = new Grid<readonly GridTime[]>(span, () => []);
  for (const time of times) grid.mark(time, (there) => [...there, time]);
  const groupOf = new Map(times.map((time) => [time, new Set([time])]));
  const crowded = grid.runs((there) => there.length > 1);
  const minutes = crowded.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n));
  for (const minute of minutes) {
    const [first, ...others] = grid.at(minute) ?? [];
    for (const other of others) {
      const [to, from] = [groupOf.get(first as GridTime), groupOf.get(other)];
      if (to === undefined || from === undefined || to === from) continue;
      for (const time of from) groupOf.set(time, to.add(time));
    }
  }
  return [...new Set(groupOf.values())]
    .filter(({ size }) => size > 1)
    .map((group) => {
      const own = minutes.filter((minute) => group.has(grid.at(minute)?.[0] as GridTime));
      const shares = (test: (time: GridTime) => boolean) =>
        own.some((minute) => (grid.at(minute) ?? []).filter(test).length > 1);
      const isTimed = ({ event }: GridTime): boolean => !event.allDay;
      const isFirm = (time: GridTime): boolean => isTimed(time) && !isGivingWay(time.event);
      return {
        severity: shares(isFirm) ? 'high' : shares(isTimed) ? 'medium' : 'low',
        sharedMinutes: own.length,
        events: [...group].map(nameOf).sort(),
      };
    })
    .sort((a, b) => (a.events.join() < b.events.join() ? -1 : 1));
}

interface PrintedEvent {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
}

interface Group {
  readonly severity: string;
  readonly sharedMinutes: number;
  readonly events: readonly PrintedEvent[];
  readonly more?: number;
  readonly resolve?: readonly { readonly move: string; readonly to: string }[];
}

async function foundGroups(one: Case): Promise<readonly Group[]> {
  const { data } = await serviceFor(one).analyze({
    type: 'conflicts',
    scope: { when: { after: textAt(one.range.from), before: textAt(one.range.to) } },
    params: { allDay: one.allDay, limit: 500 },
  });
  expect(data.total).toBe((data.conflicts as readonly Group[]).length);
  return data.conflicts as readonly Group[];
}

/** The calendar time of a printed event. */
function timeOf({ title, start }: PrintedEvent, one: Case): GridTime {
  const from = start.length === 10 ? undefined : Date.parse(start) / 60_000;
  const time = countingTimes(one).find(
    (time) =>
      time.event.title === title &&
      (from === undefined
        ? localOf(time.from, one.zone).toPlainDate().toString() === start
        : time.from === from),
  );
  if (time === undefined) throw new Error(`no ${title} at ${start}`);
  return time;
}

it('conflicts are what the minutes of a calendar say', async () => {
  await fc.assert(
    fc.asyncProperty(casesOf(fc.boolean()), async (one) => {
      const groups = (await foundGroups(one)).map(({ severity, sharedMinutes, events, more = 0 }) => ({
        ...{ severity, sharedMinutes },
        events: events.map((event) => nameOf(timeOf(event, one))).sort(),
        more,
      }));
      const expected = expectedGroups(one).map(({ events, ...rest }) => ({ ...rest, events, more: 0 }));
      const few = groups.filter(({ more }) => more === 0);
      expect(few.sort((a, b) => (a.events.join() < b.events.join() ? -1 : 1))).toEqual(
        expected.filter(({ events }) => events.length <= 8),
      );
      expect(groups.length).toBe(expected.length);
    }),
    { numRuns: runs(80) },
  );
});

/** Morning, afternoon and evening, in hours of the day. */
const PARTS = [6, 12, 18, 23];

/** Working hours: Monday to Friday from nine to five. */
function workOf(minute: Minute, zone: string): Span | undefined {
  const date = localOf(minute, zone).toPlainDate();
  if (date.dayOfWeek > 5) return undefined;
  return {
    from: minuteOf(date.toPlainDateTime('09:00'), zone),
    to: minuteOf(date.toPlainDateTime('17:00'), zone),
  };
}

/** Every quarter-hour to which an event could move. */
function placesFor(time: GridTime, given: readonly Span[], one: Case): readonly Minute[] {
  const { from, to, event } = time;
  const day = localOf(from, one.zone).toPlainDate();
  const bounds = PARTS.map((hour) => minuteOf(day.toPlainDateTime({ hour }), one.zone));
  const part = bounds.findIndex((begin, at) => from >= begin && from < (bounds[at + 1] ?? 0));
  if (part < 0) return [];
  const work = workOf(from, one.zone);
  const atWork = work !== undefined && from >= work.from && to <= work.to ? work : undefined;
  const earliest = Math.max(one.now, bounds[part] ?? 0, atWork?.from ?? 0);
  const latest = Math.min(Math.max(bounds[part + 1] ?? 0, to), atWork?.to ?? Number.POSITIVE_INFINITY);
  const taken = [
    ...countingTimes(one).filter((other) => other.event !== event || other.from !== from),
    ...given,
  ];
  const places: Minute[] = [];
  for (let at = earliest; at + to - from <= latest; at++) {
    const isFree = taken.every((other) => other.from >= at + to - from || other.to <= at);
    if (isFree && localOf(at, one.zone).minute % 15 === 0) places.push(at);
  }
  return places;
}

it('a conflict is moved to the nearest free time of its day and part of the day, or none is free', async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(casesOf(fc.constant(true)), async (one) => {
      const given: Span[] = [];
      for (const { events, resolve, more } of await foundGroups(one)) {
        if (more !== undefined) return;
        const placed = events.map((event) => ({ ...event, time: timeOf(event, one) }));
        const movable = placed.filter(({ time }) => !time.event.allDay && time.from >= one.now);
        const staying = new Set(placed.map(({ time }) => time));
        const isInTheWay = ({ from, to }: GridTime): boolean =>
          [...staying].filter((other) => other.from < to && other.to > from).length > 1;
        for (const { move, to: text } of resolve ?? []) {
          const mover = movable.find(({ id }) => id === move);
          const to = Date.parse(text) / 60_000;
          if (mover === undefined) throw new Error('moves what is over, lasts all day or is not there');
          expect(isInTheWay(mover.time)).toBe(true);
          const distance = (place: Minute): number => Math.abs(place - mover.time.from);
          const places = placesFor(mover.time, given, one);
          expect(places).toContain(to);
          expect(distance(to)).toBe(Math.min(...places.map(distance)));
          given.push({ from: to, to: to + mover.time.to - mover.time.from });
          staying.delete(mover.time);
          moved++;
        }
        const left = movable.map(({ time }) => time).filter((time) => staying.has(time) && isInTheWay(time));
        expect(left.flatMap((time) => placesFor(time, given, one))).toEqual([]);
      }
    }),
    { numRuns: runs(400) },
  );
  expect(moved).toBeGreaterThan(5);
});
