import { DAY, dayOfWall, SECOND } from '../../../../compilers/time/civil.js';
import type { Wall } from '../../../../schemas/model/time.js';
import {
  addProperty,
  type Component,
  properties,
  property,
  replaceChild,
  withoutProperties,
} from '../../text/component.js';
import {
  type LineEnd,
  type Property,
  parameter,
  replaceParameter,
  replaceValue,
} from '../../text/content-line.js';
import {
  convertWall,
  formOf,
  formParameters,
  type ObjectZones,
  printWallDateTime,
  readWall,
  sameForm,
  type TimeForm,
  timeProperty,
} from '../../text/time-form.js';
import { type NamedOccurrence, readSpan } from './editable-series.js';
import { type ChangedSpan, type EventSpan, endIn } from './event-span.js';

/** How a whole series moves: each of its walls goes to another wall, of another form where zone or kind change. */
export interface Move {
  readonly from: TimeForm;
  readonly to: TimeForm;
  at(wall: Wall): Wall;
  /** Whole days that dates of a timed series move by. */
  readonly days: number;
}

/** The occurrence that the given times are about, before and after, as walls of its series. */
export interface NamedMove extends NamedOccurrence {
  readonly before: EventSpan;
  readonly next: ChangedSpan;
}

/** Gives an event other times. DTEND and DURATION stay of the kind they are; a line that says the same stays as it is. */
export function setSpan(event: Component, next: EventSpan, zones: ObjectZones, lineEnd: LineEnd): Component {
  const before = readSpan(event, zones);
  const { hasStart, hasDue } = next.task ?? before.task ?? { hasStart: true, hasDue: true };
  const endName = before.task === undefined ? 'DTEND' : 'DUE';
  let edited = hasStart
    ? setStart(event, next, zones, lineEnd)
    : withoutProperties(event, 'DTSTART', 'DURATION');
  if (!hasDue) edited = withoutProperties(edited, 'DUE', 'DURATION');
  const endLine = property(edited, endName);
  const durationLine = property(edited, 'DURATION');
  const sameLength = before.length === next.length && before.form.kind === next.form.kind;
  if (endLine !== undefined) {
    const own = formOf(endLine, zones);
    // A DTEND in a zone of its own (a flight) keeps it, unless the event goes to another zone.
    const kept = sameForm(before.form, next.form) && own.kind !== 'date' ? own : next.form;
    const { wall, form } = endIn(next, kept, zones.utc);
    edited = replaceChild(edited, endLine, setTimes(endLine, [written(wall, form)], own, form));
  } else if (durationLine !== undefined) {
    if (!sameLength)
      edited = replaceChild(
        edited,
        durationLine,
        replaceValue(durationLine, printLength(next.length, next.form)),
      );
  } else if (hasDue && (before.task !== undefined || !sameLength)) {
    const { wall, form } = endIn(next, next.form, zones.utc);
    edited = addProperty(edited, timeProperty(endName, [written(wall, form)], form, lineEnd));
  }
  return setAllDayMark(edited, next.form.kind === 'date');

  /** A DUE that is a date includes it. */
  function written(wall: Wall, { kind }: TimeForm): Wall {
    return before.task !== undefined && kind === 'date' ? wall - DAY : wall;
  }
}

function setStart(
  event: Component,
  { start, form }: EventSpan,
  zones: ObjectZones,
  lineEnd: LineEnd,
): Component {
  const line = property(event, 'DTSTART');
  if (line === undefined) return addProperty(event, timeProperty('DTSTART', [start], form, lineEnd));
  return replaceChild(event, line, setTimes(line, [start], formOf(line, zones), form));
}

/** The same line with other times; its parameters change only where the form does. */
export function setTimes(line: Property, walls: readonly Wall[], from: TimeForm, to: TimeForm): Property {
  const value = walls.map((wall) => printWallDateTime(wall, to.kind)).join(',');
  if (sameForm(from, to)) return value === line.value ? line : replaceValue(line, value);
  return replaceValue(inForm(line, to), value);
}

function inForm(line: Property, form: TimeForm): Property {
  const isPeriod = parameter(line, 'VALUE')?.toUpperCase() === 'PERIOD' && form.kind !== 'date';
  const typed = isPeriod ? line : replaceParameter(line, 'VALUE', undefined);
  const bare = replaceParameter(typed, 'TZID', undefined);
  return formParameters(form).reduce((next, { name, values }) => replaceParameter(next, name, values), bare);
}

/** Moves RECURRENCE-ID, EXDATE or RDATE with its series; values that cannot be read stay. */
export function moveLine(line: Property, move: Move, zones: ObjectZones): Property {
  const own = formOf(line, zones, move.from);
  const dates = own.kind === 'date' && move.from.kind !== 'date';
  const kept = sameForm(move.from, move.to) ? own : dates && move.to.kind !== 'date' ? own : move.to;
  const moved = (wall: Wall): Wall => {
    if (dates) return dayOfWall(wall) * DAY + move.days * DAY;
    return convertWall(move.at(convertWall(wall, own, move.from)), move.to, kept);
  };
  const values = line.value.split(',').map((value) => {
    const [start = '', end] = value.split('/');
    const wall = readWall(start);
    if (wall === undefined) return value;
    const to = moved(wall);
    const printed = printWallDateTime(to, kept.kind);
    if (end === undefined || kept.kind === 'date') return printed;
    const endWall = readWall(end);
    return `${printed}/${endWall === undefined ? end : printWallDateTime(to + (endWall - wall), kept.kind)}`;
  });
  const next = sameForm(own, kept) ? line : inForm(line, kept);
  return replaceValue(next, values.join(','));
}

/** A DURATION (RFC 5545 §3.3.6). Its days are days of the calendar, as dates have them; times last exactly. */
function printLength(length: number, { kind }: TimeForm): string {
  if (kind === 'date') return `P${length / DAY}D`;
  const seconds = Math.round(length / SECOND);
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor((seconds % 3600) / 60), 'M'],
    [seconds % 60, 'S'],
  ] as const;
  // As servers that rewrite durations print it.
  return `PT${seconds === 0 ? '0S' : parts.map(([count, unit]) => (count === 0 ? '' : count + unit)).join('')}`;
}

/** Outlook's own mark for all-day events, where the event has it. */
function setAllDayMark(event: Component, allDay: boolean): Component {
  return properties(event, 'X-MICROSOFT-CDO-ALLDAYEVENT').reduce((next, line) => {
    const value = allDay ? 'TRUE' : 'FALSE';
    return line.value.toUpperCase() === value ? next : replaceChild(next, line, replaceValue(line, value));
  }, event);
}
