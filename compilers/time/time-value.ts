import { ALL_TIME, type Instant, type Wall } from '../../schemas/model/time.js';
import { DAY } from './civil.js';
import { outOfYears } from './invalid-date.js';
import { printWall, printZoned } from './print-time.js';
import type { Zone } from './zone.js';

export interface TimeScope {
  readonly now: Instant;
  readonly zone: Zone;
  /** Monday 1 … Sunday 7. */
  readonly weekStart: number;
}

/** A parsed time, not yet a bound, a period or the time of an event. */
export type TimeValue =
  | { readonly kind: 'any' }
  /** whole days [from, to), as day numbers */
  | { readonly kind: 'days'; readonly from: number; readonly to: number }
  /** `startOf…` or `endOf…`: the midnight at the start of `day`, as the start or end of a period */
  | { readonly kind: 'edge'; readonly side: 'start' | 'end'; readonly day: number }
  /** `next 2 hours`: [from, to) */
  | { readonly kind: 'span'; readonly from: Instant; readonly to: Instant }
  /** one moment, with a note for the reader */
  | { readonly kind: 'moment'; readonly instant: Instant; readonly wall: Wall; readonly note?: string };

/** A time as given: a day (days since 1970-01-01), or a moment with its wall time in `zone`. */
export type EventTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'time'; readonly instant: Instant; readonly wall: Wall; readonly zone: string };

/** First and last (exclusive) day number of iCalendar's years 1…9999. */
export const FIRST_DAY = ALL_TIME.from / DAY;
export const DAYS_END = ALL_TIME.to / DAY;

/** The first instant of a day; if midnight is in a gap, the first moment after it. */
export function startOfDay(day: number, zone: Zone): Instant {
  const instant = zone.toInstant(day * DAY);
  return Math.min(Math.max(instant, ALL_TIME.from), ALL_TIME.to);
}

/** The moment of a local time; follows RFC 5545 §3.3.5 if it does not exist or exists twice. */
export function localMoment(wall: Wall, zone: Zone): TimeValue & { kind: 'moment' } {
  const instant = checkYears(zone.toInstant(wall));
  checkYears(wall);
  const kind = zone.kindOf(wall);
  if (kind === 'unique') return { kind: 'moment', instant, wall };
  const asked = printWall(wall);
  const read = printZoned(instant, zone);
  const note =
    kind === 'gap'
      ? `${asked} does not exist in ${zone.id} (clocks go forward); it was read as ${read}.`
      : `${asked} exists twice in ${zone.id} (clocks go back); the first was taken: ${read}.`;
  return { kind: 'moment', instant, wall: zone.toWall(instant), note };
}

/** The moment of an instant, with its wall time in the zone. */
export function momentAt(instant: Instant, zone: Zone): TimeValue & { kind: 'moment' } {
  return { kind: 'moment', instant: checkYears(instant), wall: checkYears(zone.toWall(instant)) };
}

function checkYears(time: number): number {
  if (time < ALL_TIME.from || time >= ALL_TIME.to) throw outOfYears();
  return time;
}

/** Lower bound of a range that starts with this time; undefined is open. */
export function beginOf(value: TimeValue, zone: Zone): Instant | undefined {
  switch (value.kind) {
    case 'any':
      return undefined;
    case 'days':
      return startOfDay(value.from, zone);
    case 'edge':
      return startOfDay(value.day, zone);
    case 'span':
      return value.from;
    case 'moment':
      return value.instant;
  }
}

/** Upper bound (exclusive) of a range that ends with this time; undefined is open. */
export function endOf(value: TimeValue, zone: Zone): Instant | undefined {
  switch (value.kind) {
    case 'any':
      return undefined;
    case 'days':
      return startOfDay(value.to, zone);
    case 'edge':
      return startOfDay(value.day, zone);
    case 'span':
      return value.to;
    case 'moment':
      return value.instant;
  }
}
