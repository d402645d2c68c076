import type { EventChanges, EventData } from '../../../../compilers/plan/write-plan.js';
import { DAY, dayOfWall, HOUR, MINUTE } from '../../../../compilers/time/civil.js';
import type { EventTime } from '../../../../compilers/time/time-value.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { noteText } from '../../../../schemas/model/notes.js';
import { utcInstant, utcWall, type Wall } from '../../../../schemas/model/time.js';
import { lengthTo, type Span, shownWall, sizeOf, spanEnd } from '../../series/span.js';
import type { DurationValue } from '../../text/date-time.js';
import {
  convertWall,
  formInZone,
  instantOf,
  isExact,
  keyOf,
  type Time,
  type TimeForm,
  wallOf,
  wallOfKey,
} from '../../text/time-form.js';
import type { EditContext } from './edit-context.js';

/** The times that an edit sets on an event or task. */
export type EventSpan = Pick<Span, 'form' | 'start' | 'length' | 'task' | 'startsDay'>;

export interface ChangedSpan extends EventSpan {
  /** True if the edit gives an end or a duration, or the old length has no meaning in the new form. */
  readonly lengthChanged: boolean;
  /** Milliseconds added to every occurrence of the series, whichever length it has. */
  readonly extendedBy?: number;
  readonly notes: readonly string[];
}

/** The same span, with a start in a clock gap moved forward by the length of the gap. */
export function outOfGap<T extends EventSpan>(span: T): T {
  return { ...span, start: wallOfKey(keyOf(span.start, span.form), span.form) };
}

/** Resolves a date start next to a timed due date to the viewer's midnight. */
export function resolveDayStart<T extends EventSpan>(span: T, viewer: Zone): T {
  const { form, start, length, startsDay } = span;
  if (!startsDay || !isExact(form)) return span;
  const end = instantOf(start, form) + sizeOf(length);
  const at = Math.min(viewer.toInstant(dayOfWall(start) * DAY), end);
  return { ...span, start: form.zone.toWall(at), length: lasting(end - at, form), startsDay: false };
}

/** Converts milliseconds to a length of that form: days for dates. */
export function lasting(milliseconds: number, { kind }: TimeForm): DurationValue {
  return kind === 'date' ? { days: milliseconds / DAY, milliseconds: 0 } : { days: 0, milliseconds };
}

/**
 * The exclusive end in the form `wanted`, or in UTC if that form cannot name the moment: an ambiguous wall time means
 * the first one (RFC 5545 §3.3.5), so an end at the second would make the event an hour shorter.
 */
export function endIn({ start, length, form }: EventSpan, wanted: TimeForm, utc: Zone): Time {
  const { days, milliseconds } = length;
  if (!isExact(form)) return { wall: convertWall(start + sizeOf(length), form, wanted), form: wanted };
  const instant = instantOf(start + days * DAY, form) + milliseconds;
  const { zone } = isExact(wanted) ? wanted : form;
  const wall = zone.toWall(instant);
  return zone.toInstant(wall) === instant
    ? { wall, form: wanted }
    : { wall: instant, form: { kind: 'utc', zone: utc } };
}

/** The times of a new event; the default length is 60 minutes or one day. Throws INVALID_DATE. */
export function newEventSpan(data: EventData, context: EditContext): EventSpan {
  const { start } = data;
  const form = (data.allDay ?? start.kind === 'date') ? dateForm(context) : timedForm(data, context);
  if (form.kind !== 'date' && start.kind === 'date') throw needsTime();
  if (data.allDay !== true && data.end !== undefined && data.end.kind !== start.kind) {
    throw new CalendarError('INVALID_DATE', 'The start and the end are not of the same kind.', {
      path: '/end',
      suggestion: 'Give two dates for an all-day event, or two times.',
    });
  }
  const first = wallOf(start, form);
  const length = namedLength(data, first, form, (day) => day * DAY);
  return { form, start: first, length: length ?? lasting(form.kind === 'date' ? DAY : HOUR, form) };
}

/** True if the changes affect when an event takes place; its recurrence does not count. */
export function namesTimes(changes: EventChanges): boolean {
  const { start, end, clock, durationMinutes, shiftMinutes, extendMinutes, allDay, timezone } = changes;
  const { noStart, noDue } = changes;
  const times = [start, end, clock, durationMinutes, shiftMinutes, extendMinutes, allDay, timezone];
  return [...times, noStart, noDue].some((value) => value !== undefined);
}

/** The note about a new zone; in a series, it holds for the named occurrence. */
export const MOMENT_KEPT = 'The time zone was changed and the moment kept; give start as well to move it.';

/**
 * The times of an event after a change. It keeps its length unless an end or a duration is given. Throws INVALID_DATE.
 */
export function changedEventSpan(
  current: EventSpan,
  changes: EventChanges,
  context: EditContext,
): ChangedSpan | undefined {
  if (!namesTimes(changes)) return undefined;
  const { start, end, shiftMinutes = 0, extendMinutes, allDay, timezone } = changes;
  const notes: string[] = [];
  const wasDate = current.form.kind === 'date';
  const bothDates = start?.kind === 'date' && end?.kind === 'date';
  const isDate = allDay ?? (bothDates || (wasDate && start?.kind !== 'time'));
  if (wasDate && !isDate && start?.kind !== 'time') throw needsTime();
  if (isDate && timezone !== undefined) notes.push('All-day events have no time zone: none was set.');
  const form = isDate
    ? dateForm(context)
    : timezone !== undefined
      ? inZone(current.form, timezone, context)
      : wasDate
        ? timedForm(changes, context)
        : current.form;
  const asker = formInZone(timezone ?? context.timezone, context.zones).zone;
  const kept = convertWall(current.start, current.form, form);
  const first =
    start === undefined
      ? shiftedWall(kept, shiftMinutes * MINUTE, form, asker)
      : start.kind === 'date' && !isDate
        ? onDay(start.day, kept, form, asker)
        : wallOf(start, form);
  if (start?.kind === 'date' && !isDate) notes.push(noteText('clock_kept'));
  if (start?.kind === 'time' && form.kind === 'zoned' && instantOf(first, form) !== start.instant)
    notes.push('The start exists twice in the zone of the event (clocks go back); the first was taken.');
  if (timezone !== undefined && start === undefined && shiftMinutes === 0 && !isDate) notes.push(MOMENT_KEPT);
  const currentEnd = spanEnd(current);
  const keptEnd = convertWall(currentEnd, current.form, form);
  if (wasDate !== isDate && changes.busy === undefined && current.task === undefined)
    notes.push('busy is unchanged; give busy as well to change it.');
  const asked = namedLength(changes, first, form, (day) => onDay(day, keptEnd, form, asker));
  if (asked !== undefined) return { form, start: first, length: asked, lengthChanged: true, notes };
  if (wasDate === isDate && extendMinutes !== undefined) {
    const extendedBy = extensionOf(extendMinutes, form);
    const length = extended(current.length, extendedBy, form);
    return { form, start: first, length, lengthChanged: true, extendedBy, notes };
  }
  if (wasDate === isDate) return { form, start: first, length: current.length, lengthChanged: false, notes };
  if (extendMinutes !== undefined) throw needsLength();
  const length = isDate
    ? Math.max(1, Math.ceil(currentEnd / DAY) - dayOfWall(current.start)) * DAY
    : sizeOf(current.length) - DAY + HOUR;
  return { form, start: first, length: lasting(length, form), lengthChanged: true, notes };
}

/** A start shifted by `by` ms of wall time in the event's zone, or in the asker's zone for an event in UTC. */
function shiftedWall(wall: Wall, by: number, form: TimeForm, asker: Zone): Wall {
  if (form.kind === 'date' && by % DAY !== 0) {
    throw new CalendarError('INVALID_DATE', 'An all-day event moves by whole days.', {
      path: '/shiftMinutes',
      suggestion: 'Give a multiple of 1440, or start with a time of day and allDay false.',
    });
  }
  return form.kind === 'utc' ? utcWall(asker.toInstant(asker.toWall(utcInstant(wall)) + by)) : wall + by;
}

function extensionOf(minutes: number, { kind }: TimeForm): number {
  const by = minutes * MINUTE;
  if (kind !== 'date' || by % DAY === 0) return by;
  throw new CalendarError('INVALID_DATE', 'An all-day event lasts whole days.', {
    path: '/extendMinutes',
    suggestion: 'Give a multiple of 1440, or end as a date (the last day).',
  });
}

/** The length of an occurrence other than the named one. `follows`: it takes a new length. */
export function lengthOfOther(
  own: Pick<EventSpan, 'length' | 'form'>,
  { follows }: { readonly follows: boolean },
  { lengthChanged, length, extendedBy }: ChangedSpan,
): DurationValue {
  if (extendedBy !== undefined) return extended(own.length, extendedBy, own.form);
  return follows && lengthChanged ? length : own.length;
}

/** `length` extended by `by` ms. Throws INVALID_DATE if nothing is left. */
function extended(length: DurationValue, by: number, form: TimeForm): DurationValue {
  if (sizeOf(length) + by > 0)
    return form.kind === 'date'
      ? lasting(sizeOf(length) + by, form)
      : { ...length, milliseconds: length.milliseconds + by };
  throw new CalendarError('INVALID_DATE', 'The event would end before it starts.', {
    path: '/extendMinutes',
    suggestion: 'Take away fewer minutes than it lasts, or give durationMinutes.',
  });
}

function needsLength(): CalendarError {
  return new CalendarError(
    'INVALID_DATE',
    'An event that becomes all-day, or stops being so, has a length of another kind.',
    { path: '/extendMinutes', suggestion: 'Give end or durationMinutes instead.' },
  );
}

/** Moves a wall time to another day of the asker's zone and keeps its time of day. */
function onDay(day: number, wall: Wall, form: TimeForm, asker: Zone): Wall {
  return wall + (day - dayOfWall(asker.toWall(instantOf(wall, form)))) * DAY;
}

/** The length given as an end or a duration. `endOn`: the end on a day given without a time. */
function namedLength(
  { end, durationMinutes }: EventChanges,
  start: Wall,
  form: TimeForm,
  endOn: (day: number) => Wall,
): DurationValue | undefined {
  if (durationMinutes !== undefined) {
    const length = durationMinutes * MINUTE;
    if (form.kind === 'date' && (length % DAY !== 0 || length <= 0)) {
      throw new CalendarError('INVALID_DATE', 'An all-day event lasts whole days.', {
        path: '/durationMinutes',
        suggestion: 'Give end as a date (the last day), or start as a time.',
      });
    }
    if (!(length >= 0)) throw endBeforeStart('/durationMinutes');
    return lasting(length, form);
  }
  if (end === undefined) return undefined;
  const from = { form, wall: shownWall(start, form) };
  const length =
    end.kind === 'time' && isExact(form)
      ? lasting(end.instant - instantOf(start, form), form)
      : lengthTo(from, { form, wall: endWall(end, start, form, endOn) });
  if (sizeOf(length) < 0 || (sizeOf(length) === 0 && form.kind === 'date')) throw endBeforeStart('/end');
  return length;
}

/** For dates, the inclusive last day becomes exclusive; a midnight after the first day already is. */
function endWall(end: EventTime, start: Wall, form: TimeForm, endOn: (day: number) => Wall): Wall {
  if (form.kind !== 'date') return end.kind === 'date' ? endOn(end.day) : wallOf(end, form);
  if (end.kind === 'date') return end.day * DAY + DAY;
  const day = dayOfWall(end.wall) * DAY;
  return day === end.wall && day > start ? day : day + DAY;
}

/** Keeps the form as written if it is already in that zone. */
function inZone(form: TimeForm, timezone: string, context: EditContext): TimeForm {
  const next = formInZone(timezone, context.zones);
  return form.kind === next.kind && form.zone.id === next.zone.id ? form : next;
}

function timedForm({ start, timezone }: EventChanges, context: EditContext): TimeForm {
  return formInZone(
    timezone ?? (start?.kind === 'time' ? start.zone : undefined) ?? context.timezone,
    context.zones,
  );
}

function dateForm(context: EditContext): TimeForm {
  return { kind: 'date', zone: formInZone(context.timezone, context.zones).zone };
}

function endBeforeStart(path: string): CalendarError {
  return new CalendarError('INVALID_DATE', 'The end is before the start.', {
    path,
    suggestion: 'Give an end after the start.',
  });
}

export function needsTime(): CalendarError {
  return new CalendarError('INVALID_DATE', 'An event that is not all-day needs a start with a time.', {
    path: '/start',
    suggestion: 'Give start with a time, such as "tomorrow 09:00".',
  });
}
