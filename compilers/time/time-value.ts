import { ALL_TIME, type Instant, type Wall } from '../../schemas/model/time.js';
import { DAY } from './civil.js';
import { outOfYears } from './invalid-date.js';
import { printWall, printZoned } from './print-time.js';
import type { Zone } from './zone.js';

/** What a written time is read against. */
export interface TimeScope {
  readonly now: Instant;
  readonly zone: Zone;
  /** Monday 1 … Sunday 7. */
  readonly weekStart: number;
}

/** A written time with its meaning, before it is used as a bound, a period or the time of an event. */
export type TimeValue =
  /** all time */
  | { readonly kind: 'any' }
  /** whole days [from, to), as day numbers */
  | { readonly kind: 'days'; readonly from: number; readonly to: number }
  /** `startOf…` or `endOf…`: the midnight that begins day `day`, as the start or the end of what it borders */
  | { readonly kind: 'edge'; readonly side: 'start' | 'end'; readonly day: number }
  /** `next 2 hours`: [from, to) */
  | { readonly kind: 'span'; readonly from: Instant; readonly to: Instant }
  /** one moment, and what the reader should know about it */
  | { readonly kind: 'moment'; readonly instant: Instant; readonly wall: Wall; readonly note?: string };

/** A time as a person gave it: a day (number of days since 1970-01-01), or a moment and its wall time in `zone`. */
export type EventTime =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'time'; readonly instant: Instant; readonly wall: Wall; readonly zone: string };

/** First and last (exclusive) day number of iCalendar's years 1…9999. */
export const FIRST_DAY = ALL_TIME.from / DAY;
export const DAYS_END = ALL_TIME.to / DAY;

/** The instant a day begins; where midnight is in a gap, the first moment after it. */
export function startOfDay(day: number, zone: Zone): Instant {
  const instant = zone.toInstant(day * DAY);
  return Math.min(Math.max(instant, ALL_TIME.from), ALL_TIME.to);
}

/** The moment of a local time, by RFC 5545 §3.3.5 where it does not exist or exists twice. */
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

/** The moment of an instant, with its wall time in the zone of the question. */
export function momentAt(instant: Instant, zone: Zone): TimeValue & { kind: 'moment' } {
  return { kind: 'moment', instant: checkYears(instant), wall: checkYears(zone.toWall(instant)) };
}

function checkYears(time: number): number {
  if (time < ALL_TIME.from || time >= ALL_TIME.to) throw outOfYears();
  return time;
}

/** Where a time starts as the lower bound of a range: undefined is open. */
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

/** Where a time stops (exclusive) as the upper bound of a range: a moment stops at itself. */
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
