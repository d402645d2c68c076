import { DAY, dayOf, readIcs, toInstant, weekdayOf } from './plain-clock.js';

/** The RRULE parts that these tests use for their series and changes. */
export interface PlainRule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly byDay: readonly { readonly nth: number; readonly weekday: number }[];
  readonly byMonthDay: readonly number[];
  readonly byMonth: readonly number[];
  /** Monday 1. */
  readonly weekStart: number;
  readonly count?: number;
  /** Last wall time, included. */
  readonly until?: number;
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * The starts of a rule from DTSTART to `to`, found by trying every day. DTSTART is always the first, even if it is off
 * the rule (RFC 5545 §3.8.5.3).
 */
export function startsOf(rule: PlainRule, start: number, to: number): readonly number[] {
  const found = [start];
  const last = Math.min(to, rule.until ?? to);
  const limit = rule.count ?? Number.POSITIVE_INFINITY;
  for (let wall = start + DAY; wall <= last && found.length < limit; wall += DAY) {
    if (isOn(rule, dayOf(start), dayOf(wall))) found.push(wall);
  }
  return found;
}

/** True if the rule has a start on that day. */
export function isOn(rule: PlainRule, first: number, day: number): boolean {
  const date = new Date(day);
  const months = (at: number): number => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  const { byDay, byMonth, byMonthDay, interval, weekStart } = rule;
  const isMonth = byMonth.length === 0 || byMonth.includes(date.getUTCMonth() + 1);
  if (!isMonth) return false;
  const isMonthDay = byMonthDay.length === 0 || byMonthDay.some((n) => monthDay(day, n) === day);
  const isWeekday = byDay.length === 0 || byDay.some(({ nth, weekday }) => isNth(day, nth, weekday));
  switch (rule.freq) {
    case 'DAILY':
      return ((day - first) / DAY) % interval === 0 && isMonthDay && isWeekday;
    case 'WEEKLY': {
      const week = (at: number): number => at - ((weekdayOf(at) - weekStart + 7) % 7) * DAY;
      if (((week(day) - week(first)) / (7 * DAY)) % interval !== 0) return false;
      return byDay.length === 0 ? weekdayOf(day) === weekdayOf(first) : isWeekday;
    }
    case 'MONTHLY':
      if ((months(day) - months(first)) % interval !== 0) return false;
      return byDay.length + byMonthDay.length === 0 ? sameDate(day, first) : isMonthDay && isWeekday;
    case 'YEARLY': {
      if ((date.getUTCFullYear() - new Date(first).getUTCFullYear()) % interval !== 0) return false;
      if (byMonth.length === 0) {
        if (byDay.length + byMonthDay.length > 0) throw new Error('yearly by day needs BYMONTH here');
        return sameDate(day, first) && date.getUTCMonth() === new Date(first).getUTCMonth();
      }
      return byDay.length + byMonthDay.length === 0 ? sameDate(day, first) : isMonthDay && isWeekday;
    }
  }
}

const sameDate = (a: number, b: number): boolean => new Date(a).getUTCDate() === new Date(b).getUTCDate();

/** The n-th day of the month of `day`; negative n counts from its end. */
function monthDay(day: number, n: number): number {
  const date = new Date(day);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (n < 0 ? 1 : 0), 1);
  return from + (n < 0 ? n : n - 1) * DAY;
}

/** True if `day` is the nth such weekday of its month, or any such weekday for 0. */
function isNth(day: number, nth: number, weekday: number): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0) return true;
  const month = (at: number): number => new Date(at).getUTCMonth();
  // The nth one has n - 1 before it in its month; the one before those is in another month.
  const outside = day - nth * 7 * DAY;
  const inside = outside + Math.sign(nth) * 7 * DAY;
  return month(outside) !== month(day) && month(inside) === month(day);
}

/** The value of an RRULE; `until` as text to write. */
export function printRule(rule: PlainRule, until?: string): string {
  const days = rule.byDay.map(({ nth, weekday }) => `${nth === 0 ? '' : nth}${WEEKDAYS[weekday - 1]}`);
  return [
    `FREQ=${rule.freq}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...(rule.byMonth.length === 0 ? [] : [`BYMONTH=${rule.byMonth}`]),
    ...(rule.byMonthDay.length === 0 ? [] : [`BYMONTHDAY=${rule.byMonthDay}`]),
    ...(days.length === 0 ? [] : [`BYDAY=${days}`]),
    ...(rule.count === undefined ? [] : [`COUNT=${rule.count}`]),
    ...(until === undefined ? [] : [`UNTIL=${until}`]),
    ...(rule.weekStart === 1 ? [] : [`WKST=${WEEKDAYS[rule.weekStart - 1]}`]),
  ].join(';');
}

/** Reads an RRULE; fails on parts that these tests do not know. */
export function readRule(text: string, zone: string): PlainRule {
  const parts = new Map(
    text.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=');
      return [name, value];
    }),
  );
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const numbers = (name: string): readonly number[] => take(name)?.split(',').map(Number) ?? [];
  const freq = take('FREQ');
  if (freq !== 'DAILY' && freq !== 'WEEKLY' && freq !== 'MONTHLY' && freq !== 'YEARLY')
    throw new Error(`unknown frequency in ${text}`);
  const byDay = (take('BYDAY')?.split(',') ?? []).map((day) => ({
    nth: Number(day.slice(0, -2)),
    weekday: WEEKDAYS.indexOf(day.slice(-2)) + 1,
  }));
  const until = take('UNTIL');
  const count = take('COUNT');
  const rule: PlainRule = {
    freq,
    interval: Number(take('INTERVAL') ?? 1),
    byDay,
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH'),
    weekStart: WEEKDAYS.indexOf(take('WKST') ?? 'MO') + 1,
    ...(count === undefined ? {} : { count: Number(count) }),
    ...(until === undefined ? {} : { until: lastWall(until, zone) }),
  };
  if (parts.size > 0) throw new Error(`unknown parts in ${text}`);
  return rule;
}

/** UNTIL as the last wall time of a series in that zone. */
function lastWall(until: string, zone: string): number {
  const wall = readIcs(until);
  if (!until.includes('T')) return wall + DAY - 1;
  if (!until.endsWith('Z')) return wall;
  // The latest wall time that is not after the moment.
  let last = wall + 14 * 3_600_000;
  while (toInstant(last, zone) > wall) last -= 15 * 60_000;
  return last;
}
