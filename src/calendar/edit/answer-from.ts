import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { changedAnswers, ownAnswers } from '../read/own-answers.js';
import { occurrenceId } from '../series/recurrence-set.js';
import {
  type Component,
  components,
  parseCalendar,
  printNodes,
  property,
  withChildren,
} from '../text/component.js';
import { editObject } from './edit-object.js';
import type { EditContext, EditPlace, EditResult } from './event/edit-context.js';
import { openObject, unsupported } from './event/open-object.js';
import { findOccurrence, firstOccurrence, openSeries, originalStart } from './event/open-series.js';

/** Each answered occurrence becomes a full override. */
const MOST_OCCURRENCES = 100;

/**
 * Answers an occurrence and all after it, one by one: an attendee cannot split the organizer's series, and each
 * occurrence needs its own reply (RFC 5546 §3.2.3).
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
    const id = occurrenceId(start, series.span);
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

/**
 * The versions between `before` and `ics`: each has one more of the owner's changed answers, and the event just
 * answered is last.
 */
export function answersOneByOne(before: string, ics: string, own: ReadonlySet<string>): readonly string[] {
  const left = changedAnswers(ownAnswers(before, own), ownAnswers(ics, own));
  const nodes = parseCalendar(ics);
  const [calendar] = components(nodes, 'VCALENDAR');
  if (calendar === undefined || left.length < 1) return [ics];
  const [earlier] = components(parseCalendar(before), 'VCALENDAR');
  const old = new Map(components(earlier?.children ?? [], 'VEVENT').map((event) => [keyOf(event), event]));
  const events = components(calendar.children, 'VEVENT');
  const frame = calendar.children.filter((node) => !events.some((event) => event === node));
  return left.map((_, at) => {
    const done = left.slice(0, at + 1);
    const open = new Set(left.slice(at + 1));
    const others = events
      .filter((event) => keyOf(event) !== done.at(-1))
      .flatMap((event) => (open.has(keyOf(event)) ? (old.get(keyOf(event)) ?? []) : event));
    const last = events.filter((event) => keyOf(event) === done.at(-1));
    const whole = withChildren(calendar, [...frame, ...others, ...last]);
    return printNodes(nodes.map((node) => (node === calendar ? whole : node)));
  });
}

function keyOf(event: Component): string {
  return property(event, 'RECURRENCE-ID')?.value.trim() ?? '';
}
