import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { readSpan, sizeOf } from '../series/span.js';
import { type Component, properties } from '../text/component.js';
import { parameter } from '../text/content-line.js';
import { detachedOccurrence } from './edit-object.js';
import type { EditContext, EditPlace } from './event/edit-context.js';
import { FIELDS, fieldKey } from './event/edit-fields.js';
import { namesTimes } from './event/event-span.js';
import { type OpenObject, openObject } from './event/open-object.js';
import { findOccurrence, openSeries } from './event/open-series.js';
import { namedSpan } from './move-series.js';

/** An object when the edit was made, and now. */
interface Versions {
  readonly base: string;
  readonly fresh: string;
}

const TIMES = ['RECURRENCE-ID', 'DTSTART', 'DTEND', 'DUE', 'DURATION', 'RRULE', 'RDATE', 'EXRULE', 'EXDATE'];

/**
 * The properties that an edit names and someone else changed between two versions of an object; `times` covers all
 * times. Adding or removing single list entries never conflicts.
 */
export function changedBetween(
  { base, fresh }: Versions,
  changes: EventChanges,
  place: EditPlace,
  context: EditContext,
): readonly string[] {
  const [before, after] = [base, fresh].map((ics) => subjectOf(openObject(ics, context), place));
  if (before === undefined || after === undefined) return [];
  const fields = FIELDS.filter(
    (field) =>
      changes[field] !== undefined &&
      fieldKey(before.event, field, before.zones) !== fieldKey(after.event, field, after.zones),
  );
  const isTimed = namesTimes(changes) || changes.recurrence !== undefined;
  return isTimed && before.times !== after.times ? [...fields, 'times'] : fields;
}

/** True if two versions differ in the times of the named occurrence (scope `this`) or of the whole series. */
export function movedBetween({ base, fresh }: Versions, place: EditPlace, context: EditContext): boolean {
  const [before, after] = [base, fresh].map((ics) => {
    const target = openObject(ics, context);
    if (place.scope === 'this') return subjectOf(target, place)?.times;
    return [target.master, ...target.overrides]
      .flatMap((event) => (event ? timesText(event) : []))
      .join('\n');
  });
  return before !== after;
}

/** The component that an edit starts from, and its times as text. */
function subjectOf(target: OpenObject, { scope, recurrenceId }: EditPlace) {
  const { master, zones } = target;
  if (master === undefined) {
    const [event = target.overrides[0]] = scope === 'all' ? [] : detachedOccurrence(target, recurrenceId);
    return event && { event, zones, times: timesText(event) };
  }
  if (scope !== 'this' || recurrenceId === undefined)
    return { event: master, zones, times: timesText(master) };
  const opened = openSeries(target, master);
  const found = findOccurrence(opened, recurrenceId);
  const { form, start, length } = found.override ? readSpan(found.override, zones) : namedSpan(opened, found);
  const times = `${form.kind} ${form.tzid ?? ''} ${start} ${sizeOf(length)}`;
  return { event: found.override ?? master, zones, times };
}

function timesText(event: Component): string {
  return TIMES.flatMap((name) =>
    properties(event, name).map((line) => `${name} ${parameter(line, 'TZID') ?? ''} ${line.value}`),
  ).join('\n');
}
