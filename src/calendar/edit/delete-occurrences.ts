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
  originalStart,
  overridesOf,
} from './event/open-series.js';
import { stampRevision } from './event/stamp-revision.js';
import { truncated } from './split-series.js';

/**
 * Deletes one occurrence (EXDATE, RFC 5545 §3.8.5.1), one and all after it (the rule ends before), or everything.
 * Without `ics` in the result nothing is left and the object is to be deleted. Throws INVALID_ARGUMENT where a scope
 * needs an occurrence and none is named.
 */
export function deleteOccurrences(ics: string, where: EditPlace, context: EditContext): EditResult {
  const { scope, recurrenceId } = where;
  if (scope === 'all') return { notes: [] };
  const opened = openObject(ics, context);
  const { master, overrides } = opened;
  if (master === undefined) {
    const gone = detachedOccurrence(opened, recurrenceId);
    if (gone.length === overrides.length) return { notes: [] };
    return printed(opened, new Map(gone.map((override) => [override, []])), context);
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
  const { master, series, lineEnd, overrides, zones } = target;
  const gone = new Set(overridesOf(target, wall));
  for (const override of gone) refuseRange(override);
  const edited = addProperty(master, timeProperty('EXDATE', [wall], series.span.form, lineEnd));
  const rest = overrides.filter((override) => !gone.has(override));
  const left = readRecurrenceSet(edited, zones);
  // A rule that cannot be read may have more than is known.
  if (left.isKnown && firstOccurrence({ ...target, overrides: rest, series: left }) === undefined)
    return { notes: [] };
  const replacements = new Map<Component, readonly Component[]>([...gone].map((override) => [override, []]));
  replacements.set(master, [stampRevision(master, edited, context, lineEnd)]);
  return printed(target, replacements, context);
}

function deleteFollowing(target: OpenSeries, wall: Wall, context: EditContext): EditResult {
  const { master, series, lineEnd, overrides, zones } = target;
  const first = firstOccurrence(target);
  if (first === undefined || wall <= first) return { notes: [] };
  const edited = truncated(target, wall);
  const replacements = new Map<Component, readonly Component[]>(
    overrides.map((override) => {
      const original = originalStart(override, series, zones);
      return [override, original !== undefined && original >= wall ? [] : [override]];
    }),
  );
  replacements.set(master, [stampRevision(master, edited, context, lineEnd)]);
  return printed(target, replacements, context);
}

function printed(
  target: OpenObject,
  replacements: ReadonlyMap<Component, readonly Component[]>,
  context: EditContext,
): EditResult {
  return { ics: printObject(target, replacements, context.zones), notes: [] };
}
