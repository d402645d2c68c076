import type { Wall } from '../../../schemas/model/time.js';
import { readRecurrenceSet } from '../series/recurrence-set.js';
import { addProperty, type Component } from '../text/component.js';
import { timeProperty } from '../text/time-form.js';
import { detachedOccurrence, needsOccurrence } from './edit-object.js';
import { refuseRange } from './edit-this.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import { type OpenObject, openObject, printObject } from './event/open-object.js';
import {
  findOccurrence,
  firstOccurrence,
  type OpenSeries,
  openSeries,
  originalForm,
  originalStart,
  overridesOf,
} from './event/open-series.js';
import { revised } from './event/stamp-revision.js';
import { truncated } from './split-series.js';

/**
 * Deletes one occurrence (EXDATE, RFC 5545 §3.8.5.1), it and all after it (the rule ends before it), or everything. A
 * result without `ics` means that nothing remains: delete the object. Throws INVALID_ARGUMENT if the scope needs an
 * occurrence and none is named.
 */
export function deleteOccurrences(ics: string, where: EditPlace, context: EditContext): EditResult {
  const { scope, recurrenceId } = where;
  if (scope === 'all') return { notes: [] };
  const opened = openObject(ics, context);
  const { master, overrides } = opened;
  if (master === undefined) {
    const gone = detachedOccurrence(opened, recurrenceId);
    if (gone.length === overrides.length) return { notes: [] };
    return printed(opened, context, ...gone.map(without));
  }
  const target = openSeries(opened, master);
  if (!target.series.recurring && overrides.length === 0) {
    if (recurrenceId !== undefined) findOccurrence(target, recurrenceId);
    return { notes: [] };
  }
  if (recurrenceId === undefined) throw needsOccurrence();
  const { wall } = findOccurrence(target, recurrenceId);
  return scope === 'this' ? deleteThis(target, wall, context) : deleteFollowing(target, wall, context);
}

function deleteThis(target: OpenSeries, wall: Wall, context: EditContext): EditResult {
  const { master, lineEnd, overrides, zones } = target;
  const gone = new Set(overridesOf(target, wall));
  for (const override of gone) refuseRange(override);
  const edited = addProperty(master, timeProperty('EXDATE', [wall], originalForm(target), lineEnd));
  const rest = overrides.filter((override) => !gone.has(override));
  const left = readRecurrenceSet(edited, zones);
  // An unreadable rule may have more occurrences than we see.
  if (left.isKnown && firstOccurrence({ ...target, overrides: rest, series: left }) === undefined)
    return { notes: [] };
  return printed(target, context, [master, edited], ...[...gone].map(without));
}

function deleteFollowing(target: OpenSeries, wall: Wall, context: EditContext): EditResult {
  const { master, series, overrides, zones } = target;
  const first = firstOccurrence(target);
  if (first === undefined || wall <= first) return { notes: [] };
  const gone = overrides.filter((override) => (originalStart(override, series, zones) ?? first) >= wall);
  return printed(target, context, [master, truncated(target, wall)], ...gone.map(without));
}

function without(event: Component): readonly [Component, undefined] {
  return [event, undefined];
}

function printed(
  target: OpenObject,
  context: EditContext,
  ...changes: readonly (readonly [Component, Component | undefined])[]
): EditResult {
  return { ics: printObject(target, revised(target, context, ...changes), context.zones), notes: [] };
}
