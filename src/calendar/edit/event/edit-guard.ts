import type { EventChanges } from '../../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall } from '../../../../compilers/time/civil.js';
import { printWall } from '../../../../compilers/time/print-time.js';
import type { EventTime } from '../../../../compilers/time/time-value.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import type { Occurrences } from '../../rules/rule-occurrences.js';
import { firstOf, untilWall } from '../../series/bound-rule.js';
import { type RecurrenceSet, readRecurrenceSet } from '../../series/recurrence-set.js';
import { sizeOf } from '../../series/span.js';
import type { Component } from '../../text/component.js';
import { convertWall, instantOf } from '../../text/time-form.js';
import type { EditContext } from './edit-context.js';
import { type OpenObject, unsupported } from './open-object.js';
import { firstOccurrence, type OpenSeries } from './open-series.js';
import type { NamedMove } from './set-times.js';

/** Limits: starts checked for overlap, and past starts checked for loss. */
const MAX_COMPARED_STARTS = 60;
const MAX_PAST_STARTS = 500;

/**
 * Refuses occurrences that last until the next one begins: the end was probably meant for another one. Throws
 * INVALID_DATE.
 */
export function refuseOverlap(before: RecurrenceSet, master: Component, { zones }: OpenObject): void {
  if (!overlaps(readRecurrenceSet(master, zones)) || overlaps(before)) return;
  throw new CalendarError(
    'INVALID_DATE',
    'Each occurrence would last until the next one begins, or longer.',
    {
      path: '/end',
      suggestion:
        'Times of a series are measured from the occurrence that its id shows: give durationMinutes, or an end on that day. The example changes that occurrence only.',
      callPatch: { scope: 'this' },
      outcome: 'not_applied',
    },
  );
}

/** Refuses to replace an unreadable rule, because the loss is unknown. Throws UNSUPPORTED. */
export function refuseUnknown({ isKnown }: RecurrenceSet): void {
  if (isKnown) return;
  throw unsupported(
    'The recurrence rule of this series cannot be read, so it is not replaced.',
    'Ask the user to look at it in another calendar program. Other properties can be changed here.',
  );
}

/** Whole days may touch, like those of a daily event. Single dates (RDATE) may be close to those of a rule. */
function overlaps({ span, rules, rdates }: RecurrenceSet): boolean {
  const { form, start } = span;
  const length = sizeOf(span.length);
  const lists = rules.length === 0 ? [[...rdates]] : rules.map(({ starts }) => nextOf(starts, start));
  const gaps = lists.flatMap((list) =>
    [start, ...list.sort((a, b) => a - b)].map((wall, index, all) => (all[index + 1] ?? Infinity) - wall),
  );
  const gap = Math.min(...gaps);
  return form.kind === 'date' ? length > gap : length >= gap;
}

function nextOf(starts: Occurrences, from: Wall): Wall[] {
  const found: Wall[] = [];
  for (
    let at = firstOf(starts, from);
    at !== undefined && found.length < MAX_COMPARED_STARTS;
    at = firstOf(starts, at + 1)
  )
    found.push(at);
  return found;
}

/**
 * Refuses to shift a series that has begun onto or past its next occurrence: it would lose its first ones. The start
 * was probably meant for another occurrence, or for this and later ones. Throws INVALID_DATE.
 */
export function refuseLeap(
  target: OpenSeries,
  { wall, before, next }: NamedMove,
  { start, end, shiftMinutes }: EventChanges,
  context: EditContext,
): void {
  const { series } = target;
  const first = firstOccurrence(target);
  const hasBegun = first !== undefined && instantOf(first, series.span.form) < context.now;
  if ((start ?? shiftMinutes) === undefined || !hasBegun || first === undefined) return;
  const dates = before.form.kind === 'date' || next.form.kind === 'date';
  const moved = dates
    ? (dayOfWall(next.start) - dayOfWall(before.start)) * DAY
    : convertWall(next.start, next.form, before.form) - before.start;
  if (Math.abs(moved) < distance(series, wall, first, { forward: moved > 0 })) return;
  const clock = start?.kind === 'time' && moved % DAY !== 0 ? context.zones(start.zone) : undefined;
  const times = clock && start && timesOn(clock.toWall(instantOf(before.start, before.form)), start, end);
  throw new CalendarError('INVALID_DATE', 'The series would move onto or past its next occurrence.', {
    path: start === undefined ? '/shiftMinutes' : '/start',
    suggestion: `Times of a series are measured from the occurrence that its id shows. ${
      times === undefined
        ? 'To shift that occurrence and all later ones, use scope "following", as in example: the past stays.'
        : 'To change the time of day, give it with that day, as in example.'
    }`,
    callPatch: times === undefined ? { scope: 'following' } : { changes: times },
    outcome: 'not_applied',
  });
}

/** Moves the given times by whole days, so that the start is on the day of `wall`. */
function timesOn(
  wall: Wall,
  start: EventTime,
  end: EventTime | undefined,
): Readonly<Record<string, string>> | undefined {
  if (start.kind !== 'time') return undefined;
  const days = (dayOfWall(wall) - dayOfWall(start.wall)) * DAY;
  return {
    start: printWall(start.wall + days),
    ...(end?.kind === 'time' && { end: printWall(end.wall + days) }),
  };
}

/** Distance in ms to the neighbour in that direction, or to the other one if there is none. */
function distance(
  series: RecurrenceSet,
  wall: Wall,
  first: Wall,
  { forward }: { readonly forward: boolean },
): number {
  const later = (series.first(wall + 1) ?? Infinity) - wall;
  const earlier = wall - (startsBefore(series, wall, first, 1).at(-1) ?? -Infinity);
  const [near, other] = forward ? [later, earlier] : [earlier, later];
  return near === Infinity ? other : near;
}

/** At least `count` starts before a wall time, if there are that many; ascending. */
function startsBefore(series: RecurrenceSet, to: Wall, first: Wall, count: number): readonly Wall[] {
  for (let width = DAY; ; width *= 2) {
    const found = series.between(to - width, to);
    if (found.length >= count || to - width <= first) return found;
  }
}

/** The past starts of a series, limited to the latest. */
export function pastStarts(target: OpenSeries, { now }: EditContext): readonly Wall[] {
  const { series } = target;
  const { form } = series.span;
  const first = firstOccurrence(target);
  return first === undefined ? [] : startsBefore(series, form.zone.toWall(now), first, MAX_PAST_STARTS);
}

/**
 * Refuses a new rule that would drop past occurrences; scope `following` is probably intended. An explicit `all` on an
 * occurrence allows it, except with a count, and so does an end in the past. Returns the number dropped. Throws
 * INVALID_RECURRENCE.
 */
export function countLostPast(
  past: readonly Wall[],
  after: RecurrenceSet,
  { recurrence }: EventChanges,
  { pastToo }: { readonly pastToo: boolean },
): number {
  const [first, last] = [past[0], past.at(-1)];
  if (!recurrence || first === undefined || last === undefined) return 0;
  const until = recurrence.until && after.rules[0]?.rule?.until;
  const end = until === undefined ? Infinity : untilWall(until, after.span.form);
  const kept = new Set(after.between(first, last + 1));
  const lost = past.filter((wall) => wall <= end && !kept.has(wall) && !after.excludes(wall)).length;
  const isCounted = /\bCOUNT=/.test(recurrence.rrule);
  if (lost > 0 && (isCounted || !pastToo)) throw wouldDrop();
  return lost;
}

export function wouldDrop(): CalendarError {
  return new CalendarError('INVALID_RECURRENCE', 'Past occurrences would be dropped.', {
    path: '/recurrence',
    suggestion:
      'Use scope "following", as in example: it changes the series from that occurrence on and keeps the past.',
    callPatch: { scope: 'following' },
    outcome: 'not_applied',
  });
}
