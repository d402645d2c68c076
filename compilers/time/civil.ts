/**
 * Civil calendar arithmetic (proleptic Gregorian) on plain numbers.
 * A *day number* counts days from 1970-01-01; a `Wall` is a wall-clock time in milliseconds, read as if it were UTC.
 */
import type { Wall } from '../../schemas/model/time.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface CivilDate {
  readonly year: number;
  /** 1…12 */
  readonly month: number;
  /** 1…31 */
  readonly day: number;
}

/** Day number of a civil date; months and days outside their range carry over. */
export function dayNumber(year: number, month: number, day: number): number {
  const carried = year + Math.floor((month - 1) / 12);
  const m = ((((month - 1) % 12) + 12) % 12) + 1;
  const y = m <= 2 ? carried - 1 : carried;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468 + day - 1;
}

export function civilDate(days: number): CivilDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of a month (1 to 12) in the Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** ISO weekday of a day number: Monday 1 … Sunday 7. */
export function isoWeekday(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** ISO week of a day number, 1 to 53: the week of its Thursday. */
export function isoWeek(days: number): number {
  const thursday = days + 4 - isoWeekday(days);
  const { year } = civilDate(thursday);
  return Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1;
}

export function dayOfWall(wall: Wall): number {
  return Math.floor(wall / DAY);
}

/** Milliseconds since midnight. */
export function timeOfWall(wall: Wall): number {
  return wall - dayOfWall(wall) * DAY;
}

/** Adds months; a day past the end of the month becomes its last day (31 January + 1 month = 28 February). */
export function addMonths(days: number, months: number): number {
  const { year, month, day } = civilDate(days);
  const first = civilDate(dayNumber(year, month + months, 1));
  return dayNumber(first.year, first.month, Math.min(day, daysInMonth(first.year, first.month)));
}

/** First day (Monday) of an ISO 8601 week. */
export function isoWeekStart(year: number, week: number): number {
  const january4 = dayNumber(year, 1, 4);
  return january4 - (isoWeekday(january4) - 1) + (week - 1) * 7;
}

/** 52 or 53. */
export function isoWeeksInYear(year: number): number {
  return (isoWeekStart(year + 1, 1) - isoWeekStart(year, 1)) / 7;
}

/** Prints a day number as `2026-11-24`. */
export function printDate(days: number): string {
  const { year, month, day } = civilDate(days);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Minutes after midnight of `HH:MM`, already validated by the schema (`00:00` … `24:00`). */
export function parseClock(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

/** English weekdays, starting with Monday. */
export const DAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
/** Short form: `Mon`. */
export const SHORT_DAY_NAMES: readonly string[] = DAY_NAMES.map((name) => name.slice(0, 3));

export const MONTH_NAMES: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');
