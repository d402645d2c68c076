import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { readSpan, sizeOf } from '../series/span.js';
import type { Component } from '../text/component.js';
import { convertWall, sameForm } from '../text/time-form.js';
import { editAll } from './edit-all.js';
import { editFollowing } from './edit-following.js';
import { editThis } from './edit-this.js';
import { changedSpan } from './event/changed-span.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { type ChangedSpan, type EventSpan, lengthOfOther, namesTimes } from './event/event-span.js';
import { type OpenObject, openObject, printObject, unsupported } from './event/open-object.js';
import { noSuchOccurrence, openSeries, originalId } from './event/open-series.js';
import { setSpan } from './event/set-times.js';
import { revised } from './event/stamp-revision.js';

/**
 * Applies the changes and keeps every other byte of the object. Scope `this` makes or changes an override, `following`
 * splits the series into two objects, `all` changes the master and moves everything with it. Throws INVALID_ARGUMENT
 * if the scope needs an occurrence and none is named.
 */
export function editObject(
  ics: string,
  changes: EventChanges,
  where: EditPlace,
  context: EditContext,
): EditResult {
  const opened = openObject(ics, context);
  if (opened.master === undefined) return editDetached(opened, changes, where, context);
  const target = openSeries(opened, opened.master);
  const single = !target.series.recurring && target.overrides.length === 0;
  const { scope, recurrenceId } = where;
  if (!single && scope !== 'all') {
    if (recurrenceId === undefined) throw needsOccurrence();
    if (scope === 'following') {
      const split = editFollowing(target, changes, { ...where, recurrenceId }, context);
      if (split !== undefined) return split;
    } else {
      const { replacements, notes } = editThis(target, changes, recurrenceId, context);
      return { ics: printObject(target, replacements, context.zones), named: recurrenceId, notes };
    }
  }
  // Opens the series again: rules remember how far they were expanded, and the split may have expanded them.
  const whole = openSeries(opened, opened.master);
  const { replacements, ...told } = editAll(whole, changes, where, context);
  return { ics: printObject(whole, replacements, context.zones), ...told };
}

/** Edits an object without a master, as an invitation to single occurrences brings it. */
function editDetached(
  target: OpenObject,
  changes: EventChanges,
  { scope, recurrenceId, shown }: EditPlace,
  context: EditContext,
): EditResult {
  const { zones, lineEnd } = target;
  if (changes.recurrence !== undefined || scope === 'following')
    throw unsupported('Only single occurrences of this series are known here.', 'Use scope "this".');
  const [named] = namesTimes(changes) ? detachedOccurrence(target, recurrenceId ?? shown) : [];
  const before = named && readSpan(named, zones);
  const span = before && changedSpan(before, changes, context);
  const chosen = scope === 'all' ? target.overrides : detachedOccurrence(target, recurrenceId);
  const edited = chosen.map((override) => {
    const next = span && (override === named ? span : shifted(readSpan(override, zones), before, span));
    const moved = next === undefined ? override : setSpan(override, next, zones, lineEnd);
    return [override, editFields(moved, changes, target, context)] as const;
  });
  return {
    ics: printObject(target, revised(target, context, ...edited), context.zones),
    named: recurrenceId ?? shown,
    notes: span?.notes ?? [],
  };
}

/** Moves another occurrence by as much as the named one. */
function shifted(own: EventSpan, before: EventSpan, next: ChangedSpan): EventSpan {
  const { form } = next;
  if (!sameForm(own.form, before.form))
    throw unsupported('The occurrences of this series are written in different ways.', 'Use scope "this".');
  const follows = sizeOf(own.length) === sizeOf(before.length) || form.kind !== before.form.kind;
  const [kept, base] = [own, before].map(({ start }) => convertWall(start, before.form, form));
  const start = (kept ?? 0) + next.start - (base ?? 0);
  return { ...own, form, start, length: lengthOfOther(own, { follows }, next) };
}

/** The single occurrence with this id; no id is needed if there is only one. Throws INVALID_ARGUMENT, NOT_FOUND. */
export function detachedOccurrence(
  target: OpenObject,
  recurrenceId: string | undefined,
): readonly Component[] {
  const { overrides } = target;
  if (recurrenceId === undefined && overrides.length === 1) return overrides;
  if (recurrenceId === undefined) throw needsOccurrence();
  const chosen = overrides.filter((override) => originalId(override, target) === recurrenceId);
  if (chosen.length === 0) throw noSuchOccurrence();
  return chosen;
}

export function needsOccurrence(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'This scope needs one occurrence of the series.', {
    path: '/scope',
    suggestion: 'Use the id of an occurrence, or scope "all".',
    outcome: 'not_applied',
  });
}
