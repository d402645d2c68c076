import { civilDate, dayNumber, daysInMonth, isoWeekday } from './civil.js';
import { today } from './read-date-words.js';
import type { TimeScope } from './time-value.js';

/** Day numbers [from, to). */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** Every possible reading of spoken days, the most likely first. */
export interface DayReading {
  readonly choices: readonly [DaySpan, ...DaySpan[]];
  /** A weekday alone: if it is today and the time is past, it means a week later. */
  readonly bare?: true;
  /** `Wednesday next week`: an earlier weekday is in the same week. */
  readonly ofWeek?: true;
}

/** Days back; a date this recent may be meant instead of the one almost a year away. */
const LATELY = 14;

export function daysFrom(from: number, to: number): DayReading & { readonly choices: readonly [DaySpan] } {
  return { choices: [{ from, to }] };
}

export function oneDay(day: number): DayReading {
  return daysFrom(day, day + 1);
}

/** ISO weekday of a name, from its first letters. */
export function weekdayOf(name: string): number {
  return ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].indexOf(name.slice(0, 2).toLowerCase()) + 1;
}

export function dated(year: number, month: number, day: number): DayReading | undefined {
  const exists = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return exists ? oneDay(dayNumber(year, month, day)) : undefined;
}

/** A date without a year is the next such day. */
export function nextDated(month: number, day: number, scope: TimeScope): DayReading | undefined {
  const { year } = civilDate(today(scope));
  const years = [0, 1, 2, 3, 4].map((more) => dated(year + more, month, day));
  const next = years.find((reading) => reading !== undefined && reading.choices[0].from >= today(scope));
  const past = dated(year, month, day) ?? next;
  const ago = past === undefined ? 0 : today(scope) - past.choices[0].from;
  return next !== undefined && past !== undefined && ago > 0 && ago <= LATELY
    ? { choices: [next.choices[0], past.choices[0]] }
    : next;
}

/** Month number, from the first letters. */
export function monthOf(name = ''): number {
  return 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.slice(0, 3).toLowerCase()) / 3 + 1;
}

export function written(
  month: string | undefined,
  day: string | undefined,
  year: string | undefined,
  scope: TimeScope,
) {
  return year === undefined
    ? nextDated(monthOf(month), Number(day), scope)
    : dated(Number(year), monthOf(month), Number(day));
}

/** `16–18 April`: the second day is in the same month. */
export function fromTo(
  [first, last]: readonly [string | undefined, string | undefined],
  month: string | undefined,
  year: string | undefined,
  scope: TimeScope,
): DayReading | undefined {
  const end = written(month, last, year, scope)?.choices[0];
  const days = Number(last) - Number(first);
  return end === undefined || days <= 0 || Number(first) < 1 ? undefined : daysFrom(end.from - days, end.to);
}

/** If the weekday does not match the date, either may be wrong. */
export function onWeekday(
  weekday: string | undefined,
  reading: DayReading | undefined,
): DayReading | undefined {
  if (weekday === undefined || reading === undefined) return reading;
  const [{ from }] = reading.choices;
  const off = (weekdayOf(weekday) - isoWeekday(from) + 7) % 7;
  if (off === 0) return reading;
  const other = from + (off > 3 ? off - 7 : off);
  return { choices: [reading.choices[0], { from: other, to: other + 1 }] };
}

/** Numeric month and day, in every order that is a date. */
export function numbers(
  orders: readonly (readonly (string | undefined)[])[],
  written: string | undefined,
  scope: TimeScope,
): DayReading | undefined {
  const year = written === undefined ? undefined : Number(written) + (written.length === 2 ? 2000 : 0);
  const days = orders.flatMap(([month, day]) => {
    const reading =
      year === undefined
        ? nextDated(Number(month), Number(day), scope)
        : dated(year, Number(month), Number(day));
    return reading === undefined ? [] : [reading.choices[0].from];
  });
  const [first, ...others] = [...new Set(days)].sort((a, b) => a - b);
  if (first === undefined) return undefined;
  return { choices: [{ from: first, to: first + 1 }, ...others.map((day) => ({ from: day, to: day + 1 }))] };
}

/** `the 15th`: the next one, in a month that has it. */
export function ofMonth(day: number, scope: TimeScope): DayReading | undefined {
  const { year, month } = civilDate(today(scope));
  for (let more = 0; more <= 2; more++) {
    const first = civilDate(dayNumber(year, month + more, 1));
    const reading = dated(first.year, first.month, day);
    if (reading !== undefined && reading.choices[0].from >= today(scope)) return reading;
  }
  return undefined;
}

export function wholeMonth(
  name: string | undefined,
  year: string | undefined,
  scope: TimeScope,
): DayReading & { readonly choices: readonly [DaySpan] } {
  const now = civilDate(today(scope));
  const month = monthOf(name);
  const at = year === undefined ? now.year + (month < now.month ? 1 : 0) : Number(year);
  return daysFrom(dayNumber(at, month, 1), dayNumber(at, month + 1, 1));
}
