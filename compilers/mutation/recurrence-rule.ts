import { WEEKDAYS } from '../../schemas/input/filter.js';
import type { RecurrenceInput } from '../../schemas/input/recurrence.js';
import type { Fix } from '../../schemas/input/rules.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import { daysInMonth } from '../time/civil.js';

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface Day {
  readonly code: string;
  /** Position within the month or year, as in `-1fri`. */
  readonly position?: number;
}

/**
 * RRULE value (RFC 5545 §3.3.10) of a recurrence. `nth` of one day is its position (`-1FR`); `nth` of several days (the
 * last working day) is BYSETPOS.
 */
export function recurrenceText(
  input: RecurrenceInput,
  startMonth: number | undefined,
  compilation: Compilation,
  at: InputPath,
): string {
  const { frequency = 'weekly', interval = 1 } = input;
  const days = (input.daysOfWeek ?? []).map(readDay);
  const monthDays = listOf(input.dayOfMonth);
  const months = monthsOf(input, startMonth);
  checkParts({ input, days, monthDays, months }, compilation, at);
  return [
    `FREQ=${frequency.toUpperCase()}`,
    interval === 1 ? undefined : `INTERVAL=${interval}`,
    ...partTexts(input, days, months),
    weekStartText(frequency, interval, compilation),
  ]
    .filter((part) => part !== undefined)
    .join(';');
}

/** Only the given parts, to merge into a stored rule later. */
export function recurrenceParts(input: RecurrenceInput): string {
  const { interval, daysOfWeek = [], monthOfYear } = input;
  return [
    interval === undefined ? undefined : `INTERVAL=${interval}`,
    ...partTexts(input, daysOfWeek.map(readDay), listOf(monthOfYear)),
  ]
    .filter((part) => part !== undefined)
    .join(';');
}

function partTexts(
  { nth, count, dayOfMonth }: RecurrenceInput,
  days: readonly Day[],
  months: readonly number[],
): readonly (string | undefined)[] {
  const [only] = days;
  const positioned =
    nth !== undefined && days.length === 1 && only !== undefined ? [{ ...only, position: nth }] : days;
  return [
    count === undefined ? undefined : `COUNT=${count}`,
    partText('BYMONTH', months),
    partText('BYMONTHDAY', listOf(dayOfMonth)),
    partText(
      'BYDAY',
      positioned.map(({ code, position = '' }) => `${position}${code}`),
    ),
    nth !== undefined && days.length > 1 ? `BYSETPOS=${nth}` : undefined,
  ];
}

/** WKST defaults to Monday, and only matters if weeks are skipped. */
function weekStartText(frequency: string, interval: number, { context }: Compilation): string | undefined {
  if (frequency !== 'weekly' || interval === 1 || context.weekStart === 1) return undefined;
  return `WKST=${CODES[context.weekStart - 1]}`;
}

/** A yearly rule with a day but no month would repeat monthly, so it gets the month of its start. */
function monthsOf(
  { frequency, monthOfYear, dayOfMonth }: RecurrenceInput,
  startMonth: number | undefined,
): readonly number[] {
  if (monthOfYear !== undefined || frequency !== 'yearly' || dayOfMonth === undefined) {
    return listOf(monthOfYear);
  }
  return startMonth === undefined ? [] : [startMonth];
}

interface Parts {
  readonly input: RecurrenceInput;
  readonly days: readonly Day[];
  readonly monthDays: readonly number[];
  readonly months: readonly number[];
}

/** Rejects combinations that RFC 5545 forbids or that never occur. */
function checkParts(
  { input, days, monthDays, months }: Parts,
  compilation: Compilation,
  at: InputPath,
): void {
  const { frequency, nth } = input;
  const wrong = (key: string, message: string, fix: Fix = { kind: 'remove' }) =>
    violate(compilation, [...at, key], { code: 'INVALID_RECURRENCE', message, fix });
  const byMonthOrYear = frequency === 'monthly' || frequency === 'yearly';
  if (days.some(({ position }) => position !== undefined)) {
    const names = days.map(({ code }) => WEEKDAYS[CODES.indexOf(code)]);
    const plain = { kind: 'set', value: [...new Set(names)] } as const;
    if (!byMonthOrYear)
      wrong('daysOfWeek', 'Only monthly and yearly rules can give the position of a day.', plain);
    else if (nth !== undefined) wrong('nth', 'The days already say which one of them is meant.');
  } else if (nth !== undefined && !byMonthOrYear) {
    wrong('nth', 'Only monthly and yearly rules can give the position of a day.');
  }
  const inMonth = frequency === 'monthly' || months.length > 0;
  const positions = days.length === 1 && nth !== undefined ? [nth] : days.map(({ position = 1 }) => position);
  if (byMonthOrYear && inMonth && positions.some((position) => Math.abs(position) > 5)) {
    const key = nth === undefined ? 'daysOfWeek' : 'nth';
    const fix = { kind: 'set', value: nth === undefined ? ['-1fri'] : -1, isMadeUp: true } as const;
    wrong(key, 'A month has at most five of each day; count from its end with negative numbers.', fix);
  }
  if (frequency === 'weekly' && monthDays.length > 0) {
    wrong('dayOfMonth', 'A weekly rule has no day of the month; use daysOfWeek or a monthly rule.');
  }
  if (frequency === 'yearly' && monthDays.length > 0 && months.length === 0) {
    wrong('monthOfYear', 'A yearly rule with a day of the month needs the month.', {
      kind: 'set',
      value: 1,
      isMadeUp: true,
    });
  }
  if (months.length > 0 && monthDays.length > 0 && !monthDays.some((day) => fits(day, months))) {
    wrong('dayOfMonth', 'Those months never have that day.', {
      kind: 'set',
      value: -1,
      isMadeUp: true,
    });
  }
}

function fits(day: number, months: readonly number[]): boolean {
  return months.some((month) => Math.abs(day) <= daysInMonth(2000, month));
}

function readDay(day: string | number): Day {
  if (typeof day === 'number') return { code: CODES[day - 1] ?? 'MO' };
  const code = day.slice(-3, -1).toUpperCase();
  const position = day.slice(0, -3);
  return position === '' ? { code } : { code, position: Number(position) };
}

function partText(name: string, values: readonly (string | number)[]): string | undefined {
  return values.length === 0 ? undefined : `${name}=${[...new Set(values)].join(',')}`;
}

function listOf(value: number | readonly number[] | undefined): readonly number[] {
  if (value === undefined) return [];
  return typeof value === 'number' ? [value] : value;
}
