import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { utcWall } from '../../../schemas/model/time.js';
import { readRecurrenceSet } from '../series/recurrence-set.js';
import { type Component, property, setProperty, withoutProperties } from '../text/component.js';
import { makeProperty } from '../text/content-line.js';
import { printDateTime } from '../text/date-time.js';
import { detachedOccurrence, editObject } from './edit-object.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import { type OpenObject, openObject, printObject } from './event/open-object.js';
import { mendedText } from './mend-events.js';
import { withUid } from './split-series.js';

/** Properties that belong to the original only: people, their answers and revisions. */
const NOT_COPIED = [
  'ORGANIZER',
  'ATTENDEE',
  'REQUEST-STATUS',
  'SEQUENCE',
  'CREATED',
  'LAST-MODIFIED',
  'DTSTAMP',
];

/**
 * A new object with the UID of the context: a copy of the event, the occurrence or (scope `all`) the series, with the
 * changes and without faulty lines. Only people in `changes` are on the copy; `hadPeople`: the original has attendees.
 */
export function copyEvent(
  ics: string,
  changes: EventChanges,
  place: EditPlace,
  context: EditContext,
): EditResult & { readonly ics: string; readonly hadPeople: boolean } {
  const mended = mendedText(ics);
  const chosen = place.scope === 'all' ? mended : singleEvent(mended, place, context);
  const target = openObject(chosen, context);
  const events = [...(target.master === undefined ? [] : [target.master]), ...target.overrides];
  const own = asNew(target, events, context);
  const { ics: edited = own, notes } = editObject(own, changes, { scope: 'all' }, context);
  return { ics: edited, notes, hadPeople: events.some((event) => property(event, 'ATTENDEE') !== undefined) };
}

/** The named occurrence, or the displayed one, as a single event. */
function singleEvent(ics: string, { recurrenceId, shown }: EditPlace, context: EditContext): string {
  const target = openObject(ics, context);
  const { master, overrides, zones } = target;
  const named = recurrenceId ?? shown;
  if (master === undefined) {
    const [only] = detachedOccurrence(target, named);
    const alone = overrides.map(
      (one) => [one, one === only ? [withoutProperties(one, 'RECURRENCE-ID')] : []] as const,
    );
    return printObject(target, new Map(alone), context.zones);
  }
  if (!readRecurrenceSet(master, zones).recurring && overrides.length === 0) return ics;
  const place: EditPlace = { scope: 'all', ...(named !== undefined && { recurrenceId: named }) };
  return editObject(ics, { recurrence: null }, place, context).ics ?? ics;
}

function asNew(target: OpenObject, events: readonly Component[], context: EditContext): string {
  const stamp = printDateTime({ kind: 'utc', wall: utcWall(context.now) });
  const renewed = (event: Component): Component =>
    ['DTSTAMP', 'CREATED', 'LAST-MODIFIED'].reduce(
      (next, name) => setProperty(next, makeProperty(name, stamp, [], target.lineEnd)),
      withUid(withoutProperties(event, ...NOT_COPIED), context.uid),
    );
  return printObject(target, new Map(events.map((event) => [event, [renewed(event)]])), context.zones);
}
