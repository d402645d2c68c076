import type { EventChanges } from '../../compilers/plan/write-plan.js';
import type { Component } from './component.js';
import type { EditContext } from './edit-context.js';
import { changesForOverride, editFields } from './edit-fields.js';
import { type Draft, moveAll, namedSpan } from './edit-move.js';
import { findOccurrence, readSeries } from './edit-series.js';
import { setRecurrence } from './edit-set-rule.js';
import { changedSpan } from './edit-span.js';
import { stamped } from './edit-stamps.js';
import { stopRecurring } from './edit-stop-recurring.js';
import type { EditTarget, ReplacedEvents } from './edit-target.js';

/**
 * Edits a whole series, or a single event. A named occurrence says what the given times are about: it gets the new
 * start, and all others shift by the same amount.
 */
export function editAll(
  target: EditTarget,
  master: Component,
  changes: EventChanges,
  recurrenceId: string | undefined,
  context: EditContext,
): ReplacedEvents {
  const { zones, lineEnd } = target;
  const notes: string[] = [];
  const series = readSeries(master, zones);
  const found = recurrenceId === undefined ? undefined : findOccurrence(target, series, recurrenceId);
  if (changes.recurrence === null && (series.recurring || target.overrides.length > 0))
    return stopRecurring(target, master, series, changes, found, context);

  let draft: Draft = { master, overrides: new Map(target.overrides.map((override) => [override, override])) };
  const named = found ?? { wall: series.span.start };
  const span = changedSpan(namedSpan(target, series, named), changes, context);
  if (span !== undefined) {
    notes.push(...span.notes);
    draft = moveAll(draft, target, series, named, span, changes, notes);
  }
  if (changes.recurrence) draft = setRecurrence(draft, target, changes.recurrence, notes);

  const kept = new Set<string>();
  const overrides = new Map<Component, Component>();
  for (const [before, override] of draft.overrides) {
    const own = changesForOverride(before, master, changes, zones);
    for (const field of before === found?.override ? [] : own.kept) kept.add(field);
    const wanted = before === found?.override ? changes : own.changes;
    overrides.set(before, editFields(override, wanted, context, zones, lineEnd));
  }
  if (kept.size > 0)
    notes.push(`Occurrences that had been changed on their own keep their own: ${[...kept].join(', ')}.`);
  draft = { master: editFields(draft.master, changes, context, zones, lineEnd), overrides };

  const replacements = new Map<Component, readonly Component[]>([
    [master, [stamped(master, draft.master, context, lineEnd)]],
  ]);
  for (const override of target.overrides) {
    const edited = draft.overrides.get(override);
    replacements.set(override, edited === undefined ? [] : [stamped(override, edited, context, lineEnd)]);
  }
  return { replacements, notes };
}
