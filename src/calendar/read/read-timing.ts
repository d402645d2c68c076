import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type Instant, utcInstant, type Wall } from '../../../schemas/model/time.js';
import { type Component, property } from '../text/component.js';
import { type Property, parameter } from '../text/content-line.js';
import { type DurationValue, parseDateTime, parseDuration } from '../text/date-time.js';
import type { ZoneResolver } from '../zones/zone-resolver.js';

/** A date or time of a calendar together with the zone it is meant in. */
export type Moment =
  | { readonly kind: 'date'; readonly wall: Wall }
  | { readonly kind: 'floating'; readonly wall: Wall }
  | { readonly kind: 'zoned'; readonly wall: Wall; readonly zone: Zone };

/** When one VEVENT is, and how long. */
export interface Timing {
  readonly start: Moment;
  /**
   * Days are wall time and milliseconds exact time in the event's zone (RFC 5545 §3.8.5.3: DTEND gives an exact
   * length, DURATION a nominal one). Of dates and floating events both are wall time.
   */
  readonly length: DurationValue;
  /** Where it starts, and where it ends if the clocks differ at its end: a flight. */
  readonly zones?: { readonly start: Zone; readonly end?: Zone };
  readonly notes: readonly string[];
}

const END_BEFORE_START = 'The event ends before it starts in the calendar; its end is ignored.';

/** DTSTART with DTEND or DURATION (§3.6.1). Throws where there is no start to read. The error is INVALID_ICS. */
export function readTiming(event: Component, zones: ZoneResolver): Timing {
  const line = property(event, 'DTSTART');
  const start = line === undefined ? undefined : readMoment(line, zones);
  if (line === undefined || start === undefined) {
    throw new CalendarError('INVALID_ICS', 'An event without a readable DTSTART was left out.');
  }
  const notes: string[] = [];
  const note = zoneNote(line, zones);
  if (note !== undefined) notes.push(note);
  const end = readEnd(event, start, zones);
  const length =
    end === undefined ? parseDuration(property(event, 'DURATION')?.value ?? '') : lengthTo(start, end);
  const backwards = length !== undefined && length.days * DAY + length.milliseconds < 0;
  if (backwards) notes.push(END_BEFORE_START);
  const none: DurationValue = { days: 0, milliseconds: 0 };
  const usable = length === undefined || backwards ? none : length;
  if (start.kind !== 'date') {
    return { start, length: usable, notes, ...zonesOf(start, end) };
  }
  // A day with no length given, or an end on the same day, is that one day.
  const days = Math.max(1, Math.ceil(usable.days + usable.milliseconds / DAY));
  return { start, length: { days, milliseconds: 0 }, notes };
}

function readEnd(event: Component, start: Moment, zones: ZoneResolver): Moment | undefined {
  const line = property(event, 'DTEND');
  return line === undefined ? undefined : readMoment(line, zones, start);
}

/** The zone of the start, and that of an end that is on other clocks; UTC is no place. */
export function zonesOf(start: Moment, end: Moment | undefined): Pick<Timing, 'zones'> {
  if (start.kind !== 'zoned') return {};
  const own = start.zone.id === 'UTC' ? {} : { zones: { start: start.zone } };
  if (end?.kind !== 'zoned' || end.zone.id === 'UTC') return own;
  const at = momentInstant(end);
  if (start.zone.offsetAt(at) === end.zone.offsetAt(at)) return own;
  return { zones: { start: start.zone, end: end.zone } };
}

/** From a start to an end of whatever form, in the terms of the start. */
export function lengthTo(start: Moment, end: Moment): DurationValue {
  if (start.kind === 'date') {
    return { days: Math.ceil(end.wall / DAY) - dayOfWall(start.wall), milliseconds: 0 };
  }
  if (start.kind === 'floating') return { days: 0, milliseconds: end.wall - start.wall };
  const zone = end.kind === 'zoned' ? end.zone : start.zone;
  return { days: 0, milliseconds: zone.toInstant(end.wall) - start.zone.toInstant(start.wall) };
}

/** The value of a date property; a local time without a TZID is read as `like` is where that has a zone. */
export function readMoment(line: Property, zones: ZoneResolver, like?: Moment): Moment | undefined {
  return readMomentValue(line.value, line, zones, like);
}

/** One value of a list of dates. */
export function readMomentValue(
  text: string,
  line: Property,
  zones: ZoneResolver,
  like?: Moment,
): Moment | undefined {
  const value = parseDateTime(text);
  if (value === undefined) return undefined;
  if (value.kind === 'date') return { kind: 'date', wall: value.day * DAY };
  if (parameter(line, 'VALUE')?.toUpperCase() === 'DATE') {
    return { kind: 'date', wall: dayOfWall(value.wall) * DAY };
  }
  if (value.kind === 'utc') {
    const zone = zones('UTC').zone;
    return zone === undefined ? undefined : { kind: 'zoned', wall: value.wall, zone };
  }
  const tzid = parameter(line, 'TZID')?.trim() ?? '';
  const zone = tzid === '' ? (like?.kind === 'zoned' ? like.zone : undefined) : zones(tzid).zone;
  return zone === undefined
    ? { kind: 'floating', wall: value.wall }
    : { kind: 'zoned', wall: value.wall, zone };
}

function zoneNote(line: Property, zones: ZoneResolver): string | undefined {
  const tzid = parameter(line, 'TZID')?.trim() ?? '';
  const value = parseDateTime(line.value);
  return tzid === '' || value?.kind !== 'local' ? undefined : zones(tzid).note;
}

/** The moment on the time line; dates and floating times as if in UTC. */
export function momentInstant(moment: Moment): Instant {
  return moment.kind === 'zoned' ? moment.zone.toInstant(moment.wall) : utcInstant(moment.wall);
}

/**
 * The moment as a key among the starts of a series like `like`: an instant for zoned series, so that values in other
 * zones match; the wall time for dates and floating series. A bare date stands for that day's start.
 */
export function recurrenceKey(moment: Moment, like: Moment): number {
  if (like.kind === 'date') return dayOfWall(moment.wall) * DAY;
  const wall = moment.kind === 'date' ? moment.wall + (like.wall - dayOfWall(like.wall) * DAY) : moment.wall;
  if (like.kind === 'floating') return wall;
  return (moment.kind === 'zoned' ? moment.zone : like.zone).toInstant(wall);
}
