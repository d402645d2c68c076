import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from './edit-object.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import {
  findOccurrence,
  firstOccurrence,
  occurrenceId,
  openSeries,
  originalStart,
} from './event/editable-series.js';
import { openObject, unsupported } from './event/open-object.js';

/** Each becomes an override with the whole event in it. */
const MOST_OCCURRENCES = 100;

/**
 * Answers an occurrence and all after it, each by itself: an attendee cannot split the organizer's series, and a reply
 * about several is one about each (RFC 5546 §3.2.3).
 */
export function answerFrom(
  ics: string,
  changes: EventChanges,
  place: EditPlace,
  context: EditContext,
): EditResult {
  const { recurrenceId } = place;
  const opened = openObject(ics, context);
  const { master, zones } = opened;
  if (master === undefined || recurrenceId === undefined) return editObject(ics, changes, place, context);
  const target = openSeries(opened, master);
  const { series } = target;
  const { wall } = findOccurrence(target, recurrenceId);
  if (wall <= (firstOccurrence(target) ?? wall))
    return editObject(ics, changes, { ...place, scope: 'all' }, context);
  const apart = target.overrides.flatMap((override) => originalStart(override, series, zones) ?? []);
  const walls = new Set(apart.filter((start) => start >= wall && !series.excludes(start)));
  for (let next = series.first(wall); next !== undefined; next = series.first(next + 1)) {
    if (walls.add(next).size > MOST_OCCURRENCES) throw tooMany();
  }
  const notes = new Set<string>();
  let edited = ics;
  for (const start of walls) {
    const id = occurrenceId(start, series.span.form);
    const one = editObject(edited, changes, { scope: 'this', recurrenceId: id }, context);
    edited = one.ics ?? edited;
    for (const note of one.notes) notes.add(note);
  }
  return { ics: edited, named: recurrenceId, notes: [...notes] };
}

function tooMany() {
  return unsupported(
    `From one occurrence on, at most ${MOST_OCCURRENCES} can be answered: each has to be answered by itself.`,
    'Answer the whole series with scope "all", or single occurrences with "this".',
  ).with({ path: '/mutation/scope' });
}
