import { DAY, dayOfWall, MINUTE, timeOfWall } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME, type Wall } from '../../../../schemas/model/time.js';
import { revisionOf } from '../../read/read-fields.js';
import { type Meter, meterOf } from '../../rules/expansion-budget.js';
import { parseRule, type Rule } from '../../rules/rule.js';
import type { Occurrences } from '../../rules/rule-occurrences.js';
import { type Component, properties, property } from '../../text/component.js';
import { type Property, parameter } from '../../text/content-line.js';
import { parseDuration, printRecurrenceId } from '../../text/date-time.js';
import {
  convertWall,
  formOf,
  instantOf,
  type ObjectZones,
  readWall,
  type TimeForm,
} from '../../text/time-form.js';
import { type EventSpan, lengthOf } from './event-span.js';
import { boundRule, EDIT_BUDGET, firstOf } from './new-rule.js';
import type { OpenObject } from './open-object.js';
import { readTaskSpan } from './task-span.js';

/** One RRULE or EXRULE of a series, bound to its DTSTART. */
export interface EditableRule {
  readonly line: Property;
  /** Undefined when it cannot be read. */
  readonly rule: Rule | undefined;
  readonly starts: Occurrences;
}

/** A master event as a set of starts (RFC 5545 §3.8.5), all in wall times of its DTSTART's form; overrides apart. */
export interface EditableSeries {
  readonly span: EventSpan;
  readonly rules: readonly EditableRule[];
  readonly exrules: readonly EditableRule[];
  readonly rdates: readonly Wall[];
  /** The length of the occurrence that starts then: a PERIOD of an RDATE has its own (RFC 5545 §3.8.5.2). */
  lengthAt(wall: Wall): number;
  /** Whether RRULE or RDATE make it more than one event. */
  readonly recurring: boolean;
  /** Whether every RRULE can be read. */
  readonly isKnown: boolean;
  /** Starts with from ≤ start < to, ascending. */
  between(from: Wall, to: Wall): readonly Wall[];
  /** The same of starts that do not take place. */
  excluded(from: Wall, to: Wall): readonly Wall[];
  excludes(wall: Wall): boolean;
  /**
   * The wall time the rule gives for a start. A start in a gap (02:30 when clocks go forward) is also known by the
   * wall time it is moved to.
   */
  canonical(wall: Wall): Wall;
  /** First start from `from` on. */
  first(from?: Wall): Wall | undefined;
}

/** An object that has a master, and its master as a series. */
export interface OpenSeries extends OpenObject {
  readonly master: Component;
  readonly series: EditableSeries;
}

/** An occurrence by its start, and its override where it has one. */
export interface NamedOccurrence {
  readonly wall: Wall;
  readonly override?: Component;
}

/** An opened object with its series, read for an edit. */
export function openSeries(target: OpenObject, master: Component): OpenSeries {
  return { ...target, master, series: readEditableSeries(master, target.zones) };
}

export function readEditableSeries(master: Component, zones: ObjectZones): EditableSeries {
  const span = readSpan(master, zones);
  const { form, start } = span;
  const bind = (name: string, anchored: boolean): EditableRule[] =>
    properties(master, name).map((line) => {
      const rule = readableRule(line.value);
      return { line, rule, starts: rule === undefined ? NEVER : boundRule(rule, start, form, { anchored }) };
    });
  const rules = bind('RRULE', true);
  const exrules = bind('EXRULE', false);
  const rdates = properties(master, 'RDATE').flatMap((line) => seriesWalls(line, span, zones));
  const periods = new Map(properties(master, 'RDATE').flatMap((line) => periodLengths(line, span, zones)));
  const keyOf = (wall: Wall): number => (form.kind === 'date' ? wall : form.zone.toInstant(wall));
  const exdates = new Set<number>();
  const exdays = new Set<number>();
  for (const line of properties(master, 'EXDATE')) {
    const byDay = form.kind !== 'date' && formOf(line, zones).kind === 'date';
    for (const wall of seriesWalls(line, span, zones)) {
      if (byDay) exdays.add(dayOfWall(wall));
      else exdates.add(keyOf(wall));
    }
  }

  const excludes = (wall: Wall): boolean => exdates.has(keyOf(wall)) || exdays.has(dayOfWall(wall));

  function pattern(from: Wall, to: Wall, meter: Meter): readonly Wall[] {
    const found = new Set([start, ...rdates].filter((wall) => wall >= from && wall < to));
    for (const { starts } of rules) for (const wall of starts.between(from, to, meter)) found.add(wall);
    for (const { starts } of exrules) for (const wall of starts.between(from, to, meter)) found.delete(wall);
    return [...found].sort((a, b) => a - b);
  }

  function between(from: Wall, to: Wall, meter: Meter = meterOf(EDIT_BUDGET)): readonly Wall[] {
    return pattern(from, to, meter).filter((wall) => !excludes(wall));
  }

  function canonical(wall: Wall): Wall {
    if (form.kind !== 'zoned') return wall;
    const inGap = GAPS.map((gap) => wall - gap).filter((earlier) => form.zone.kindOf(earlier) === 'gap');
    const same = inGap.filter((earlier) => keyOf(earlier) === keyOf(wall));
    const known = (at: Wall): boolean => pattern(at, at + 1, meterOf(EDIT_BUDGET)).length > 0;
    return same.length === 0 || known(wall) ? wall : (same.find(known) ?? wall);
  }

  return {
    span,
    rules,
    exrules,
    rdates,
    lengthAt: (wall) => periods.get(wall) ?? span.length,
    recurring: rules.length > 0 || rdates.length > 0,
    isKnown: rules.every(({ rule }) => rule !== undefined),
    between: (from, to) => between(from, to),
    excluded: (from, to) => pattern(from, to, meterOf(EDIT_BUDGET)).filter(excludes),
    excludes,
    canonical,
    first(from = Math.min(start, ...rdates)) {
      // Without a rule there is nothing after the last single date.
      const end = rules.length === 0 ? Math.max(start, ...rdates) + 1 : ALL_TIME.to;
      return firstOf(
        { between: (a, b, meter) => between(a, Math.min(b, end), meter), last: () => end },
        from,
      );
    },
  };
}

/** How far clocks go forward, wherever they do. */
const GAPS = [20, 30, 60, 120].map((minutes) => minutes * MINUTE);

const NEVER: Occurrences = { between: () => [], last: () => undefined };

function readableRule(value: string): Rule | undefined {
  try {
    return parseRule(value);
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/**
 * The times of one event; without DTEND and DURATION a day, or no time at all (RFC 5545 §3.6.1). Throws
 * UNREADABLE_OBJECT.
 */
export function readSpan(event: Component, zones: ObjectZones): EventSpan {
  if (event.name === 'VTODO') return readTaskSpan(event, zones);
  const line = property(event, 'DTSTART');
  const written = line && readWall(line.value);
  if (line === undefined || written === undefined) {
    throw new CalendarError('UNREADABLE_OBJECT', 'The event has no readable start.', {
      suggestion: 'Ask the user to look at it in another calendar program.',
    });
  }
  const form = formOf(line, zones);
  const start = form.kind === 'date' ? dayOfWall(written) * DAY : written;
  const endLine = property(event, 'DTEND');
  const end = endLine && readWall(endLine.value);
  if (endLine !== undefined && end !== undefined) {
    const own = formOf(endLine, zones, form);
    const length =
      form.kind === 'date'
        ? Math.ceil(end / DAY) * DAY - start
        : form.kind === 'floating' || own.kind === 'date'
          ? lengthOf(start, convertWall(end, own, form), form)
          : instantOf(end, own) - instantOf(start, form);
    if (length > 0 || (length === 0 && form.kind !== 'date')) return { form, start, length };
  }
  const durationLine = property(event, 'DURATION');
  const duration = durationLine && parseDuration(durationLine.value);
  if (duration !== undefined) {
    const days = duration.days * DAY;
    const length = form.kind === 'date' ? days : lengthOf(start, start + days, form) + duration.milliseconds;
    if (length > 0) return { form, start, length };
  }
  return { form, start, length: form.kind === 'date' ? DAY : 0 };
}

/** The values of an RDATE, EXDATE or RECURRENCE-ID as walls of the series; periods by their start. */
export function seriesWalls(line: Property, { form, start }: EventSpan, zones: ObjectZones): readonly Wall[] {
  return line.value.split(',').flatMap((value) => {
    const wall = readWall(value.split('/')[0] ?? '');
    return wall === undefined ? [] : [seriesWall(wall, formOf(line, zones, form), form, start)];
  });
}

/** The lengths of the periods of an RDATE, by their starts; a period's end has the form of its start (§3.3.9). */
function periodLengths(line: Property, { form, start }: EventSpan, zones: ObjectZones): [Wall, number][] {
  if (form.kind === 'date') return [];
  const own = formOf(line, zones, form);
  return line.value.split(',').flatMap((value): [Wall, number][] => {
    const [first = '', last = ''] = value.split('/');
    const [wall, end, duration] = [readWall(first), readWall(last), parseDuration(last)];
    if (wall === undefined || own.kind === 'date' || (end ?? duration) === undefined) return [];
    const { days = 0, milliseconds = 0 } = duration ?? {};
    const length = lengthOf(wall, end ?? wall + days * DAY, own) + milliseconds;
    return length < 0 ? [] : [[seriesWall(wall, own, form, start), length]];
  });
}

/** A wall time in its own form as the series counts; a date of a timed series means that day's start. */
function seriesWall(wall: Wall, own: TimeForm, form: TimeForm, start: Wall): Wall {
  if (own.kind === 'date' && form.kind !== 'date') return wall + timeOfWall(start);
  return convertWall(wall, own, form);
}

/** The original start of an override, as the series counts; undefined when it cannot be read. */
export function originalStart(
  override: Component,
  series: EditableSeries,
  zones: ObjectZones,
): Wall | undefined {
  const line = property(override, 'RECURRENCE-ID');
  const wall = line && seriesWalls(line, series.span, zones)[0];
  return wall === undefined ? undefined : series.canonical(wall);
}

/** The first start of a series, that of an override outside its rule included. */
export function firstOccurrence({ series, overrides, zones }: OpenSeries): Wall | undefined {
  const starts = [series.first(), ...overrides.map((override) => originalStart(override, series, zones))];
  const shown = starts.filter((wall): wall is Wall => wall !== undefined && !series.excludes(wall));
  return shown.length === 0 ? undefined : Math.min(...shown);
}

/** Whether an override also shapes the occurrences after it (RFC 5545 §3.2.13). */
export function isRange(override: Component): boolean {
  const line = property(override, 'RECURRENCE-ID');
  return line !== undefined && parameter(line, 'RANGE')?.toUpperCase() === 'THISANDFUTURE';
}

/** Finds the occurrence an id names, and its override where it has one; NOT_FOUND if it does not exist. */
export function findOccurrence(target: OpenSeries, recurrenceId: string): NamedOccurrence {
  const { series } = target;
  const asked = readWall(recurrenceId);
  if (asked !== undefined) {
    const wall = series.canonical(series.span.form.kind === 'date' ? dayOfWall(asked) * DAY : asked);
    const override = overridesOf(target, wall)[0];
    if (override !== undefined && !series.excludes(wall)) return { wall, override };
    if (series.between(wall, wall + 1).length > 0) return { wall };
  }
  throw noSuchOccurrence();
}

/** NOT_FOUND: the series has no occurrence of this recurrence id. */
export function noSuchOccurrence(): CalendarError {
  return new CalendarError('NOT_FOUND', 'The series has no such occurrence.', {
    suggestion: 'Read the events of that period again and use the id of one of them.',
    outcome: 'not_applied',
  });
}

/** The id of an occurrence by its start: one in a gap has that of the wall time it is moved to. */
export function occurrenceId(wall: Wall, { kind, zone }: TimeForm): string {
  const shown = kind === 'zoned' ? zone.toWall(zone.toInstant(wall)) : wall;
  return printRecurrenceId(shown, kind === 'date');
}

/** The id of an override in an object without its master: its RECURRENCE-ID in the zone it is written in. */
export function originalId(override: Component, zones: ObjectZones): string | undefined {
  const line = property(override, 'RECURRENCE-ID');
  const wall = line && readWall(line.value);
  if (line === undefined || wall === undefined) return undefined;
  return printRecurrenceId(wall, formOf(line, zones).kind === 'date');
}

/** The overrides of one occurrence, newest first: some servers keep old copies. */
export function overridesOf({ series, overrides, zones }: OpenSeries, wall: Wall): readonly Component[] {
  return overrides
    .filter((candidate) => originalStart(candidate, series, zones) === wall)
    .sort((a, b) => newerFirst(revisionOf(a), revisionOf(b)));
}

function newerFirst(a: readonly [number, number], b: readonly [number, number]): number {
  return b[0] - a[0] || b[1] - a[1];
}
