import type { RecurrenceRule } from '../../../../compilers/plan/write-plan.js';
import { DAY, SECOND } from '../../../../compilers/time/civil.js';
import type { EventTime } from '../../../../compilers/time/time-value.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { meterOf } from '../../rules/expansion-budget.js';
import { parseRule, printRule, type Rule, type RuleUntil } from '../../rules/rule.js';
import type { Occurrences } from '../../rules/rule-occurrences.js';
import {
  boundRule,
  EDIT_BUDGET,
  firstOf,
  type RuleBasis,
  ruleOffset,
  untilAt,
  untilWall,
  withoutEnd,
} from '../../series/bound-rule.js';
import { type LineEnd, makeProperty, type Property } from '../../text/content-line.js';
import { convertWall, type TimeForm, timeProperty, wallOf } from '../../text/time-form.js';
import { mergedRule, samePattern } from './merge-rule.js';

export const LARGEST_COUNT = 10_000;

/** A rule ready to write: RRULE and EXDATE lines, and the start that it needs. */
export interface NewRule {
  readonly rule: Rule;
  /** The first time on the rule, at or after the given start. */
  readonly start: Wall;
  readonly properties: readonly Property[];
  readonly notes: readonly string[];
}

interface RuleReading {
  /** The zone for dates without a time; the default is that of the start. */
  readonly asker?: Zone;
  /** The rule that the given parts change. */
  readonly stored?: Rule | undefined;
}

/** `found`: the occurrences that each excluded time matches. */
export function missingNote(found: readonly (readonly Wall[])[]): readonly string[] {
  const missing = found.filter((walls) => walls.length === 0).length;
  return missing === 0 ? [] : [`${missing} of the excluded times have no occurrence.`];
}

/**
 * Makes the lines of a given rule, or of `stored` with the given parts: UNTIL in the type of DTSTART (RFC 5545
 * §3.3.10), excluded times as EXDATE. Throws INVALID_RECURRENCE if the rule would flood a calendar or never take
 * place.
 */
export function newRule(
  recurrence: RecurrenceRule,
  basis: RuleBasis,
  lineEnd: LineEnd = '\r\n',
  { asker = basis.form.zone, stored }: RuleReading = {},
): NewRule {
  const { start, form } = basis;
  const parsed = stored === undefined ? parseRule(recurrence.rrule) : mergedRule(stored, recurrence.rrule);
  const isEnded = stored !== undefined && samePattern(stored, parsed);
  if (!isEnded) refuseFlood(parsed);
  const timed = form.kind === 'date' ? withoutTimes(parsed) : parsed;
  const until =
    recurrence.until === undefined
      ? timed.until && normalUntil(timed.until, form)
      : untilOf(recurrence.until, form, asker);
  const rule: Rule = until === undefined ? timed : { ...withoutEnd(timed), until };
  const offset = ruleOffset(rule, basis);
  const pattern = boundRule(rule, { start: start + offset, form }, { anchored: false });
  // If only the end changes, a start off its rule stays where it is.
  const first = isEnded ? start + offset : firstOf(pattern, start + offset);
  if (first === undefined || (until !== undefined && untilWall(until, form) < first)) throw neverTakesPlace();
  const found = recurrence.exclude.map((time) => excludedStarts(time, pattern, form));
  const excluded = [...new Set(found.flat())].sort((a, b) => a - b);
  const properties = [makeProperty('RRULE', printRule(rule), [], lineEnd)];
  if (excluded.length > 0) {
    if (lastIsExcluded(rule, first, form, excluded)) throw neverTakesPlace();
    const starts = excluded.map((wall) => wall - offset);
    properties.push(timeProperty('EXDATE', starts, form, lineEnd));
  }
  return { rule, start: first - offset, properties, notes: missingNote(found) };
}

/**
 * Refuses rules finer than hours or with thousands of occurrences, which fill a calendar and hang its clients. Throws
 * INVALID_RECURRENCE.
 */
export function refuseFlood(rule: Rule): void {
  if (rule.frequency === 'SECONDLY' || rule.frequency === 'MINUTELY') {
    throw new CalendarError('INVALID_RECURRENCE', 'Events cannot repeat every second or minute.', {
      suggestion: 'Use HOURLY or a longer frequency.',
    });
  }
  if ((rule.count ?? 0) > LARGEST_COUNT) {
    throw new CalendarError('INVALID_RECURRENCE', 'The recurrence rule has a COUNT above 10,000.', {
      suggestion: 'Give a smaller count, or until, or no end.',
    });
  }
}

/** Drops BYHOUR and the like, which all-day events ignore (RFC 5545 §3.3.10). */
function withoutTimes(rule: Rule): Rule {
  if (rule.frequency === 'HOURLY') {
    throw new CalendarError('INVALID_RECURRENCE', 'An all-day event cannot repeat by hours.', {
      suggestion: 'Use DAILY or a longer frequency, or a start with a time.',
    });
  }
  return { ...rule, byHour: [], byMinute: [], bySecond: [] };
}

function untilOf(time: EventTime, form: TimeForm, asker: Zone): RuleUntil {
  if (time.kind === 'time') return untilAt(wallOf(time, form), form);
  return untilAt(dayOfAsker(time.day, form, asker).to - SECOND, form);
}

/** A day in the asker's zone, in wall times of `form`. */
export function dayOfAsker(
  day: number,
  { kind, zone }: TimeForm,
  asker: Zone,
): { readonly from: Wall; readonly to: Wall } {
  const wall = (at: Wall): Wall => (kind === 'date' ? at : zone.toWall(asker.toInstant(at)));
  return { from: wall(day * DAY), to: wall(day * DAY + DAY) };
}

function normalUntil(until: RuleUntil, form: TimeForm): RuleUntil {
  // A moment that ends an all-day series means its day in the caller's zone.
  const wall =
    until.kind === 'utc' && form.kind === 'date' ? form.zone.toWall(until.instant) : untilWall(until, form);
  return untilAt(wall, form);
}

function excludedStarts(time: EventTime, pattern: Occurrences, form: TimeForm): readonly Wall[] {
  const wall = wallOf(time, form);
  const isExact = time.kind === 'time' && form.kind !== 'date';
  const from = isExact ? wall : convertWall(wall, form, { ...form, kind: 'date' });
  return pattern.between(from, isExact ? wall + 1 : from + DAY, meterOf(EDIT_BUDGET));
}

/** True if every start of a finite rule is excluded. */
function lastIsExcluded(rule: Rule, start: Wall, form: TimeForm, excluded: readonly Wall[]): boolean {
  if (rule.count === undefined && rule.until === undefined) return false;
  const last = excluded.at(-1) ?? start;
  const gone = new Set(excluded);
  const bound = boundRule(rule, { start, form }, { anchored: true });
  if (!gone.has(start)) return false;
  if (bound.between(start, last + 1, meterOf(EDIT_BUDGET)).some((wall) => !gone.has(wall))) return false;
  return firstOf(bound, last + 1) === undefined;
}

export function neverTakesPlace(): CalendarError {
  return new CalendarError('INVALID_RECURRENCE', 'The recurrence has no occurrence.', {
    path: '/recurrence',
    suggestion: 'Check that until is after start, that the days of the rule exist and are not all excluded.',
  });
}
