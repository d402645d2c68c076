import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { type Component, withoutProperties } from '../text/component.js';
import type { EditContext } from './event/edit-context.js';
import { editFields } from './event/edit-fields.js';
import { refuseUnknown } from './event/edit-guard.js';
import {
  firstOccurrence,
  type NamedOccurrence,
  type OpenSeries,
  overridesOf,
  readSpan,
} from './event/editable-series.js';
import { changedSpan } from './event/event-span.js';
import type { ReplacedEvents } from './event/open-object.js';
import { setSpan } from './event/set-times.js';
import { stampRevision } from './event/stamp-revision.js';

/** A series becomes the one occurrence that was named, else its first. */
export function stopRecurring(
  target: OpenSeries,
  changes: EventChanges,
  found: NamedOccurrence | undefined,
  context: EditContext,
): ReplacedEvents {
  const { master, series, zones, lineEnd } = target;
  refuseUnknown(series);
  const wall = found?.wall ?? firstOccurrence(target) ?? series.span.start;
  const override = found?.override ?? overridesOf(target, wall)[0];
  const basis = override ?? setSpan(master, { ...series.span, start: wall }, zones, lineEnd);
  const single = withoutProperties(basis, 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE');
  const { recurrence: _, ...rest } = changes;
  const span = changedSpan(readSpan(single, zones), rest, context);
  const moved = span === undefined ? single : setSpan(single, span, zones, lineEnd);
  const edited = editFields(moved, rest, target, context);
  const replacements = new Map<Component, readonly Component[]>(
    target.overrides.map((candidate) => [candidate, []]),
  );
  replacements.set(master, [stampRevision(master, edited, context, lineEnd)]);
  return {
    replacements,
    notes: ['The event no longer repeats; one occurrence is kept.', ...(span?.notes ?? [])],
  };
}
