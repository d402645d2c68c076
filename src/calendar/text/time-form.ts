import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { EventTime } from '../../../compilers/time/time-value.js';
import type { Zone, ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME, type Instant, type Wall } from '../../../schemas/model/time.js';
import { type LineEnd, makeProperty, type Parameter, type Property, parameter } from './content-line.js';
import { parseDateTime, printDateTime } from './date-time.js';

/**
 * The form a DATE or DATE-TIME is written in (RFC 5545 §3.3.4, §3.3.5). `zone` is how its walls become instants:
 * for dates, floating times and unknown TZIDs the zone of the question.
 */
export interface TimeForm {
  readonly kind: 'date' | 'floating' | 'utc' | 'zoned';
  readonly zone: Zone;
  /** As it stands in the file. */
  readonly tzid?: string;
}

/** The zones of one object: its lookup by TZID (custom ones too) and the zone floating times are read in. */
export interface ObjectZones {
  readonly byTzid: ZoneLookup;
  readonly viewer: Zone;
  readonly utc: Zone;
}

/**
 * The form of a DTSTART, RECURRENCE-ID, EXDATE …, recognized by its parameters and its first value. A local time
 * without a TZID is read in the zone of its series, where it belongs to one.
 */
export function formOf(property: Property, zones: ObjectZones, series?: TimeForm): TimeForm {
  const first = property.value.trim();
  if (parameter(property, 'VALUE')?.toUpperCase() === 'DATE' || /^\d{8}(,|$)/.test(first))
    return { kind: 'date', zone: zones.viewer };
  if (/^\d{8}T\d{6}Z/i.test(first)) return { kind: 'utc', zone: zones.utc };
  const tzid = parameter(property, 'TZID');
  if (tzid === undefined) return { kind: 'floating', zone: series?.zone ?? zones.viewer };
  return { kind: 'zoned', tzid, zone: zones.byTzid(tzid) ?? zones.viewer };
}

export function sameForm(a: TimeForm, b: TimeForm): boolean {
  return a.kind === b.kind && a.tzid === b.tzid;
}

/** One DATE or DATE-TIME by its digits; undefined when it is neither. */
export function readWall(value: string): Wall | undefined {
  const parsed = parseDateTime(value);
  return parsed === undefined ? undefined : parsed.kind === 'date' ? parsed.day * DAY : parsed.wall;
}

/**
 * `20261126T090000`, with `Z` for UTC, `20261126` for dates. Throws INVALID_DATE beyond the years that iCalendar can
 * write.
 */
export function printWallDateTime(wall: Wall, kind: TimeForm['kind']): string {
  if (wall < ALL_TIME.from || wall >= ALL_TIME.to) {
    throw new CalendarError('INVALID_DATE', 'A time of this event would leave the years 1 to 9999.', {
      suggestion: 'Use a date between the years 1 and 9999.',
    });
  }
  if (kind === 'date') return printDateTime({ kind: 'date', day: dayOfWall(wall) });
  return printDateTime({ kind: kind === 'utc' ? 'utc' : 'local', wall });
}

/** The parameters that say the form of a value. */
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

/** A wall time of one form as another form writes that moment; dates keep their digits. */
export function convertWall(wall: Wall, from: TimeForm, to: TimeForm): Wall {
  if (from.kind === 'date' || to.kind === 'date') return to.kind === 'date' ? dayOfWall(wall) * DAY : wall;
  return from.zone.id === to.zone.id ? wall : to.zone.toWall(from.zone.toInstant(wall));
}

/** What was asked for, as a wall time of `form`. */
export function wallOf(time: EventTime, form: TimeForm): Wall {
  if (time.kind === 'date') return time.day * DAY;
  if (form.kind === 'date') return dayOfWall(time.wall) * DAY;
  return time.zone === form.zone.id ? time.wall : form.zone.toWall(time.instant);
}

/** The form new times in this zone are written in: UTC as `Z`, others with a TZID. Throws INVALID_TIMEZONE. */
export function formInZone(id: string, zones: ZoneLookup): TimeForm {
  const zone = zones(id);
  if (zone === undefined) {
    throw new CalendarError('INVALID_TIMEZONE', 'This time zone is not known.', {
      suggestion: 'Use an IANA name such as Europe/Berlin.',
    });
  }
  return zone.id === 'UTC' ? { kind: 'utc', zone } : { kind: 'zoned', zone, tzid: zone.id };
}
