import type { RecurrenceRule } from '../../../compilers/plan/write-plan.js';
import { dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Wall } from '../../../schemas/model/time.js';
import { type Rule, readRule } from '../rules/rule.js';
import { untilWall } from '../series/bound-rule.js';
import { readRecurrenceSet } from '../series/recurrence-set.js';
import { readSpan } from '../series/span.js';
import {
  addProperty,
  type Component,
  properties,
  replaceChild,
  withoutProperties,
} from '../text/component.js';
import { timeProperty, wallOf } from '../text/time-form.js';
import { refuseUnknown } from './event/edit-guard.js';
import { setRule } from './event/merge-rule.js';
import { dayOfAsker, missingNote, neverTakesPlace, newRule } from './event/new-rule.js';
import { type Notation, type OpenObject, unsupported } from './event/open-object.js';
import { type OpenSeries, openSeries, originalStart } from './event/open-series.js';
import { setSpan } from './event/set-times.js';
import type { Draft } from './move-series.js';
import { splitDates } from './split-series.js';

/** A requested rule; its dates are days of the `asker`. */
interface RuleChange {
  readonly recurrence: RecurrenceRule;
  readonly asker: Zone;
}

/**
 * Gives a series another rule, or changes parts of its own. Single dates stay up to a new end. Exclusions after it
 * stay too, in case the series continues later. Overrides stay if the new rule has their occurrence, or if the old
 * rule did not have it either. Throws INVALID_RECURRENCE.
 */
export function replaceRule(draft: Draft, target: OpenObject, change: RuleChange, notes: string[]): Draft {
  const { zones } = target;
  const { recurrence } = change;
  const before = openSeries(target, draft.master);
  let { master } = draft;
  if (recurrence.merge !== true || recurrence.rrule !== '' || recurrence.until !== undefined)
    master = withRule(before, change, notes);
  const end = recurrence.until && readRecurrenceSet(master, zones).rules[0]?.rule?.until;
  const last = end === undefined ? Infinity : untilWall(end, readSpan(master, zones).form);
  if (end !== undefined) master = splitDates({ ...before, master }, (wall) => wall <= last, ['RDATE']);
  master = withExclusions(master, target, change, notes);

  const series = readRecurrenceSet(master, zones);
  const overrides = new Map<Component, Component>();
  for (const [original, override] of draft.overrides) {
    const wall = originalStart(override, series, zones);
    if (wall === undefined) continue;
    const isBeside =
      before.series.between(wall, wall + 1).length === 0 && !series.excludes(wall) && wall <= last;
    if (isBeside || series.between(wall, wall + 1).length > 0) overrides.set(original, override);
  }
  const dropped = draft.overrides.size - overrides.size;
  if (dropped > 0)
    notes.push(`Removed ${counted(dropped, 'individually changed occurrence')} outside the new rule.`);
  if (series.first() === undefined) throw neverTakesPlace();
  return { master, overrides };
}

function withRule(
  { master: from, series, zones, lineEnd }: OpenSeries,
  { recurrence, asker }: RuleChange,
  notes: string[],
): Component {
  refuseUnknown(series);
  const { span } = series;
  const written = properties(from, 'RRULE');
  const [first, ...others] = written.filter(({ value }) => value.trim() !== '');
  const stored = recurrence.merge === true ? storedRule(first?.value, others.length) : undefined;
  const {
    rule,
    start,
    properties: lines,
  } = newRule({ ...recurrence, exclude: [] }, span, lineEnd, { asker, stored });
  let master = recurrence.merge === true ? from : withoutProperties(from, 'EXRULE');
  for (const line of written) if (line !== first) master = replaceChild(master, line);
  for (const line of lines)
    master =
      first === undefined ? addProperty(master, line) : replaceChild(master, first, setRule(first, rule));
  if (start === span.start) return master;
  notes.push('The start moved to the first time that matches the new rule.');
  return setSpan(master, { ...span, start }, zones, lineEnd);
}

/** The rule that the given parts change. */
function storedRule(value: string | undefined, others: number): Rule {
  if (value === undefined) {
    throw new CalendarError('INVALID_RECURRENCE', 'The event has no rule that these parts could change.', {
      path: '/recurrence',
      suggestion: 'Give frequency as well: daily, weekly, monthly or yearly.',
      outcome: 'not_applied',
    });
  }
  if (others > 0)
    throw unsupported(
      'The series has several rules.',
      'Give one new rule with frequency, which replaces them.',
    );
  return readRule(value);
}

/** Adds the new exclusions to the existing ones. */
function withExclusions(
  master: Component,
  { zones, lineEnd }: Notation,
  { recurrence, asker }: RuleChange,
  notes: string[],
): Component {
  const { exclude } = recurrence;
  if (exclude.length === 0) return master;
  const series = readRecurrenceSet(master, zones);
  const { form } = series.span;
  const found = exclude.map((time) => {
    const wall = wallOf(time, form);
    const isTime = time.kind === 'time' && form.kind !== 'date';
    const { from, to } = isTime ? { from: wall, to: wall + 1 } : dayOfAsker(dayOfWall(wall), form, asker);
    return [...series.between(from, to), ...series.takenOut(from, to)];
  });
  notes.push(...missingNote(found));
  const walls: readonly Wall[] = [...new Set(found.flat())]
    .filter((wall) => !series.excludes(wall))
    .sort((a, b) => a - b);
  return walls.length === 0 ? master : addProperty(master, timeProperty('EXDATE', walls, form, lineEnd));
}
