import { DAY, dayOfWall, timeOfWall } from '../../../compilers/time/civil.js';
import type { EventTime } from '../../../compilers/time/time-value.js';
import type { Zone, ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant, type Wall } from '../../../schemas/model/time.js';
import { type LineEnd, makeProperty, type Parameter, type Property, parameter } from './content-line.js';
import { parseDateTime, printDateTime } from './date-time.js';

/**
 * The form of a DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5). `zone` turns its wall times into instants: for dates,
 * floating times and an unknown TZID, it is the viewer's zone. A zoned time without a TZID uses the zone of its
 * series.
 */
export interface TimeForm {
  readonly kind: 'date' | 'floating' | 'utc' | 'zoned';
  readonly zone: Zone;
  /** The TZID in the file. */
  readonly tzid?: string;
}

/** A date or time with its form. */
export interface Time {
  readonly form: TimeForm;
  readonly wall: Wall;
}

/** The first start of a series; its form is that of all starts. */
export interface Start {
  readonly form: TimeForm;
  readonly start: Wall;
}

/** The zones of one object: its TZIDs, including custom ones, and the zone for floating times. */
export interface ObjectZones {
  readonly resolve: (tzid: string) => { readonly zone?: Zone; readonly note?: string };
  readonly viewer: Zone;
  readonly utc: Zone;
  /** The home zone of the calendar, if it names one. */
  readonly home?: Zone | undefined;
}

/** Reads a DTSTART, DTEND, RECURRENCE-ID …; undefined unless its value is a date or a time. */
export function readTimeLine(line: Property, zones: ObjectZones, series?: TimeForm): Time | undefined {
  return readTimeValue(line.value, line, zones, series);
}

/** Reads one value of a list of times. A local time without a TZID is in the zone of its series, if there is one. */
export function readTimeValue(
  text: string,
  line: Property,
  zones: ObjectZones,
  series?: TimeForm,
): Time | undefined {
  const value = parseDateTime(text);
  if (value === undefined) return undefined;
  if (value.kind === 'date') return { form: dateForm(zones), wall: value.day * DAY };
  const { wall } = value;
  if (parameter(line, 'VALUE')?.toUpperCase() === 'DATE')
    return { form: dateForm(zones), wall: dayOfWall(wall) * DAY };
  if (value.kind === 'utc') return { form: { kind: 'utc', zone: zones.utc }, wall };
  const tzid = parameter(line, 'TZID') ?? '';
  if (tzid.trim() !== '') {
    const { zone } = zones.resolve(tzid.trim());
    const kind = zone === undefined ? 'floating' : 'zoned';
    return { form: { kind, zone: zone ?? zones.viewer, tzid }, wall };
  }
  if (series !== undefined && isExact(series)) return { form: { kind: 'zoned', zone: series.zone }, wall };
  return { form: { kind: 'floating', zone: zones.viewer }, wall };
}

export function dateForm({ viewer }: Pick<ObjectZones, 'viewer'>): TimeForm {
  return { kind: 'date', zone: viewer };
}

/** True if times of this form are the same moment for every viewer. */
export function isExact({ kind }: Pick<TimeForm, 'kind'>): boolean {
  return kind === 'utc' || kind === 'zoned';
}

export function sameForm(a: TimeForm, b: TimeForm): boolean {
  return a.kind === b.kind && a.tzid === b.tzid;
}

/** One DATE or DATE-TIME by its digits; undefined if it is neither. */
export function readWall(value: string): Wall | undefined {
  const parsed = parseDateTime(value);
  return parsed === undefined ? undefined : parsed.kind === 'date' ? parsed.day * DAY : parsed.wall;
}

/** `20261126T090000`, with `Z` for UTC, `20261126` for dates. Throws INVALID_DATE outside the years 1 to 9999. */
export function printWallDateTime(wall: Wall, kind: TimeForm['kind']): string {
  if (wall < ALL_TIME.from || wall >= ALL_TIME.to) {
    throw new CalendarError('INVALID_DATE', 'A time of this event would leave the years 1 to 9999.', {
      suggestion: 'Use a date between the years 1 and 9999.',
    });
  }
  if (kind === 'date') return printDateTime({ kind: 'date', day: dayOfWall(wall) });
  return printDateTime({ kind: kind === 'utc' ? 'utc' : 'local', wall });
}

/** The parameters for the form of a value. */
export function formParameters(form: TimeForm): Parameter[] {
  if (form.kind === 'date') return [{ name: 'VALUE', values: ['DATE'] }];
  return form.tzid === undefined ? [] : [{ name: 'TZID', values: [form.tzid] }];
}

export function timeProperty(
  name: string,
  walls: readonly Wall[],
  form: TimeForm,
  lineEnd?: LineEnd,
): Property {
  const value = walls.map((wall) => printWallDateTime(wall, form.kind)).join(',');
  return makeProperty(name, value, formParameters(form), lineEnd);
}

export function instantOf(wall: Wall, form: TimeForm): Instant {
  return form.zone.toInstant(wall);
}

/**
 * The key that identifies a start within its series: the instant, so that values in other zones match; for dates and
 * floating times, the wall time.
 */
export function keyOf(wall: Wall, form: TimeForm): number {
  return isExact(form) ? form.zone.toInstant(wall) : wall;
}

/** The key of a time in any form; a date in a timed series means that day's start. */
export function keyIn(series: Start, { form, wall }: Time): number {
  if (series.form.kind === 'date') return dayOfWall(wall) * DAY;
  const at = form.kind === 'date' ? wall + timeOfWall(series.start) : wall;
  return isExact(series.form) ? (isExact(form) ? form : series.form).zone.toInstant(at) : at;
}

export function wallOfKey(key: number, form: TimeForm): Wall {
  return isExact(form) ? form.zone.toWall(key) : key;
}

/** Converts a wall time to another form at the same moment; dates keep their digits. */
export function convertWall(wall: Wall, from: TimeForm, to: TimeForm): Wall {
  if (from.kind === 'date' || to.kind === 'date') return to.kind === 'date' ? dayOfWall(wall) * DAY : wall;
  return from.zone.id === to.zone.id ? wall : to.zone.toWall(from.zone.toInstant(wall));
}

/** A requested time as a wall time of `form`. */
export function wallOf(time: EventTime, form: TimeForm): Wall {
  if (time.kind === 'date') return time.day * DAY;
  if (form.kind === 'date') return dayOfWall(time.wall) * DAY;
  return time.zone === form.zone.id ? time.wall : form.zone.toWall(time.instant);
}

/** The form of new times in this zone: UTC with `Z`, others with a TZID. Throws INVALID_TIMEZONE. */
export function formInZone(id: string, zones: ZoneLookup): TimeForm {
  const zone = zones(id);
  if (zone === undefined) {
    throw new CalendarError('INVALID_TIMEZONE', 'This time zone is not known.', {
      suggestion: 'Use an IANA name such as Europe/Berlin.',
    });
  }
  return zone.id === 'UTC' ? { kind: 'utc', zone } : { kind: 'zoned', zone, tzid: zone.id };
}
