import {
  DAY,
  dayNumber,
  daysInMonth,
  HOUR,
  isoWeekStart,
  isoWeeksInYear,
  MINUTE,
  printDate,
  SECOND,
} from './civil.js';
import { invalidDate, outOfYears } from './invalid-date.js';
import { localMoment, momentAt, type TimeScope, type TimeValue } from './time-value.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(z|[+-]\d{2}(?::?\d{2})?)?$/i;
const YEAR_PART = /^(\d{4})(?:-(?:(\d{2})|w(\d{2})|q(\d)))?$/i;

/**
 * Reads the numeric forms (ISO 8601): days, moments, years, months, weeks and quarters; undefined for others. Throws
 * INVALID_DATE outside the years 1…9999.
 */
export function readIso(text: string, scope: TimeScope): TimeValue | undefined {
  if (DATE.test(text)) {
    const day = readDay(text);
    return { kind: 'days', from: day, to: day + 1 };
  }
  if (DATE_TIME.test(text)) return readDateTime(text, scope);
  if (YEAR_PART.test(text)) return readYearPart(text);
  if (/^[+-]?\d{5,}-\d\d/.test(text)) throw outOfYears();
  return undefined;
}

/** Day number of a date; `rest` is the text after it, for suggestions. */
function readDay(text: string, rest = ''): number {
  const [year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).slice(1).map(Number);
  checkYear(year);
  if (month < 1 || month > 12) throw invalidDate('There is no such month; months run from 01 to 12.');
  const last = daysInMonth(year, month);
  if (day < 1 || day > last) {
    const near = dayNumber(year, month, day < 1 ? 0 : last);
    const nearest = [near, near + 1].map((one) => printDate(one) + rest);
    throw invalidDate(
      `There is no such day; that month has ${last} days.`,
      day < 1 ? nearest.reverse() : nearest,
    );
  }
  return dayNumber(year, month, day);
}

function readDateTime(text: string, scope: TimeScope): TimeValue {
  const [, date = '', hours, minutes, seconds = '0', fraction = '', zone] = DATE_TIME.exec(text) ?? [];
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  const endOfDay = hour === 24 && minute === 0 && second === 0;
  const timeExists = (hour <= 23 || endOfDay) && minute <= 59 && second <= 59;
  const offset = zone === undefined ? 0 : readOffset(zone);
  const day = readDay(date, timeExists && offset !== undefined ? text.slice(date.length) : 'T09:00');
  if (!timeExists) {
    throw invalidDate('There is no such time of day; it runs from 00:00 to 23:59:59.', [`${date}T09:00`]);
  }
  if (offset === undefined) throw invalidDate('There is no such offset from UTC.', [`${date}T09:00Z`]);
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const wall = day * DAY + hour * HOUR + minute * MINUTE + second * SECOND + milliseconds;
  return zone === undefined ? localMoment(wall, scope.zone) : momentAt(wall - offset, scope.zone);
}

function readOffset(text: string): number | undefined {
  if (text.toUpperCase() === 'Z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 18 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE);
}

function readYearPart(text: string): TimeValue {
  const [, yearText, monthText, weekText, quarterText] = YEAR_PART.exec(text) ?? [];
  const year = Number(yearText);
  checkYear(year);
  if (weekText !== undefined) return isoWeek(year, Number(weekText));
  const month = Number(monthText ?? '1');
  const quarter = Number(quarterText ?? '1');
  if (month < 1 || month > 12) throw invalidDate('There is no such month; months run from 01 to 12.');
  if (quarter < 1 || quarter > 4) throw invalidDate('There is no such quarter; quarters run from Q1 to Q4.');
  const first = quarterText === undefined ? month : quarter * 3 - 2;
  const length = quarterText !== undefined ? 3 : monthText !== undefined ? 1 : 12;
  return { kind: 'days', from: dayNumber(year, first, 1), to: dayNumber(year, first + length, 1) };
}

/** ISO weeks always start on Monday (ISO 8601), regardless of the week start. */
function isoWeek(year: number, week: number): TimeValue {
  const weeks = isoWeeksInYear(year);
  if (week < 1 || week > weeks) {
    throw invalidDate(`There is no such week; that year has ${weeks} weeks.`, [
      `${yearName(year)}-W${weeks}`,
    ]);
  }
  const from = isoWeekStart(year, week);
  return { kind: 'days', from, to: from + 7 };
}

function yearName(year: number): string {
  return printDate(dayNumber(year, 1, 1)).slice(0, 4);
}

function checkYear(year: number): void {
  if (year < 1) throw outOfYears();
}
