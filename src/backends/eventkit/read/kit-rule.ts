import { KIT_LIMITS, kitRefusal } from '../../../../compilers/targets/eventkit/limits.js';
import { civilDate, DAY, dayOfWall } from '../../../../compilers/time/civil.js';
import { type Instant, utcWall, type Wall } from '../../../../schemas/model/time.js';
import {
  type Frequency,
  parseRule,
  printRule,
  type Rule,
  type RuleUntil,
} from '../../../calendar/rules/rule.js';
import type { TimeForm } from '../../../calendar/text/time-form.js';
import type { RuleRecord } from '../process/protocol.js';

const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
/** EventKit counts from Sunday = 1, ISO from Monday = 1. */
const isoDay = (day: number): number => (day === 1 ? 7 : day - 1);
const kitDay = (weekday: number): number => (weekday === 7 ? 1 : weekday + 1);

export function printKitRule(record: RuleRecord, form: TimeForm): string {
  const { frequency, weekStart, days, count, until } = record;
  const name = FREQUENCIES[frequency];
  if (name === undefined) throw new RangeError('A frequency that EventKit does not have.');
  return printRule({
    frequency: name,
    interval: Math.max(1, record.interval),
    ...(count > 0 && { count }),
    ...(count === 0 && until !== null && { until: untilOf(until, form) }),
    bySecond: [],
    byMinute: [],
    byHour: [],
    byDay: days.map(([day, nth]) => ({ weekday: isoDay(day), ...(nth !== 0 && { nth }) })),
    byMonthDay: record.monthDays,
    byYearDay: record.yearDays,
    byWeekNo: record.weeks,
    byMonth: record.months,
    bySetPos: record.positions,
    weekStart: weekStart === 0 || !mindsWeekStart(record) ? 1 : isoDay(weekStart),
    skip: 'OMIT',
  });
}

function untilOf(until: Instant, { kind, zone }: TimeForm): RuleUntil {
  const wall = zone.toWall(until);
  if (kind === 'date') return { kind: 'date', day: dayOfWall(wall) };
  return kind === 'floating' ? { kind: 'local', wall } : { kind: 'utc', instant: until };
}

/** EventKit's record of an RRULE for a series that begins at `start`; throws if EventKit cannot hold it. */
export function kitRule(text: string, start: Wall, form: TimeForm): RuleRecord {
  const rule = simplified(parseRule(text), start);
  const frequency = FREQUENCIES.indexOf(rule.frequency);
  const days = rule.byDay.map(({ weekday, nth = 0 }): [number, number] => [kitDay(weekday), nth]);
  const record: RuleRecord = {
    frequency,
    interval: rule.interval,
    weekStart: 0,
    days,
    monthDays: [...rule.byMonthDay],
    months: [...rule.byMonth],
    weeks: [...rule.byWeekNo],
    yearDays: [...rule.byYearDay],
    positions: [...rule.bySetPos],
    count: rule.count ?? 0,
    until: rule.until === undefined ? null : endOf(rule.until, form),
  };
  const byTime = rule.byHour.length + rule.byMinute.length + rule.bySecond.length;
  const isKnown = frequency >= 0 && byTime === 0 && rule.skip === 'OMIT' && fits(record);
  if (!isKnown || (mindsWeekStart(record) && rule.weekStart !== 1)) throw kitRefusal(KIT_LIMITS.rules);
  return record;
}

/** True if EventKit reads these parts at the frequency. */
function fits({ frequency, days, monthDays, months, weeks, yearDays, positions }: RuleRecord): boolean {
  const none = (...lists: readonly (readonly unknown[])[]): boolean =>
    lists.every((list) => list.length === 0);
  if (positions.length > 0 && none(days, monthDays, months, weeks, yearDays)) return false;
  switch (FREQUENCIES[frequency]) {
    case 'DAILY':
      return none(days, monthDays, months, weeks, yearDays);
    case 'WEEKLY':
      return none(monthDays, months, weeks, yearDays) && days.every(([, nth]) => nth === 0);
    case 'MONTHLY':
      return none(months, weeks, yearDays);
    default:
      return none(monthDays);
  }
}

/** True if the first day of the week changes the dates. */
function mindsWeekStart({ frequency, interval, days, weeks }: RuleRecord): boolean {
  return weeks.length > 0 || (FREQUENCIES[frequency] === 'WEEKLY' && interval > 1 && days.length > 1);
}

/** Rewrites two rules the way EventKit spells them. */
function simplified(rule: Rule, start: Wall): Rule {
  const isWeekDays = rule.frequency === 'DAILY' && rule.interval === 1 && rule.byDay.length > 0;
  if (isWeekDays && rule.bySetPos.length === 0) return { ...rule, frequency: 'WEEKLY' };
  const { month, day } = civilDate(dayOfWall(start));
  const own = rule.byMonth.every((one) => one === month) && rule.byMonthDay.every((one) => one === day);
  const isOwn = own && rule.byMonthDay.length === 1 && rule.byDay.length === 0;
  if (rule.frequency === 'YEARLY' && isOwn && rule.byMonth.length === 1)
    return { ...rule, byMonth: [], byMonthDay: [] };
  return rule;
}

/** The last moment of a rule; a bare date includes that whole day. */
function endOf(until: RuleUntil, { kind, zone }: TimeForm): Instant {
  switch (until.kind) {
    case 'date':
      return zone.toInstant(kind === 'date' ? until.day * DAY : (until.day + 1) * DAY - 1000);
    case 'local':
      return zone.toInstant(until.wall);
    case 'utc':
      return kind === 'date' ? zone.toInstant(dayOfWall(utcWall(until.instant)) * DAY) : until.instant;
  }
}
