import {
  civilDate,
  DAY,
  dayNumber,
  dayOfWall,
  daysInMonth,
  HOUR,
  MINUTE,
  SECOND,
  timeOfWall,
} from '../../../compilers/time/civil.js';
import type { Wall } from '../../../schemas/model/time.js';

/** A DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5) as written; a local one does not name its zone. */
export type DateTimeValue =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'local'; readonly wall: Wall }
  | { readonly kind: 'utc'; readonly wall: Wall };

/** A DURATION (§3.3.6): days and weeks are nominal, hours to seconds exact. Both may be negative. */
export interface DurationValue {
  readonly days: number;
  readonly milliseconds: number;
}

/** Accepted forms outside iCalendar: ISO 8601 with its separators, no seconds, fractions, surrounding spaces. */
const LOOSE = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z?))?\s*$/i;

/** Reads a DATE or DATE-TIME by its form and ignores VALUE; undefined if it is neither. */
export function parseDateTime(text: string): DateTimeValue | undefined {
  const value = parseCompact(text);
  if (value !== undefined) return value;
  const match = LOOSE.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '', second = '00', z = ''] = match;
  return parseCompact(`${year}${month}${day}${hour === undefined ? '' : `T${hour}${minute}${second}${z}`}`);
}

/** Avoids regular expressions: a calendar has hundreds of thousands of these. */
function parseCompact(text: string): DateTimeValue | undefined {
  const { length } = text;
  if (length !== 8 && length !== 15 && length !== 16) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 4, 6);
  const date = digits(text, 6, 8);
  // Written so that NaN also fails.
  if (!(year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month)))
    return undefined;
  const day = dayNumber(year, month, date);
  if (length === 8) return { kind: 'date', day };
  const hour = digits(text, 9, 11);
  const minute = digits(text, 11, 13);
  const second = digits(text, 13, 15);
  const utc = length === 16;
  if (!isLetter(text, 8, 'T') || (utc && !isLetter(text, 15, 'Z'))) return undefined;
  // 24:00:00 is not iCalendar, but some programs write it for the end of a day.
  if (!(hour <= 23 || (hour === 24 && minute === 0 && second === 0)) || !(minute <= 59 && second <= 60)) {
    return undefined;
  }
  // A leap second is read as the second before it (§3.3.12).
  const wall = day * DAY + hour * HOUR + minute * MINUTE + Math.min(second, 59) * SECOND;
  return { kind: utc ? 'utc' : 'local', wall };
}

/** The number in a part of a text; NaN unless it is all digits. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function isLetter(text: string, at: number, upper: string): boolean {
  return text[at] === upper || text[at] === upper.toLowerCase();
}

/** `20261126`, `20261126T090000` or `20261126T090000Z`. */
export function printDateTime(value: DateTimeValue): string {
  if (value.kind === 'date') return printDay(value.day);
  const time = Math.floor(timeOfWall(value.wall) / SECOND);
  return `${printDay(dayOfWall(value.wall))}T${printHour(time)}${two(time % 60)}${value.kind === 'utc' ? 'Z' : ''}`;
}

/** The public form of an original start: `20261126T0900`, with seconds only if they are not zero. */
export function printRecurrenceId(wall: Wall, date: boolean): string {
  const day = printDay(dayOfWall(wall));
  if (date) return day;
  const time = Math.floor(timeOfWall(wall) / SECOND);
  return time % 60 === 0 ? `${day}T${printHour(time)}` : `${day}T${printHour(time)}${two(time % 60)}`;
}

function printDay(days: number): string {
  const { year, month, day } = civilDate(days);
  return year >= 1000
    ? `${year}${two(month)}${two(day)}`
    : `${String(year).padStart(4, '0')}${two(month)}${two(day)}`;
}

function printHour(seconds: number): string {
  return two(Math.floor(seconds / 3600)) + two(Math.floor(seconds / 60) % 60);
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

const DURATION =
  /^([+-])?P(?:(\d{1,8})W)?(?:(\d{1,8})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i;

/** More than all of iCalendar's range, and still safe to calculate with. */
const LONGEST = 10_000 * 366 * DAY;

/** Reads a DURATION; undefined if it is invalid or longer than the calendar. */
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
