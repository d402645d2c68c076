import { civilDate, DAY_NAMES, dayOfWall, MONTH_NAMES } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { utcWall } from '../../../schemas/model/time.js';
import { type Frequency, type Rule, type RuleDay, readRule } from './rule.js';

const UNITS: Readonly<Record<Frequency, string>> = {
  SECONDLY: 'second',
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

/**
 * A rule in plain English: `every 2 weeks on Monday and Friday until 24 Dec 2026`. `zone`: turns an UNTIL in UTC into
 * a day; `last`: the day of the last occurrence if it is known, which replaces UNTIL. An unreadable rule is described
 * as such.
 */
export function describeRule(rrule: string, zone?: Zone, last?: number): string {
  try {
    return textOf(readRule(rrule), zone, last);
  } catch (error) {
    if (error instanceof CalendarError) return 'by a rule that cannot be read';
    throw error;
  }
}

/** Maximum number of exception days that a text names; the latest ones. */
const NAMED_DAYS = 3;

/** `, except 22 Dec, 29 Dec 2026 and 5 Jan 2027` */
export function exceptDays(days: readonly number[]): string {
  const latest = days.slice(-NAMED_DAYS);
  const named = latest.map((day, at) => {
    const next = latest[at + 1];
    const isYearSaid = next !== undefined && civilDate(next).year === civilDate(day).year;
    return isYearSaid ? dayName(day).slice(0, -5) : dayName(day);
  });
  const more = days.length - named.length;
  if (more > 0) named.push(`${more} more`);
  return named.length === 0 ? '' : `, except ${list(named)}`;
}

function textOf(rule: Rule, zone: Zone | undefined, last: number | undefined): string {
  const unit = UNITS[rule.frequency];
  const often = rule.interval === 1 ? `every ${unit}` : `every ${rule.interval} ${unit}s`;
  const plain = plainDays(rule);
  const parts = [plain ?? often];
  const days = plain === undefined ? daysText(rule) : '';
  if (days !== '') parts.push(days);
  if (rule.byWeekNo.length > 0)
    parts.push(
      `in week ${list(rule.byWeekNo.map((week) => (week > 0 ? `${week}` : `${ordinal(week)} of the year`)))}`,
    );
  if (rule.byMonth.length > 0)
    parts.push(`in ${list(rule.byMonth.map((month) => MONTH_NAMES[month - 1] ?? ''))}`);
  const times = timesText(rule);
  if (times !== '') parts.push(times);
  if (rule.bySetPos.length > 0 && !isLastWeekday(rule))
    parts.push(`(only the ${list(rule.bySetPos.map(ordinal))} of these)`);
  if (rule.skip !== 'OMIT')
    parts.push(`(days that do not exist move ${rule.skip === 'FORWARD' ? 'forward' : 'back'})`);
  if (rule.count !== undefined) parts.push(rule.count === 1 ? 'once' : `${rule.count} times`);
  if (rule.until !== undefined) parts.push(`until ${dayName(last ?? untilDay(rule.until, zone))}`);
  return parts.join(' ');
}

/** Text for Monday to Friday, or all seven days, of each week. */
function plainDays(rule: Rule): string | undefined {
  const { byDay, byMonthDay, byYearDay, frequency, interval } = rule;
  const isOfWeeks = frequency === 'WEEKLY' || frequency === 'DAILY';
  if (!isOfWeeks || interval !== 1 || byMonthDay.length + byYearDay.length > 0) return undefined;
  if (byDay.some(({ nth }) => nth !== undefined)) return undefined;
  const days = new Set(byDay.map(({ weekday }) => weekday));
  if (days.size === 7) return 'every day';
  return days.size === 5 && !days.has(6) && !days.has(7) ? 'every weekday' : undefined;
}

function daysText(rule: Rule): string {
  const parts: string[] = [];
  if (rule.byYearDay.length > 0)
    parts.push(
      `on ${list(rule.byYearDay.map((day) => (day > 0 ? `day ${day}` : `the ${ordinal(day)} day`)))} of the year`,
    );
  if (rule.byMonthDay.length > 0)
    parts.push(
      `on the ${list(rule.byMonthDay.map((day) => (day > 0 ? numberOrdinal(day) : `${ordinal(day)} day`)))}`,
    );
  if (rule.byDay.length > 0) {
    const limited = rule.byMonthDay.length + rule.byYearDay.length > 0;
    const text = weekdaysText(rule);
    parts.push(limited ? `if that is ${text.replace(/^on /, '')}` : text);
  }
  return parts.join(' ');
}

function weekdaysText(rule: Rule): string {
  const { byDay } = rule;
  if (isLastWeekday(rule)) return `on the ${list(rule.bySetPos.map(ordinal))} weekday`;
  const plain = byDay.every(({ nth }) => nth === undefined);
  const set = new Set(byDay.map(({ weekday }) => weekday));
  if (plain && set.size === 7) return 'on every day';
  if (plain && set.size === 5 && [1, 2, 3, 4, 5].every((day) => set.has(day))) return 'on weekdays';
  const scope = !plain && rule.frequency === 'YEARLY' && rule.byMonth.length === 0 ? ' of the year' : '';
  return `on ${list(byDay.map(dayText))}${scope}`;
}

function dayText({ weekday, nth }: RuleDay): string {
  const name = DAY_NAMES[weekday - 1] ?? '';
  return nth === undefined ? name : `the ${ordinal(nth)} ${name}`;
}

/** True for Monday to Friday and a position, such as the last weekday of the month. */
function isLastWeekday({ byDay, bySetPos, frequency, byMonthDay, byHour }: Rule): boolean {
  return (
    frequency === 'MONTHLY' &&
    bySetPos.length > 0 &&
    byMonthDay.length + byHour.length === 0 &&
    byDay.length === 5 &&
    byDay.every(({ weekday, nth }) => nth === undefined && weekday <= 5)
  );
}

function timesText({ byHour, byMinute, bySecond }: Rule): string {
  const parts: string[] = [];
  if (byHour.length > 0 && byMinute.length > 0) {
    const times = byHour.flatMap((hour) => byMinute.map((minute) => `${two(hour)}:${two(minute)}`));
    parts.push(`at ${list(times)}`);
  } else if (byHour.length > 0)
    parts.push(`in the hour${byHour.length > 1 ? 's' : ''} ${list(byHour.map(two))}`);
  else if (byMinute.length > 0) parts.push(`at minute ${list(byMinute.map(String))}`);
  if (bySecond.length > 0) parts.push(`at second ${list(bySecond.map(String))}`);
  return parts.join(' ');
}

function untilDay(until: NonNullable<Rule['until']>, zone: Zone | undefined): number {
  if (until.kind === 'date') return until.day;
  return dayOfWall(
    until.kind === 'local' ? until.wall : (zone?.toWall(until.instant) ?? utcWall(until.instant)),
  );
}

function dayName(day: number): string {
  const date = civilDate(day);
  return `${date.day} ${(MONTH_NAMES[date.month - 1] ?? '').slice(0, 3)} ${date.year}`;
}

/** `first`, `21st`; from the end `last`, `second to last`. */
function ordinal(position: number): string {
  const size = Math.abs(position);
  const word = ORDINALS[size] ?? numberOrdinal(size);
  if (position > 0) return word;
  return size === 1 ? 'last' : `${word} to last`;
}

function numberOrdinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
}

function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
