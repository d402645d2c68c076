import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Wall } from '../../../schemas/model/time.js';
import { affectsFollowing } from '../series/recurrence-set.js';
import { addProperty, type Component, withoutProperties } from '../text/component.js';
import { instantOf, timeProperty } from '../text/time-form.js';
import { carryReminders } from './carry-reminders.js';
import { changedSpan, refuseUndated } from './event/changed-span.js';
import type { EditContext } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { outOfGap } from './event/event-span.js';
import { type ReplacedEvents, unsupported } from './event/open-object.js';
import { findOccurrence, type OpenSeries, originalForm, originalStart } from './event/open-series.js';
import { setSpan } from './event/set-times.js';
import { stampRevision } from './event/stamp-revision.js';
import { namedSpan, spanAt } from './move-series.js';

/**
 * Edits one occurrence of a series: its override, or a new one made from the master (RFC 5545 §3.8.4.4). Throws
 * INVALID_ARGUMENT for a change that only a whole series can have.
 */
export function editThis(
  target: OpenSeries,
  changes: EventChanges,
  recurrenceId: string,
  context: EditContext,
): ReplacedEvents {
  const { master, zones, lineEnd } = target;
  if (changes.recurrence !== undefined) {
    throw new CalendarError('INVALID_ARGUMENT', 'A single occurrence has no recurrence of its own.', {
      path: '/recurrence',
      suggestion: 'Use scope "following" or "all", or delete the occurrence with scope "this".',
      outcome: 'not_applied',
    });
  }
  const found = findOccurrence(target, recurrenceId);
  const { wall, override } = found;
  if (override !== undefined) refuseRange(override);
  const basis = override ?? newOverride(target, wall);
  const span = changedSpan(outOfGap(namedSpan(target, found)), changes, context);
  if (span !== undefined) refuseUndated(span);
  const moved = span === undefined ? basis : setSpan(basis, span, zones, lineEnd);
  const edited = stampRevision(basis, editFields(moved, changes, target, context), context, lineEnd);
  const notes = span?.notes ?? [];
  if (edited === basis) return { replacements: new Map(), notes };
  if (override !== undefined) return { replacements: new Map([[override, [edited]]]), notes };
  const last = target.overrides.at(-1);
  return {
    replacements: new Map(last === undefined ? [[master, [master, edited]]] : [[last, [last, edited]]]),
    notes,
  };
}

/** A copy of the master for one of its starts. */
export function newOverride(target: OpenSeries, wall: Wall): Component {
  const { master, overrides, series, zones, lineEnd } = target;
  const range = overrides.some(
    (candidate) => affectsFollowing(candidate) && (originalStart(candidate, series, zones) ?? wall) < wall,
  );
  if (range) throw rangeIsUnsupported();
  const single = withoutProperties(master, 'RRULE', 'RDATE', 'EXDATE', 'EXRULE');
  const placed = setSpan(single, spanAt(series, wall), zones, lineEnd);
  const moved = carryReminders(
    placed,
    instantOf(wall, series.span.form) - instantOf(series.span.start, series.span.form),
  );
  return addProperty(moved, timeProperty('RECURRENCE-ID', [wall], originalForm(target), lineEnd));
}

/** Refuses to change an override alone if it also shapes later occurrences. */
export function refuseRange(override: Component): void {
  if (affectsFollowing(override)) throw rangeIsUnsupported();
}

/** UNSUPPORTED: an override with RANGE=THISANDFUTURE (RFC 5545 §3.2.13). */
export function rangeIsUnsupported(): CalendarError {
  return unsupported(
    'An earlier edit of this series (RANGE=THISANDFUTURE) also shapes this occurrence.',
    'Change the whole series with scope "all".',
  );
}
