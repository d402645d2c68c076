import { civilDate, dayNumber, daysInMonth, isLeapYear, isoWeekday } from '../../../compilers/time/civil.js';
import type { Rule } from './rule.js';

/** The day part of a compiled rule: periods of FREQ and INTERVAL, numbered from the one with DTSTART. */
export interface RuleDays {
  /** Number of the last period that begins on or before the day. */
  periodOf(day: number): number;
  firstDay(period: number): number;
  /** Days of a period that the rule allows, ascending; RFC 7529 SKIP may move one just outside it. */
  daysOf(period: number): readonly number[];
  /** First period ≥ period that may have days; skips whole months that BYMONTH excludes. */
  nextPeriod(period: number): number;
  /** Nothing limits the days, so every period has all of them. */
  readonly regular: boolean;
}

/** Evaluates the BY parts of a rule by the table in RFC 5545 §3.3.10. */
export function compileDays(rule: Rule, startDay: number): RuleDays {
  switch (rule.frequency) {
    case 'YEARLY':
      return yearly(rule, startDay);
    case 'MONTHLY':
      return monthly(rule, startDay);
    case 'WEEKLY':
      return weekly(rule, startDay);
    case 'DAILY':
      return daily(rule, startDay, rule.interval);
    case 'HOURLY':
    case 'MINUTELY':
    case 'SECONDLY':
      return daily(rule, startDay, 1);
  }
}

function yearly(rule: Rule, startDay: number): RuleDays {
  const start = civilDate(startDay);
  const implied = !hasDayPart(rule);
  const monthDays = implied ? [start.day] : rule.byMonthDay;
  const months = ascending(
    rule.byMonth.length > 0
      ? rule.byMonth
      : implied
        ? [start.month]
        : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
  const matches = dayFilter(rule, rule.byMonth.length > 0 ? 'month' : 'year');
  const weekdays = rule.byDay.length > 0 ? allWeekdays(rule) : new Set([isoWeekday(startDay)]);

  function daysOf(period: number): readonly number[] {
    const year = start.year + period * rule.interval;
    const january1 = dayNumber(year, 1, 1);
    const length = isLeapYear(year) ? 366 : 365;
    if (monthDays.length > 0) {
      const days = months.flatMap((month) => resolveMonthDays(rule, monthDays, year, month));
      return distinct(days.filter(matches));
    }
    if (rule.byYearDay.length > 0) {
      const days = rule.byYearDay
        .filter((nth) => Math.abs(nth) <= length)
        .map((nth) => january1 + (nth > 0 ? nth - 1 : length + nth));
      return distinct(days.filter(matches));
    }
    if (rule.byWeekNo.length > 0) {
      // The weeks of a year may reach into its neighbours; their days belong to the year they lie in.
      const days = [year - 1, year, year + 1]
        .flatMap((weekYear) => weeksOf(rule, weekYear))
        .flatMap((first) => [0, 1, 2, 3, 4, 5, 6].map((offset) => first + offset))
        .filter((day) => day >= january1 && day < january1 + length && weekdays.has(isoWeekday(day)));
      return distinct(days.filter(matches));
    }
    return rule.byMonth.length > 0
      ? months.flatMap((month) => daysInSpan(rule, dayNumber(year, month, 1), daysInMonth(year, month)))
      : daysInSpan(rule, january1, length);
  }

  return {
    periodOf: (day) => Math.floor((civilDate(day).year - start.year) / rule.interval),
    firstDay: (period) => dayNumber(start.year + period * rule.interval, 1, 1),
    daysOf,
    nextPeriod: (period) => period,
    regular: false,
  };
}

function monthly(rule: Rule, startDay: number): RuleDays {
  const start = civilDate(startDay);
  const startMonth = start.year * 12 + start.month - 1;
  const monthDays = hasDayPart(rule) ? rule.byMonthDay : [start.day];
  const months = new Set(rule.byMonth);
  const matches = dayFilter(rule, 'month');
  const onStartWeekday = rule.byDay.length === 0 && rule.byYearDay.length === 0;

  function daysOf(period: number): readonly number[] {
    const index = startMonth + period * rule.interval;
    const year = Math.floor(index / 12);
    const month = index - year * 12 + 1;
    if (months.size > 0 && !months.has(month)) return [];
    if (monthDays.length > 0) {
      return distinct(resolveMonthDays(rule, monthDays, year, month).filter(matches));
    }
    const first = dayNumber(year, month, 1);
    const length = daysInMonth(year, month);
    if (rule.byYearDay.length === 0 && rule.byWeekNo.length === 0) return daysInSpan(rule, first, length);
    return everyDay(first, length).filter(
      (day) => matches(day) && (!onStartWeekday || isoWeekday(day) === isoWeekday(startDay)),
    );
  }

  return {
    periodOf: (day) => {
      const { year, month } = civilDate(day);
      return Math.floor((year * 12 + month - 1 - startMonth) / rule.interval);
    },
    firstDay: (period) => dayNumber(start.year, start.month + period * rule.interval, 1),
    daysOf,
    nextPeriod: (period) => period,
    regular: false,
  };
}

function weekly(rule: Rule, startDay: number): RuleDays {
  const firstWeek = weekStartOf(startDay, rule.weekStart);
  const span = 7 * rule.interval;
  const limited =
    rule.byMonth.length + rule.byMonthDay.length + rule.byYearDay.length + rule.byWeekNo.length > 0;
  const weekdays =
    rule.byDay.length > 0
      ? allWeekdays(rule)
      : new Set(
          rule.byMonthDay.length + rule.byYearDay.length > 0 ? [1, 2, 3, 4, 5, 6, 7] : [isoWeekday(startDay)],
        );
  const offsets = ascending([...weekdays].map((weekday) => (weekday - rule.weekStart + 7) % 7));
  const matches = limited ? dayFilter(rule, 'none') : undefined;
  return {
    periodOf: (day) => Math.floor((day - firstWeek) / span),
    firstDay: (period) => firstWeek + period * span,
    daysOf: (period) => {
      const days = offsets.map((offset) => firstWeek + period * span + offset);
      return matches === undefined ? days : days.filter(matches);
    },
    nextPeriod: (period) => period,
    regular: !limited,
  };
}

function daily(rule: Rule, startDay: number, interval: number): RuleDays {
  const months = new Set(rule.byMonth);
  const limited = months.size > 0 || rule.byDay.length > 0 || hasDayPart(rule);
  const matches = limited ? dayFilter(rule, 'none') : undefined;
  return {
    periodOf: (day) => Math.floor((day - startDay) / interval),
    firstDay: (period) => startDay + period * interval,
    daysOf: (period) => {
      const day = startDay + period * interval;
      return matches === undefined || matches(day) ? [day] : [];
    },
    nextPeriod: (period) => {
      if (months.size === 0) return period;
      const { year, month } = civilDate(startDay + period * interval);
      let ahead = 0;
      while (!months.has(((month - 1 + ahead) % 12) + 1)) ahead++;
      return ahead === 0 ? period : Math.ceil((dayNumber(year, month + ahead, 1) - startDay) / interval);
    },
    regular: !limited,
  };
}

function hasDayPart(rule: Rule): boolean {
  return rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length + rule.byWeekNo.length > 0;
}

/** Makes a test for all BY parts that limit days or months; a numbered BYDAY counts within `scope`. */
function dayFilter(rule: Rule, scope: 'year' | 'month' | 'none'): (day: number) => boolean {
  // SKIP moves days after BYMONTH and BYMONTHDAY are applied (RFC 7529 §4.1), so those hold by construction.
  const moved = rule.skip !== 'OMIT' && (rule.frequency === 'YEARLY' || rule.frequency === 'MONTHLY');
  const months = moved || rule.byMonth.length === 0 ? undefined : new Set(rule.byMonth);
  const monthDays = moved || rule.byMonthDay.length === 0 ? undefined : new Set(rule.byMonthDay);
  const yearDays = rule.byYearDay.length === 0 ? undefined : new Set(rule.byYearDay);
  const weekNos = rule.byWeekNo.length === 0 ? undefined : new Set(rule.byWeekNo);
  const plain = new Set(
    rule.byDay.filter((day) => day.nth === undefined || scope === 'none').map((day) => day.weekday),
  );
  const numbered = scope === 'none' ? [] : rule.byDay.filter((day) => day.nth !== undefined);
  const limits = [months, monthDays, yearDays, weekNos].filter((one) => one !== undefined);
  if (limits.length === 0 && numbered.length === 0)
    return (day) => plain.size === 0 || plain.has(isoWeekday(day));

  return (day) => {
    const { year, month, day: dayOfMonth } = civilDate(day);
    if (months !== undefined && !months.has(month)) return false;
    if (monthDays !== undefined && !monthDays.has(dayOfMonth)) {
      if (!monthDays.has(dayOfMonth - daysInMonth(year, month) - 1)) return false;
    }
    if (yearDays !== undefined) {
      const nth = day - dayNumber(year, 1, 1);
      if (!yearDays.has(nth + 1) && !yearDays.has(nth - (isLeapYear(year) ? 366 : 365))) return false;
    }
    if (weekNos !== undefined) {
      const { week, weeks } = weekOf(day, rule.weekStart);
      if (!weekNos.has(week) && !weekNos.has(week - weeks - 1)) return false;
    }
    if (rule.byDay.length === 0) return true;
    const weekday = isoWeekday(day);
    if (plain.has(weekday)) return true;
    const first = scope === 'month' ? day - dayOfMonth + 1 : dayNumber(year, 1, 1);
    const length = scope === 'month' ? daysInMonth(year, month) : isLeapYear(year) ? 366 : 365;
    return numbered.some(
      (wanted) =>
        wanted.weekday === weekday && nthWeekday(first, length, wanted.weekday, wanted.nth ?? 1) === day,
    );
  };
}

/** Days of BYDAY in a month or year: every such weekday, or the nth. */
function daysInSpan(rule: Rule, first: number, length: number): readonly number[] {
  const days: number[] = [];
  for (const { weekday, nth } of rule.byDay) {
    if (nth === undefined) {
      for (let day = first + ((weekday - isoWeekday(first) + 7) % 7); day < first + length; day += 7)
        days.push(day);
    } else {
      const day = nthWeekday(first, length, weekday, nth);
      if (day !== undefined) days.push(day);
    }
  }
  return distinct(days);
}

function nthWeekday(first: number, length: number, weekday: number, nth: number): number | undefined {
  const last = first + length - 1;
  const day =
    nth > 0
      ? first + ((weekday - isoWeekday(first) + 7) % 7) + (nth - 1) * 7
      : last - ((isoWeekday(last) - weekday + 7) % 7) + (nth + 1) * 7;
  return day >= first && day <= last ? day : undefined;
}

/** BYMONTHDAY in one month; SKIP moves days that do not exist. */
function resolveMonthDays(rule: Rule, monthDays: readonly number[], year: number, month: number): number[] {
  const first = dayNumber(year, month, 1);
  const length = daysInMonth(year, month);
  const days: number[] = [];
  for (const wanted of monthDays) {
    const day = wanted > 0 ? wanted : length + wanted + 1;
    if (day >= 1 && day <= length) days.push(first + day - 1);
    else if (rule.skip === 'FORWARD') days.push(day < 1 ? first : first + length);
    else if (rule.skip === 'BACKWARD') days.push(day < 1 ? first - 1 : first + length - 1);
  }
  return days;
}

/** First days of the BYWEEKNO weeks in a week-numbering year. */
function weeksOf(rule: Rule, weekYear: number): number[] {
  const january4 = dayNumber(weekYear, 1, 4);
  const firstWeek = weekStartOf(january4, rule.weekStart);
  const weeks = (weekStartOf(dayNumber(weekYear + 1, 1, 4), rule.weekStart) - firstWeek) / 7;
  return rule.byWeekNo
    .map((week) => (week > 0 ? week : weeks + week + 1))
    .filter((week) => week >= 1 && week <= weeks)
    .map((week) => firstWeek + (week - 1) * 7);
}

/** The week number of a day, and the number of weeks in its year; week 1 has at least four days. */
function weekOf(day: number, weekStart: number): { readonly week: number; readonly weeks: number } {
  const first = weekStartOf(day, weekStart);
  const { year } = civilDate(first + 3);
  const firstWeek = weekStartOf(dayNumber(year, 1, 4), weekStart);
  const nextYear = weekStartOf(dayNumber(year + 1, 1, 4), weekStart);
  return { week: (first - firstWeek) / 7 + 1, weeks: (nextYear - firstWeek) / 7 };
}

function weekStartOf(day: number, weekStart: number): number {
  return day - ((isoWeekday(day) - weekStart + 7) % 7);
}

function allWeekdays(rule: Rule): Set<number> {
  return new Set(rule.byDay.map(({ weekday }) => weekday));
}

function everyDay(first: number, length: number): number[] {
  return Array.from({ length }, (_, index) => first + index);
}

function ascending(list: readonly number[]): readonly number[] {
  return [...new Set(list)].sort((a, b) => a - b);
}

function distinct(days: number[]): readonly number[] {
  if (days.length < 2) return days;
  days.sort((a, b) => a - b);
  return days.filter((day, index) => day !== days[index - 1]);
}
