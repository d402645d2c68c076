import { addMonths, civilDate, DAY, dayNumber, dayOfWall, HOUR, isoWeekday, MINUTE } from './civil.js';
import { WEEKDAY_NAMES } from './day-names.js';
import { invalidDate, outOfYears } from './invalid-date.js';
import { DAYS_END, FIRST_DAY, localMoment, momentAt, type TimeScope, type TimeValue } from './time-value.js';

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const UNITS: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['minute', 'min mins minute minutes'],
      ['hour', 'h hr hrs hour hours'],
      ['day', 'd day days'],
      ['week', 'w wk wks week weeks'],
      ['month', 'mo mon mos month months'],
      ['year', 'y yr yrs year years'],
    ] as const
  ).flatMap(([unit, names]) => names.split(' ').map((name): [string, Unit] => [name, unit])),
);

const WEEKDAYS: readonly string[] = WEEKDAY_NAMES;
const BORDER = /^(start|end)of(day|week|month|quarter|year)$/;
const TIMED = /^(.+?)(?:T| (?:at )?)(\d{1,2}):(\d{2})$/i;
const WORD = /^([a-z]+)((?:\s*[+-]\s*\d{1,9}\s*[a-z]*)*)$/i;

/** The unit for a name or its short form; `m` alone is ambiguous (minutes or months). */
export function unitOf(name: string): Unit | undefined {
  return UNITS.get(name.toLowerCase());
}

/** Day number of today in the scope's zone. */
export function today(scope: TimeScope): number {
  return dayOfWall(scope.zone.toWall(scope.now));
}

/** First day of the week that contains `day`. */
export function startOfWeek(day: number, weekStart: number): number {
  return day - ((isoWeekday(day) - weekStart + 7) % 7);
}

/**
 * Reads `now`, `today`, weekdays, `startOf…`, `endOf…`, each with shifts, and a day with a time of day (`tomorrow
 * 09:00`, `friday at 12:30`); undefined for other texts.
 */
export function readDateWords(text: string, scope: TimeScope): TimeValue | undefined {
  const [, head, hour, minute] = TIMED.exec(text) ?? [];
  if (head === undefined) return readShifted(text, scope);
  const day = readShifted(head, scope);
  if (day?.kind !== 'days' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return localMoment(day.from * DAY + Number(hour) * HOUR + Number(minute) * MINUTE, scope.zone);
}

function readShifted(text: string, scope: TimeScope): TimeValue | undefined {
  const [, word = '', shifts = ''] = WORD.exec(text) ?? [];
  const base = readWord(word.toLowerCase(), scope);
  if (base === undefined) return undefined;
  let value = base;
  for (const [, sign, count, name = ''] of shifts.matchAll(/([+-])\s*(\d+)\s*([a-z]*)/gi)) {
    const minutes = name === 'm' && word.toLowerCase() === 'now';
    const unit = minutes ? 'minute' : unitOf(name);
    if (unit === undefined) throw unknownUnit(name, `${word}${sign}${plausible(Number(count))}`);
    const by = { count: (sign === '-' ? -1 : 1) * Number(count), unit };
    value = shift(value, by, scope, word.toLowerCase());
  }
  return value;
}

/** A count that stays within the years 1…9999 in every unit, for suggestions. */
export function plausible(count: number): number {
  return count <= 366 ? count : 1;
}

function unknownUnit(name: string, head: string): Error {
  return name.toLowerCase() === 'm'
    ? invalidDate('The unit m can mean minutes or months here.', [`${head}min`, `${head}months`])
    : invalidDate('A shift needs a unit: minutes, hours, days, weeks, months or years.', [`${head}days`]);
}

function readWord(word: string, scope: TimeScope): TimeValue | undefined {
  const day = today(scope);
  if (word === 'now') return momentAt(scope.now, scope.zone);
  if (word === 'today') return oneDay(day);
  if (word === 'tomorrow') return oneDay(day + 1);
  if (word === 'yesterday') return oneDay(day - 1);
  const weekday = WEEKDAYS.indexOf(word) + 1;
  if (weekday > 0) return oneDay(day + ((weekday - isoWeekday(day) + 7) % 7));
  const [, side, unit] = BORDER.exec(word) ?? [];
  if (side === undefined || unit === undefined) return undefined;
  const [from, to] = wholeUnit(unit, day, scope.weekStart);
  return side === 'start'
    ? { kind: 'edge', side: 'start', day: from }
    : { kind: 'edge', side: 'end', day: to };
}

/** The day, week, month, quarter or year that contains `day`, as day numbers [from, to). */
export function wholeUnit(unit: string, day: number, weekStart: number): readonly [number, number] {
  const { year, month } = civilDate(day);
  if (unit === 'day') return [day, day + 1];
  if (unit === 'week') {
    const from = startOfWeek(day, weekStart);
    return [from, from + 7];
  }
  const length = unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1;
  const first = month - ((month - 1) % length);
  return [dayNumber(year, first, 1), dayNumber(year, first + length, 1)];
}

function oneDay(day: number): TimeValue {
  return { kind: 'days', from: day, to: day + 1 };
}

/** `+2w`, `-1day` */
interface Shift {
  readonly count: number;
  readonly unit: Unit;
}

function shift(value: TimeValue, by: Shift, scope: TimeScope, word: string): TimeValue {
  if (value.kind === 'moment') return shiftMoment(value, by, scope);
  const { count, unit } = by;
  if (value.kind !== 'days' && value.kind !== 'edge') return value;
  const day = value.kind === 'days' ? value.from : value.day;
  // Hours added to a day are clock time: `today+9h` is nine o'clock even when the clocks change.
  if (unit === 'minute' || unit === 'hour') {
    return localMoment(day * DAY + count * (unit === 'hour' ? HOUR : MINUTE), scope.zone);
  }
  if (value.kind === 'days') return oneDay(shiftDay(day, count, unit));
  // Shifts the day, not its end, so a month after the end of 31 January is the end of February.
  const last = word === 'endofday' ? 1 : 0;
  return { ...value, day: shiftDay(day - last, count, unit) + last };
}

/** Hours after a moment are elapsed time; days and longer units keep the time of day. */
function shiftMoment(
  value: TimeValue & { kind: 'moment' },
  { count, unit }: Shift,
  scope: TimeScope,
): TimeValue {
  if (unit !== 'minute' && unit !== 'hour') {
    const day = dayOfWall(value.wall);
    return localMoment(value.wall + (shiftDay(day, count, unit) - day) * DAY, scope.zone);
  }
  return momentAt(value.instant + count * (unit === 'hour' ? HOUR : MINUTE), scope.zone);
}

/** Adds days, weeks, months or years to a day number. Throws INVALID_DATE outside the years 1…9999. */
export function shiftDay(day: number, count: number, unit: Unit): number {
  const perUnit = unit === 'week' ? 7 : 1;
  const months = unit === 'month' ? count : unit === 'year' ? count * 12 : 0;
  if (Math.abs(months) > 240_000) throw outOfYears();
  const shifted = months === 0 && unit !== 'month' ? day + count * perUnit : addMonths(day, months);
  if (shifted < FIRST_DAY || shifted >= DAYS_END) throw outOfYears();
  return shifted;
}
