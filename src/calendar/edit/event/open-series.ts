import { DAY, dayOfWall } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { revisionOf } from '../../read/read-fields.js';
import { originalTime, type RecurrenceSet, readRecurrenceSet } from '../../series/recurrence-set.js';
import type { Component } from '../../text/component.js';
import { printRecurrenceId } from '../../text/date-time.js';
import {
  dateForm,
  keyIn,
  type ObjectZones,
  readWall,
  type TimeForm,
  wallOfKey,
} from '../../text/time-form.js';
import type { OpenObject } from './open-object.js';

/** An object with a master, also read as a series. */
export interface OpenSeries extends OpenObject {
  readonly master: Component;
  readonly series: RecurrenceSet;
}

/** An occurrence: its start, and its override if it has one. */
export interface NamedOccurrence {
  readonly wall: Wall;
  readonly override?: Component;
}

export function openSeries(target: OpenObject, master: Component): OpenSeries {
  return { ...target, master, series: readRecurrenceSet(master, target.zones) };
}

/** The form of original starts: that of DTSTART (RFC 5545 §3.8.4.4), even if it is a date next to a timed due date. */
export function originalForm({ series: { span }, zones }: OpenSeries): TimeForm {
  return span.startsDay ? dateForm(zones) : span.form;
}

/** The original start of an override, as a wall time of the series; undefined if it is unreadable. */
export function originalStart(
  override: Component,
  series: RecurrenceSet,
  zones: ObjectZones,
): Wall | undefined {
  const time = originalTime(override, zones, series.span);
  return time && series.canonical(series.wallOf(time));
}

/** The start that a recurrence id names, as a wall time of the series; undefined if the id is invalid. */
export function namedStart(series: RecurrenceSet, recurrenceId: string): Wall | undefined {
  const wall = readWall(recurrenceId);
  if (wall === undefined) return undefined;
  return series.canonical(series.span.form.kind === 'date' ? dayOfWall(wall) * DAY : wall);
}

/** The first start of a series, including overrides outside its rule. */
export function firstOccurrence({ series, overrides, zones }: OpenSeries): Wall | undefined {
  const starts = [series.first(), ...overrides.map((override) => originalStart(override, series, zones))];
  const shown = starts.filter((wall): wall is Wall => wall !== undefined && !series.excludes(wall));
  return shown.length === 0 ? undefined : Math.min(...shown);
}

/** Finds the occurrence with this id, and its override if it has one. Throws NOT_FOUND. */
export function findOccurrence(target: OpenSeries, recurrenceId: string): NamedOccurrence {
  const { series } = target;
  const wall = namedStart(series, recurrenceId);
  if (wall !== undefined) {
    const override = overridesOf(target, wall)[0];
    if (override !== undefined && !series.excludes(wall)) return { wall, override };
    if (series.between(wall, wall + 1).length > 0) return { wall };
  }
  throw noSuchOccurrence();
}

export function noSuchOccurrence(): CalendarError {
  return new CalendarError('NOT_FOUND', 'The series has no such occurrence.', {
    suggestion: 'Read the events of that period again and use the id of one of them.',
    outcome: 'not_applied',
  });
}

/** The id of an override in an object without a master, in the form of the first override. */
export function originalId(override: Component, { overrides, zones }: OpenObject): string | undefined {
  const [first, own] = [overrides[0], override].map((one) => one && originalTime(one, zones));
  if (first === undefined || own === undefined) return undefined;
  const anchor = { form: first.form, start: first.wall };
  return printRecurrenceId(wallOfKey(keyIn(anchor, own), anchor.form), anchor.form.kind === 'date');
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
