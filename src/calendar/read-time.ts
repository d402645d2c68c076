import {
  DAY,
  dayNumber,
  dayOfWall,
  daysInMonth,
  HOUR,
  MINUTE,
  printDate,
  SECOND,
  timeOfWall,
} from '../../compilers/time/civil.js';
import type { Wall } from '../../schemas/time.js';

/** A DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5) as written; which zone a local one means is said elsewhere. */
export type DateTimeValue =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'local'; readonly wall: Wall }
  | { readonly kind: 'utc'; readonly wall: Wall };

/** A DURATION (§3.3.6): days and weeks are nominal, hours to seconds exact. Both may be negative. */
export interface DurationValue {
  readonly days: number;
  readonly milliseconds: number;
}

const DATE_TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z)?)?$/i;

/** Reads a DATE or DATE-TIME by its form, whatever VALUE says; undefined when it is neither. */
export function parseDateTime(text: string): DateTimeValue | undefined {
  const match = DATE_TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, yyyy, mm, dd, hh, mi, ss, z] = match;
  const year = Number(yyyy);
  const month = Number(mm);
  const date = Number(dd);
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return undefined;
  const day = dayNumber(year, month, date);
  if (hh === undefined) return { kind: 'date', day };
  const hour = Number(hh);
  const minute = Number(mi);
  // A leap second is read as the second before it (§3.3.12).
  const second = Math.min(Number(ss ?? 0), 59);
  // 24:00:00 is not iCalendar but is written for the end of a day.
  if (minute > 59 || Number(ss ?? 0) > 60 || hour > 24 || (hour === 24 && minute + second > 0))
    return undefined;
  const wall = day * DAY + hour * HOUR + minute * MINUTE + second * SECOND;
  return z === undefined ? { kind: 'local', wall } : { kind: 'utc', wall };
}

/** `20261126`, `20261126T090000` or `20261126T090000Z`. */
export function printDateTime(value: DateTimeValue): string {
  if (value.kind === 'date') return printDate(value.day).replaceAll('-', '');
  const date = printDate(dayOfWall(value.wall)).replaceAll('-', '');
  return `${date}T${printTime(timeOfWall(value.wall))}${value.kind === 'utc' ? 'Z' : ''}`;
}

function printTime(time: number): string {
  const digits = (part: number): string => String(part).padStart(2, '0');
  const seconds = Math.floor(time / SECOND);
  return digits(Math.floor(seconds / 3600)) + digits(Math.floor(seconds / 60) % 60) + digits(seconds % 60);
}

/** The public form of an original start: `20261126T0900`, seconds only where they matter. */
export function printRecurrenceId(wall: Wall, date: boolean): string {
  if (date) return printDateTime({ kind: 'date', day: dayOfWall(wall) });
  return printDateTime({ kind: 'local', wall }).replace(/^(.{13})00$/, '$1');
}

const DURATION =
  /^([+-])?P(?:(\d{1,8})W)?(?:(\d{1,8})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i;

/** Longer than all the time there is in iCalendar, and still a time that can be computed with. */
const LONGEST = 10_000 * 366 * DAY;

/** Reads a DURATION; undefined when it is none, or longer than the calendar. */
export function parseDuration(text: string): DurationValue | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null || match.slice(2).every((part) => part === undefined)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => Number(part ?? 0));
  const sign = match[1] === '-' ? -1 : 1;
  const duration = {
    // Adding zero turns -0 into 0.
    days: sign * (weeks * 7 + days) + 0,
    milliseconds: sign * (hours * HOUR + minutes * MINUTE + seconds * SECOND) + 0,
  };
  return Math.abs(duration.days * DAY + duration.milliseconds) <= LONGEST ? duration : undefined;
}
