import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/error.js';
import type { Wall } from '../../../schemas/time.js';
import { type Meter, meterOf } from '../../calendar/expansion-budget.js';
import { parseRule, printRule, type RuleUntil } from '../../calendar/rule.js';
import { compileRule, type Occurrences } from '../../calendar/rule-occurrences.js';

const BUDGET = { steps: 200_000, results: 5_000 };
/** Rules that agree for this many days, and end on the same start, are the same. */
const COMPARED_DAYS = 3 * 366;

/** A rule in one spelling: Calendar gives rules back with other parts and in another order. Unreadable ones stay. */
export function plainRule(text: string): string {
  const rule = text.trim().replace(/^RRULE:/i, '');
  if (rule === '') return '';
  try {
    return printRule(parseRule(rule));
  } catch (error) {
    if (error instanceof CalendarError) return rule;
    throw error;
  }
}

/** Whether two rules mean the same starts, whatever they look like. */
export function sameRule(a: string, b: string, start: Wall, zone: Zone): boolean {
  if (a === b) return true;
  if (a === '' || b === '') return false;
  try {
    const [first, second] = [a, b].map((text) => startsOf(text, start, zone));
    return first === second;
  } catch (error) {
    if (error instanceof CalendarError) return false;
    throw error;
  }
}

function startsOf(text: string, start: Wall, zone: Zone): string {
  const rule = parseRule(text);
  const until = rule.until === undefined ? Number.POSITIVE_INFINITY : lastWall(rule.until, zone);
  const occurrences: Occurrences = compileRule(rule, start, { until, anchored: true });
  const meter: Meter = meterOf(BUDGET);
  const near = occurrences.between(start, start + COMPARED_DAYS * 86_400_000, meter);
  return `${near.join()} ${occurrences.last(meter) ?? 'open'}`;
}

function lastWall(until: RuleUntil, zone: Zone): Wall {
  switch (until.kind) {
    case 'date':
      return (until.day + 1) * 86_400_000 - 1;
    case 'local':
      return until.wall;
    case 'utc':
      return zone.toWall(until.instant);
  }
}
