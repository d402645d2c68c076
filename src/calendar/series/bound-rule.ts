import { DAY, dayOfWall, SECOND, timeOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant, utcWall, type Wall } from '../../../schemas/model/time.js';
import { type Budget, DEFAULT_BUDGET, meterOf } from '../rules/expansion-budget.js';
import { type Rule, type RuleUntil, readRule } from '../rules/rule.js';
import { compileRule, type Occurrences, type RuleOccurrences } from '../rules/rule-occurrences.js';
import { isExact, type ObjectZones, type Start, type TimeForm } from '../text/time-form.js';
import { dueAfter, type Span } from './span.js';

/** An edit reads one series once, and may read all of it. */
export const EDIT_BUDGET: Budget = { steps: DEFAULT_BUDGET.steps * 4, results: 300_000 };

export const NEVER: RuleOccurrences = { between: () => [], last: () => -Infinity, estimate: () => 0 };

/** A rule as written; undefined if it is unreadable. A moment that ends a series of dates becomes its last day. */
export function readableRule(value: string, { kind }: TimeForm, zones: ObjectZones): Rule | undefined {
  try {
    const rule = readRule(value);
    return kind === 'date' && rule.until?.kind === 'utc'
      ? { ...rule, until: { kind: 'date', day: dayOfWall(lastDay(rule.until.instant, zones.home)) } }
      : rule;
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** The day that an UNTIL moment means: in the home zone if it is midnight there (as Exchange writes it), else UTC. */
function lastDay(until: Instant, home: Zone | undefined): Wall {
  const [written, local] = [utcWall(until), home?.toWall(until)];
  return local !== undefined && timeOfWall(local) === 0 && timeOfWall(written) !== 0 ? local : written;
}

/**
 * A rule with its end, as wall times of its series. Dates ignore BYHOUR and the like (RFC 5545 §3.3.10). `anchored`:
 * DTSTART is always the first occurrence; otherwise it has to match, as for EXRULE.
 */
export function boundRule(
  rule: Rule,
  { form, start }: Start,
  { anchored }: { readonly anchored: boolean },
): RuleOccurrences {
  const own = form.kind === 'date' ? { ...rule, byHour: [], byMinute: [], bySecond: [] } : rule;
  const { until } = rule;
  if (until === undefined) return compileRule(own, start, { anchored });
  const last = untilWall(until, form);
  if (until.kind !== 'utc' || !isExact(form)) return compileRule(own, start, { until: last, anchored });
  // Compares an end in UTC as an instant; the wall bound only has to be late enough.
  const loose = compileRule(own, start, { until: last + DAY, anchored });
  return {
    ...loose,
    between: (from, to, meter) =>
      loose.between(from, to, meter).filter((wall) => form.zone.toInstant(wall) <= until.instant),
  };
}

/** The times of an occurrence that a rule counts from. */
export type RuleBasis = Start & Pick<Span, 'length' | 'task'>;

/**
 * Milliseconds from the starts of a series to the times of its rule: a task with both dates may repeat by its due
 * date, as Tasks.org writes it. Otherwise 0.
 */
export function ruleOffset(rule: Rule, { form, start, length, task }: RuleBasis): number {
  if (!task?.hasStart || !task.hasDue || isOnRule(rule, { form, start })) return 0;
  const offset = dueAfter({ form, length });
  return isOnRule(rule, { form, start: start + offset }) ? offset : 0;
}

/** True if DTSTART is on its rule. It should be (RFC 5545 §3.8.5.3), but some writers put it elsewhere. */
export function isOnRule(rule: Rule, { form, start }: Start): boolean {
  const pattern = boundRule(withoutEnd(rule), { start, form }, { anchored: false });
  return pattern.between(start, start + 1, meterOf(EDIT_BUDGET)).length > 0;
}

export function withoutEnd(rule: Rule): Rule {
  const { count: _count, until: _until, ...rest } = rule;
  return rest;
}

/** Moves the starts of a rule earlier by `offset`, to those of its series. */
export function earlierBy(offset: number, starts: RuleOccurrences): RuleOccurrences {
  if (offset === 0) return starts;
  return {
    between: (from, to, meter) =>
      starts.between(from + offset, to + offset, meter).map((wall) => wall - offset),
    estimate: (from, to, meter) => starts.estimate(from + offset, to + offset, meter),
    last: (meter) => {
      const last = starts.last(meter);
      return last && last - offset;
    },
  };
}

/** The last wall time that UNTIL allows. A date includes its day; for floating times, a moment counts as written. */
export function untilWall(until: RuleUntil, form: TimeForm): Wall {
  if (until.kind === 'date') return until.day * DAY + DAY - SECOND;
  if (until.kind === 'local') return until.wall;
  return isExact(form) ? form.zone.toWall(until.instant) : utcWall(until.instant);
}

/** UNTIL at a wall time, in the type that `form` requires. */
export function untilAt(wall: Wall, form: TimeForm): RuleUntil {
  if (form.kind === 'date') return { kind: 'date', day: dayOfWall(wall) };
  if (isExact(form)) return { kind: 'utc', instant: form.zone.toInstant(wall) };
  return { kind: 'local', wall };
}

/** First start at or after `from`. Searches in growing steps: a rule may wait for a 29 February. */
export function firstOf(occurrences: Occurrences, from: Wall): Wall | undefined {
  const meter = meterOf(EDIT_BUDGET);
  for (let days = 1, at = from; at < ALL_TIME.to; days *= 8) {
    const found = occurrences.between(at, at + days * DAY, meter)[0];
    if (found !== undefined) return found;
    at += days * DAY;
  }
  return undefined;
}
