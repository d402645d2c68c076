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

/** When one event or task takes place, as it is written. */
export interface Span extends Start {
  /**
   * Days are wall time and milliseconds exact time (RFC 5545 §3.8.5.3: DTEND gives an exact length, DURATION a nominal
   * one). Of dates and floating times both are wall time.
   */
  readonly length: DurationValue;
  /** The moment at which a floating start ends, where its end is one: how long that is depends on who looks. */
  readonly endsAt?: Instant;
  /** For a task: which of the two it has. The span is at the one it has, and at `UNDATED` without either. */
  readonly task?: Pick<TaskFields, 'hasStart' | 'hasDue'>;
  /** The start is a day beside a time that is due: it begins when that day begins for the one who looks. */
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

/** The times of a VEVENT or VTODO (RFC 5545 §3.6.1, §3.6.2). Throws INVALID_ICS where an event has no start to read. */
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
 * From DTSTART to DUE, or to the end of DURATION; at one of them where there is no other. Where one is a date and the
 * other a time, the form of DUE counts, and as a date it includes that day.
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

/** A day with no length given, or an end on the same day, is that one day. */
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

/** The zone of the start, and that of an end that is on other clocks; UTC is no place. */
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

/** The length from a start to an end in any form, in the terms of the start. */
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

/** Moves a floating start in a clock gap forward, as clocks do. */
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
