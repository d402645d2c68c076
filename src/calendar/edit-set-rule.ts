import type { RecurrenceRule } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import { addProperty, type Component, properties, replaceChild, withoutProperties } from './component.js';
import type { Draft } from './edit-move.js';
import { newRule } from './edit-recurrence.js';
import { setRule } from './edit-rule-parts.js';
import { originalStart, readSeries, readSpan } from './edit-series.js';
import type { EditTarget } from './edit-target.js';
import { setSpan } from './edit-times.js';

/** Gives a series another rule. Single dates stay; overrides stay where the new rule has their occurrence. */
export function setRecurrence(
  draft: Draft,
  { zones, lineEnd }: EditTarget,
  recurrence: RecurrenceRule,
  notes: string[],
): Draft {
  let { master } = draft;
  const span = readSpan(master, zones);
  const { rule, start, properties: lines } = newRule(recurrence, span.start, span.form, lineEnd);
  const [first, ...others] = properties(master, 'RRULE');
  for (const line of others) master = replaceChild(master, line);
  master = withoutProperties(master, 'EXRULE');
  for (const line of lines) {
    if (line.name !== 'RRULE' || first === undefined) master = addProperty(master, line);
    else master = replaceChild(master, first, setRule(first, rule));
  }
  if (start !== span.start) {
    master = setSpan(master, { ...span, start }, zones, lineEnd);
    notes.push('The start moved to the first time that is on the new rule.');
  }
  const series = readSeries(master, zones);
  const overrides = new Map<Component, Component>();
  for (const [original, override] of draft.overrides) {
    const wall = originalStart(override, series, zones);
    if (wall !== undefined && series.between(wall, wall + 1).length > 0) overrides.set(original, override);
  }
  const dropped = draft.overrides.size - overrides.size;
  if (dropped > 0)
    notes.push(`${dropped} occurrence(s) changed on their own are not on the new rule and were removed.`);
  if (series.first() === undefined) {
    throw new CalendarError('INVALID_RECURRENCE', 'The recurrence has no occurrence.', {
      suggestion: 'Check that until is after start, and that not all occurrences are excluded.',
    });
  }
  return { master, overrides };
}
