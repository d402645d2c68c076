import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type TaskFields, UNDATED } from '../../../schemas/model/task.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';
import { type Component, property } from '../text/component.js';
import { type DurationValue, parseDuration } from '../text/date-time.js';
import {
  dateForm,
  instantOf,
  isExact,
  type ObjectZones,
  readTimeLine,
  type Start,
  type Time,
  type TimeForm,
} from '../text/time-form.js';

/** The times of one event or task, as written. */
export interface Span extends Start {
  /**
   * Days are wall time, milliseconds exact time (RFC 5545 §3.8.5.3: DTEND gives an exact length, DURATION a nominal
   * one). For dates and floating times, both are wall time.
   */
  readonly length: DurationValue;
  /** The moment at which a floating start ends, if its end is exact: the length depends on the viewer. */
  readonly endsAt?: Instant;
  /** For a task: which dates it has. The span is at the only one, or at `UNDATED` without any. */
  readonly task?: Pick<TaskFields, 'hasStart' | 'hasDue'>;
  /** The start is a date next to a timed due date: it means the viewer's midnight. */
  readonly startsDay?: boolean;
  /** The zone of the start, and that of the end if it differs, as for a flight. */
  readonly zones?: { readonly start: Zone; readonly end?: Zone };
  /** Trusted text. */
  readonly notes: readonly string[];
}

const NONE: DurationValue = { days: 0, milliseconds: 0 };
const END_BEFORE_START = 'The event ends before it starts in the calendar; its end is ignored.';
const UNREADABLE_END = 'The end or length of the event cannot be read and is ignored.';
const DUE_FIRST = 'The task is due before it starts in the calendar; its start is ignored.';
const UNREADABLE = 'A date of the task cannot be read and is ignored.';

/** The times of a VEVENT or VTODO (RFC 5545 §3.6.1, §3.6.2). Throws INVALID_ICS if an event has no readable start. */
export function readSpan(component: Component, zones: ObjectZones): Span {
  return component.name === 'VTODO' ? readTaskSpan(component, zones) : readEventSpan(component, zones);
}

function readEventSpan(event: Component, zones: ObjectZones): Span {
  const line = property(event, 'DTSTART');
  const start = line && readTimeLine(line, zones);
  if (line === undefined || start === undefined)
    throw new CalendarError('INVALID_ICS', 'An event without a readable DTSTART was left out.');
  const { tzid } = start.form;
  const note = tzid && zones.resolve(tzid.trim()).note;
  const notes = note ? [note] : [];
  const endLine = property(event, 'DTEND');
  const durationLine = property(event, 'DURATION');
  const end = endLine && readTimeLine(endLine, zones, start.form);
  const toEnd = end && lengthTo(start, end);
  if (toEnd !== undefined && sizeOf(toEnd) >= 0)
    return spanFrom(start, toEnd, { notes, ...ending(start, end) });
  const duration = durationLine && parseDuration(durationLine.value);
  const isForward = duration !== undefined && sizeOf(duration) >= 0;
  if (toEnd !== undefined || (duration !== undefined && !isForward)) notes.push(END_BEFORE_START);
  else if ((endLine ?? durationLine) !== undefined && duration === undefined) notes.push(UNREADABLE_END);
  return spanFrom(start, isForward ? duration : NONE, { notes, ...ending(start, undefined) });
}

/**
 * From DTSTART to DUE, or to the end of DURATION; at the only date if there is just one. If one is a date and the
 * other a time, the form of DUE counts; a date as DUE includes that day.
 */
function readTaskSpan(todo: Component, zones: ObjectZones): Span {
  const [startLine, dueLine] = ['DTSTART', 'DUE'].map((name) => property(todo, name));
  const asked = startLine && readTimeLine(startLine, zones);
  const due = dueLine && readTimeLine(dueLine, zones, asked?.form);
  const duration = asked && parseDuration(property(todo, 'DURATION')?.value ?? '');
  const isUnread = (startLine && !asked) || (dueLine && !due);
  const notes = isUnread ? [UNREADABLE] : [];
  const task = { hasStart: asked !== undefined, hasDue: (due ?? duration) !== undefined };
  if (asked === undefined || due === undefined) {
    const id = property(todo, 'RECURRENCE-ID');
    const only = asked ?? due ?? (id && readTimeLine(id, zones)) ?? { form: dateForm(zones), wall: UNDATED };
    const length = duration !== undefined && sizeOf(duration) > 0 ? duration : NONE;
    return spanFrom(only, length, { notes, task, ...ending(only, undefined) });
  }
  const startsDay = asked.form.kind === 'date' && due.form.kind !== 'date';
  const wall = due.form.kind === 'date' ? dayOfWall(asked.wall) * DAY : asked.wall;
  const start = { form: startsDay || due.form.kind === 'date' ? due.form : asked.form, wall };
  const length = lengthTo(start, due);
  if (sizeOf(length) < 0)
    return spanFrom(due, NONE, {
      notes: [...notes, DUE_FIRST],
      task: { ...task, hasStart: false },
      ...ending(due, undefined),
    });
  const whole = due.form.kind === 'date' ? { days: length.days + 1, milliseconds: 0 } : length;
  return spanFrom(start, whole, { notes, task, ...(startsDay && { startsDay }), ...ending(start, due) });
}

/** Makes an all-day span at least one day long. */
function spanFrom(
  { form, wall }: Time,
  length: DurationValue,
  rest: Omit<Span, 'form' | 'start' | 'length'>,
): Span {
  if (form.kind !== 'date') return { form, start: wall, length, ...rest };
  return {
    form,
    start: wall,
    length: { days: Math.max(1, Math.ceil(sizeOf(length) / DAY)), milliseconds: 0 },
    ...rest,
  };
}

/** The zone of the start, and that of the end if its offset differs; ignores UTC, which is no place. */
function ending(start: Time, end: Time | undefined): Pick<Span, 'zones' | 'endsAt'> {
  const { form } = start;
  const isEnd = end !== undefined && isExact(end.form);
  if (!isExact(form))
    return form.kind === 'floating' && isEnd ? { endsAt: instantOf(end.wall, end.form) } : {};
  const own = form.zone.id === 'UTC' ? {} : { zones: { start: form.zone } };
  if (!isEnd || end.form.zone.id === 'UTC') return own;
  const at = instantOf(end.wall, end.form);
  if (form.zone.offsetAt(at) === end.form.zone.offsetAt(at)) return own;
  return { zones: { start: form.zone, end: end.form.zone } };
}

/** The length from a start to an end in any form, in the form of the start. */
export function lengthTo({ form, wall }: Time, end: Time): DurationValue {
  if (form.kind === 'date') return { days: Math.ceil(end.wall / DAY) - dayOfWall(wall), milliseconds: 0 };
  if (isExact(form)) {
    const { zone } = isExact(end.form) ? end.form : form;
    return { days: 0, milliseconds: zone.toInstant(end.wall) - form.zone.toInstant(wall) };
  }
  const last = isExact(end.form) ? form.zone.toWall(instantOf(end.wall, end.form)) : end.wall;
  return { days: 0, milliseconds: last - wall };
}

export function sizeOf({ days, milliseconds }: DurationValue): number {
  return days * DAY + milliseconds;
}

/** How long after its start a task with a due date is due. A date is due on its last day. */
export function dueAfter({ form, length }: Pick<Span, 'form' | 'length'>): number {
  return sizeOf(length) - (form.kind === 'date' ? DAY : 0);
}

/** Moves a floating start out of a clock gap, as clocks do. */
export function shownWall(start: Wall, { kind, zone }: TimeForm): Wall {
  return kind === 'floating' ? zone.toWall(zone.toInstant(start)) : start;
}

/** The exclusive end as a wall time of the span's form. */
export function spanEnd({
  form,
  start,
  length: { days, milliseconds },
}: Pick<Span, 'form' | 'start' | 'length'>): Wall {
  if (!isExact(form)) return shownWall(start, form) + days * DAY + milliseconds;
  return form.zone.toWall(form.zone.toInstant(start + days * DAY) + milliseconds);
}
