import {
  civilDate,
  DAY,
  dayOfWall,
  daysInMonth,
  HOUR,
  isoWeekday,
  SECOND,
  timeOfWall,
} from '../../../../compilers/time/civil.js';
import { ALL_TIME, type Wall } from '../../../../schemas/model/time.js';
import { meterOf } from '../../rules/expansion-budget.js';
import type { Rule, RuleUntil } from '../../rules/rule.js';
import type { Occurrences } from '../../rules/rule-occurrences.js';
import { boundRule, EDIT_BUDGET, isOnRule, untilAt, untilWall, withoutEnd } from '../../series/bound-rule.js';
import type { TimeForm } from '../../text/time-form.js';

/** A requested shift: every start moves by the same amount, and the named one exactly. */
export interface Shift {
  readonly from: TimeForm;
  readonly to: TimeForm;
  readonly start: Wall;
  readonly named: Wall;
  at(wall: Wall): Wall;
}

export interface ShiftedRule {
  readonly rule: Rule;
  readonly start: Wall;
  at(wall: Wall): Wall;
  /** False if the pattern follows (second Tuesday to second Wednesday) instead of each start by the same amount. */
  readonly exact: boolean;
}

/** Number of starts to compare, and how far each may be from a plain shift if the pattern follows. */
const COMPARED = 600;
const TOLERANCE = 7 * DAY;
/** Days; about 180 years. */
const LONGEST_LOOK = 2 ** 16;

/**
 * The rule with the shifted starts of `rule`. Weekdays, days of the month and so on follow if the day changes; every
 * candidate is checked against the starts themselves. Undefined if no rule fits.
 */
export function shiftRule(rule: Rule, shift: Shift): ShiftedRule | undefined {
  const old = take(
    boundRule(rule, { start: shift.start, form: shift.from }, { anchored: true }),
    shift.start,
    COMPARED,
  );
  const start = shift.at(shift.start);
  const candidates = candidateRules(rule, shift, start);
  const wasOnRule = isOnRule(rule, { start: shift.start, form: shift.from });
  for (const candidate of candidates) {
    if (wasOnRule && !isOnRule(candidate, { start, form: shift.to })) continue;
    const moved: Rule = ended(candidate, rule, shiftedUntil(rule, shift));
    const starts = take(boundRule(moved, { start, form: shift.to }, { anchored: true }), start, COMPARED);
    if (starts.length === old.length && old.every((wall, index) => starts[index] === shift.at(wall)))
      return { rule: moved, start, at: shift.at, exact: true };
  }
  if (
    !isByMonth(rule) ||
    old.some((wall, index) => index > 0 && shift.at(wall) <= shift.at(old[index - 1] ?? wall))
  )
    return undefined;
  for (const candidate of candidates) {
    const followed = follow(candidate, rule, old, shift);
    if (followed !== undefined) return followed;
  }
  return undefined;
}

/** Only days of the month are uneven enough for a pattern to follow a shift that it cannot express exactly. */
function isByMonth({ frequency }: Rule): boolean {
  return frequency === 'MONTHLY' || frequency === 'YEARLY';
}

function follow(candidate: Rule, rule: Rule, old: readonly Wall[], shift: Shift): ShiftedRule | undefined {
  const plain = shift.at(shift.start);
  for (const days of [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7]) {
    const start = plain + days * DAY;
    if (!isOnRule(candidate, { start, form: shift.to })) continue;
    const moved = take(
      boundRule(candidate, { start, form: shift.to }, { anchored: true }),
      start,
      old.length,
    );
    const near = old.every(
      (wall, index) => Math.abs((moved[index] ?? Infinity) - shift.at(wall)) <= TOLERANCE,
    );
    const byOld = new Map(old.map((wall, index) => [wall, moved[index] ?? wall]));
    if (!near || (byOld.get(shift.named) ?? shift.at(shift.named)) !== shift.at(shift.named)) continue;
    const last = moved[old.length - 1];
    const until =
      rule.until === undefined || old.length === COMPARED || last === undefined
        ? shiftedUntil(rule, shift)
        : untilAt(last, shift.to);
    return {
      rule: ended(candidate, rule, until),
      start,
      at: (wall) => byOld.get(wall) ?? shift.at(wall),
      exact: false,
    };
  }
  return undefined;
}

/** DTSTART and the starts after it, searched in growing steps. */
function take(starts: Occurrences, from: Wall, count: number): readonly Wall[] {
  const found: Wall[] = [from];
  const meter = meterOf(EDIT_BUDGET);
  for (let at = from + 1, days = 1; found.length < count && days < LONGEST_LOOK; days *= 2) {
    found.push(...starts.between(at, at + days * DAY, meter));
    at += days * DAY;
  }
  return found.slice(0, count);
}

function ended(candidate: Rule, old: Rule, until: RuleUntil | undefined): Rule {
  if (until !== undefined) return { ...candidate, until };
  return old.count === undefined ? candidate : { ...candidate, count: old.count };
}

function shiftedUntil({ until }: Rule, { from, to, at }: Shift): RuleUntil | undefined {
  if (until === undefined) return undefined;
  const wall = from.kind === 'date' ? dayOfWall(untilWall(until, from)) * DAY : untilWall(until, from);
  return untilAt(Math.min(at(wall), ALL_TIME.to - 2 * DAY), to);
}

/** Rules without an end that may fit the shifted pattern, the most natural first. */
function candidateRules(old: Rule, shift: Shift, start: Wall): readonly Rule[] {
  const rule = shiftedTimes(withoutEnd(old), shift, start);
  const days = dayOfWall(start) - dayOfWall(shift.start);
  if (days === 0) return [rule].filter(isLegal);
  const date = civilDate(dayOfWall(start));
  const weekday = isoWeekday(dayOfWall(start));
  const rotated = (day: number): number => ((((day - 1 + days) % 7) + 7) % 7) + 1;
  const moved: Rule = {
    ...rule,
    byDay: rule.byDay.map((day) => ({ ...day, weekday: rotated(day.weekday) })),
    byMonthDay: rule.byMonthDay.map((day) => day + days),
    byYearDay: rule.byYearDay.map((day) => day + days),
    byMonth: rule.byMonth.length === 1 ? [date.month] : rule.byMonth,
  };
  const [single] = rule.byDay;
  const nths = [Math.ceil(date.day / 7), ...(date.day + 7 > daysInMonth(date.year, date.month) ? [-1] : [])];
  const fromEnd = single?.nth !== undefined && single.nth < 0;
  const ofMonth =
    rule.byDay.length === 1 && single?.nth !== undefined ? (fromEnd ? nths.reverse() : nths) : [];
  const all: Rule[] = [
    moved,
    { ...moved, weekStart: rotated(rule.weekStart) },
    ...ofMonth.map((nth) => ({ ...moved, byDay: [{ weekday, nth }] })),
    ...(rule.byMonthDay.length === 1 ? [{ ...moved, byMonthDay: [date.day] }] : []),
    rule,
  ];
  return all.filter(isLegal);
}

/** Shifts BYHOUR and finer: a single time follows DTSTART; several hours shift together. All-day events have none. */
function shiftedTimes(rule: Rule, shift: Shift, start: Wall): Rule {
  if (shift.to.kind === 'date') return { ...rule, byHour: [], byMinute: [], bySecond: [] };
  const change = timeOfWall(start) - timeOfWall(shift.start);
  if (change === 0 || rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0) return rule;
  const seconds = timeOfWall(start) / SECOND;
  const one = (list: readonly number[], value: number) => (list.length === 1 ? [value] : list);
  const hours =
    rule.byHour.length > 1 && change % HOUR === 0
      ? rule.byHour.map((hour) => hour + change / HOUR)
      : one(rule.byHour, Math.floor(seconds / 3600));
  return {
    ...rule,
    byHour: hours,
    byMinute: one(rule.byMinute, Math.floor(seconds / 60) % 60),
    bySecond: one(rule.bySecond, seconds % 60),
  };
}

function isLegal({ byMonthDay, byYearDay, byHour }: Rule): boolean {
  const within = (limit: number) => (value: number) => value !== 0 && Math.abs(value) <= limit;
  return (
    byMonthDay.every(within(31)) &&
    byYearDay.every(within(366)) &&
    byHour.every((hour) => hour >= 0 && hour < 24)
  );
}
