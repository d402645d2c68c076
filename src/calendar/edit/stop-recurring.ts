import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import type { Wall } from '../../../schemas/model/time.js';
import { type Component, withoutProperties } from '../text/component.js';
import type { EditContext } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { refuseUnknown } from './event/edit-guard.js';
import { type EditableSeries, firstOccurrence, overridesOf, readSpan } from './event/editable-series.js';
import { changedSpan } from './event/event-span.js';
import type { OpenObject, ReplacedEvents } from './event/open-object.js';
import { setSpan } from './event/set-times.js';
import { stampRevision } from './event/stamp-revision.js';

/** A series becomes the one occurrence that was named, else its first. */
export function stopRecurring(
  target: OpenObject,
  master: Component,
  series: EditableSeries,
  changes: EventChanges,
  found: { readonly wall: Wall; readonly override?: Component } | undefined,
  context: EditContext,
): ReplacedEvents {
  refuseUnknown(series);
  const { zones, lineEnd } = target;
  const wall = found?.wall ?? firstOccurrence(target, series) ?? series.span.start;
  const override = found?.override ?? overridesOf(target, series, wall)[0];
  const basis = override ?? setSpan(master, { ...series.span, start: wall }, zones, lineEnd);
  const single = withoutProperties(basis, 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE');
  const { recurrence: _, ...rest } = changes;
  const span = changedSpan(readSpan(single, zones), rest, context);
  const moved = span === undefined ? single : setSpan(single, span, zones, lineEnd);
  const edited = editFields(moved, rest, context, zones, lineEnd);
  const replacements = new Map<Component, readonly Component[]>(
    target.overrides.map((candidate) => [candidate, []]),
  );
  replacements.set(master, [stampRevision(master, edited, context, lineEnd)]);
  return {
    replacements,
    notes: ['The event no longer repeats; one occurrence is kept.', ...(span?.notes ?? [])],
  };
}
