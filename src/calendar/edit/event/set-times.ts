import { DAY, SECOND } from '../../../../compilers/time/civil.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { datesIn } from '../../series/recurrence-set.js';
import { readSpan, type Span } from '../../series/span.js';
import {
  addProperty,
  type Component,
  properties,
  property,
  replaceChild,
  setProperty,
  withoutProperties,
} from '../../text/component.js';
import {
  type LineEnd,
  type Property,
  parameter,
  replaceParameter,
  replaceValue,
} from '../../text/content-line.js';
import type { DurationValue } from '../../text/date-time.js';
import {
  convertWall,
  formParameters,
  instantOf,
  isExact,
  type ObjectZones,
  printWallDateTime,
  readTimeLine,
  readWall,
  sameForm,
  type TimeForm,
  timeProperty,
} from '../../text/time-form.js';
import { type ChangedSpan, type EventSpan, endIn, resolveDayStart } from './event-span.js';
import type { Notation } from './open-object.js';
import type { NamedOccurrence } from './open-series.js';

/** The move of a whole series: maps each wall time to a new one, in another form if zone or kind change. */
export interface Move {
  readonly from: TimeForm;
  readonly start: Wall;
  readonly to: TimeForm;
  at(wall: Wall): Wall;
  /** Whole days by which dates in a timed series move. */
  readonly days: number;
}

/** The occurrence that the given times apply to, before and after, as wall times of its series. */
export interface NamedMove extends NamedOccurrence {
  readonly before: EventSpan;
  readonly next: ChangedSpan;
}

/** Gives an event other times. Each keeps its own zone (a flight) and its kind. A line that already matches stays. */
export function setSpan(event: Component, asked: EventSpan, zones: ObjectZones, lineEnd: LineEnd): Component {
  const before = readSpan(event, zones);
  const next = resolveDayStart(asked, zones.viewer);
  const { hasStart, hasDue } = next.task ?? before.task ?? { hasStart: true, hasDue: true };
  const endName = before.task === undefined ? 'DTEND' : 'DUE';
  const hadStart = before.task?.hasStart ?? true;
  let edited = event;
  // A start after the due date is ignored, but moves along with it.
  if (hasStart || (!hadStart && hasDue))
    edited = setStart(event, before, { ...next, hasStart }, { zones, lineEnd });
  else edited = withoutProperties(event, 'DTSTART', 'DURATION');
  if (!hasDue) edited = withoutProperties(edited, 'DUE', 'DURATION');
  const endLine = property(edited, endName);
  const durationLine = property(edited, 'DURATION');
  const { days, milliseconds } = next.length;
  const sameLength =
    before.length.days === days &&
    before.length.milliseconds === milliseconds &&
    before.form.kind === next.form.kind;
  const startLine = property(event, 'DTSTART');
  const own = endLine && readTimeLine(endLine, zones, startLine && readTimeLine(startLine, zones)?.form);
  if (endLine !== undefined) {
    if (own === undefined && sameLength && before.task?.hasDue !== false) return edited;
    // A new zone of the event also applies to its end.
    const isOwn = own && sameForm(before.form, next.form) && isDate(own.form) === isDate(next.form);
    const { wall, form } = endIn(next, isOwn ? own.form : next.form, zones.utc);
    edited = replaceChild(edited, endLine, setTimes(endLine, [written(wall, form)], own?.form, form));
  } else if (durationLine !== undefined) {
    if (!sameLength)
      edited = replaceChild(edited, durationLine, replaceValue(durationLine, printLength(next.length)));
  } else if (hasDue && (before.task !== undefined || !sameLength)) {
    const { wall, form } = endIn(next, next.form, zones.utc);
    edited = addProperty(edited, timeProperty(endName, [written(wall, form)], form, lineEnd));
  }
  return setAllDayMark(edited, isDate(next.form));

  /** A DUE that is a date includes that day. */
  function written(wall: Wall, form: TimeForm): Wall {
    return before.task !== undefined && isDate(form) ? wall - DAY : wall;
  }
}

/** Keeps the kind of a start that differs from the due date: a date while at midnight, a time of day on its day. */
function setStart(
  event: Component,
  before: Span,
  next: EventSpan & { readonly hasStart: boolean },
  { zones, lineEnd }: Notation,
): Component {
  const { start, form } = next;
  const line = property(event, 'DTSTART');
  const own = line && readTimeLine(line, zones);
  if (line === undefined || own === undefined)
    return next.hasStart ? addStart(event, timeProperty('DTSTART', [start], form, lineEnd)) : event;
  const from = resolveDayStart(before, zones.viewer);
  const moved = (): Wall => own.wall + convertWall(start, form, from.form) - from.start;
  if (!next.hasStart) return replaceChild(event, line, setTimes(line, [moved()], own.form, own.form));
  if (isDate(own.form) && !isDate(form)) {
    const seen = isExact(form) ? zones.viewer.toWall(instantOf(start, form)) : start;
    if (before.task !== undefined && seen % DAY === 0)
      return replaceChild(event, line, setTimes(line, [seen], own.form, own.form));
  }
  const isBeside = !isDate(own.form) && isDate(before.form) && isDate(form);
  return isBeside
    ? replaceChild(event, line, setTimes(line, [moved()], own.form, own.form))
    : replaceChild(event, line, setTimes(line, [start], own.form, form));
}

/** Replaces an unreadable line, if there is one. */
function addStart(event: Component, line: Property): Component {
  return setProperty(event, line);
}

function isDate({ kind }: TimeForm): boolean {
  return kind === 'date';
}

/** The same line with other times; its parameters change only if the form does. */
function setTimes(
  line: Property,
  walls: readonly Wall[],
  from: TimeForm | undefined,
  to: TimeForm,
): Property {
  const value = walls.map((wall) => printWallDateTime(wall, to.kind)).join(',');
  if (from !== undefined && sameForm(from, to)) {
    const isSame = walls.length === 1 && readWall(line.value) === walls[0];
    return isSame || value === line.value ? line : replaceValue(line, value);
  }
  return replaceValue(inForm(line, to), value);
}

function inForm(line: Property, form: TimeForm): Property {
  const isPeriod = parameter(line, 'VALUE')?.toUpperCase() === 'PERIOD' && form.kind !== 'date';
  const typed = isPeriod ? line : replaceParameter(line, 'VALUE', undefined);
  const bare = replaceParameter(typed, 'TZID', undefined);
  return formParameters(form).reduce((next, { name, values }) => replaceParameter(next, name, values), bare);
}

/** Moves RECURRENCE-ID, EXDATE or RDATE with its series; unreadable values stay. */
export function moveLine(line: Property, move: Move, zones: ObjectZones): Property {
  const isSame = sameForm(move.from, move.to);
  let own: TimeForm | undefined;
  let kept: TimeForm | undefined;
  const values = datesIn(line, { form: move.from, start: move.start }, zones).map(({ text, time }) => {
    if (time === undefined) return text;
    const isDay = isDate(time.form) && !isDate(move.from);
    const form = isSame || (isDay && !isDate(move.to)) ? time.form : move.to;
    own ??= time.form;
    kept ??= form;
    const to = isDay
      ? time.wall + move.days * DAY
      : convertWall(move.at(convertWall(time.wall, time.form, move.from)), move.to, form);
    const printed = printWallDateTime(to, form.kind);
    const end = text.split('/')[1];
    if (end === undefined || isDate(form)) return printed;
    const endWall = readWall(end);
    const last = endWall === undefined ? end : printWallDateTime(to + (endWall - time.wall), form.kind);
    return `${printed}/${last}`;
  });
  const next = own === undefined || kept === undefined || sameForm(own, kept) ? line : inForm(line, kept);
  return replaceValue(next, values.join(','));
}

/** Prints a DURATION (RFC 5545 §3.3.6). Days are calendar days; times are exact. */
function printLength({ days, milliseconds }: DurationValue): string {
  const seconds = Math.round(milliseconds / SECOND);
  if (days !== 0 && seconds === 0) return `P${days}D`;
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor((seconds % 3600) / 60), 'M'],
    [seconds % 60, 'S'],
  ] as const;
  // Matches servers that rewrite durations.
  const time =
    seconds === 0 ? '0S' : parts.map(([count, unit]) => (count === 0 ? '' : count + unit)).join('');
  return `P${days === 0 ? '' : `${days}D`}T${time}`;
}

/** Updates Outlook's own all-day mark if the event has one. */
function setAllDayMark(event: Component, allDay: boolean): Component {
  return properties(event, 'X-MICROSOFT-CDO-ALLDAYEVENT').reduce((next, line) => {
    const value = allDay ? 'TRUE' : 'FALSE';
    return line.value.toUpperCase() === value ? next : replaceChild(next, line, replaceValue(line, value));
  }, event);
}
