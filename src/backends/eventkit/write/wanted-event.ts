import { KIT_LIMITS, kitRefusal } from '../../../../compilers/targets/eventkit/limits.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { type Instant, utcInstant } from '../../../../schemas/model/time.js';
import { readSpan } from '../../../calendar/series/span.js';
import {
  type Component,
  components,
  parseCalendar,
  properties,
  property,
} from '../../../calendar/text/component.js';
import { parameter, unescapeText } from '../../../calendar/text/content-line.js';
import { parseDateTime, parseDuration } from '../../../calendar/text/date-time.js';
import {
  isExact,
  type ObjectZones,
  readTimeLine,
  readTimeValue,
  type Time,
  type TimeForm,
} from '../../../calendar/text/time-form.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { objectZones } from '../../../calendar/zones/zone-resolver.js';
import type { RuleRecord } from '../process/protocol.js';
import { kitRule } from '../read/kit-rule.js';

/** At a date, or seconds from the start. */
export interface WantedAlarm {
  readonly date: Instant | null;
  readonly offset: number | null;
  /** EventKit's number. */
  readonly type: number;
}

export interface WantedKitEvent {
  readonly title: string;
  readonly place: string;
  readonly point: readonly [number, number] | null;
  readonly notes: string;
  readonly link: string;
  readonly free: boolean;
  readonly allDay: boolean;
  /** Null for floating times and dates. */
  readonly zone: string | null;
  readonly start: Instant;
  /** Exclusive, also for all-day events. */
  readonly end: Instant;
  readonly rule: RuleRecord | null;
  readonly alarms: readonly WantedAlarm[];
  /** Values that programs can only read, kept to detect a change. */
  readonly fixed: string;
}

/** An event or series; exceptions by original start. */
export interface WantedKitObject {
  readonly uid: string;
  readonly master: WantedKitEvent;
  readonly overrides: ReadonlyMap<Instant, WantedKitEvent>;
  readonly excluded: ReadonlySet<Instant>;
  readonly added: readonly Instant[];
}

const KEPT = new Set(
  'UID DTSTAMP CREATED LAST-MODIFIED SEQUENCE DTSTART DTEND DURATION SUMMARY DESCRIPTION LOCATION GEO URL STATUS TRANSP RRULE EXDATE RDATE RECURRENCE-ID ATTENDEE ORGANIZER'.split(
    ' ',
  ),
);
/** Values equal to a missing property. */
const DEFAULTS: Readonly<Record<string, string>> = { CLASS: 'PUBLIC', PRIORITY: '0' };
export const ALARM_TYPES: Readonly<Record<string, number>> = { DISPLAY: 0, AUDIO: 1, EMAIL: 3 };

/** Reads an object as EventKit can hold it. Throws before any write if a part is not supported. */
export function readWantedKit(ics: string, mac: Zone): WantedKitObject {
  const [calendar] = components(parseCalendar(ics), 'VCALENDAR');
  const events = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  const [master, second] = events.filter((event) => property(event, 'RECURRENCE-ID') === undefined);
  if (calendar === undefined || master === undefined || second !== undefined) {
    throw new CalendarError('INVALID_ICS', 'An object contains exactly one event or series.', {
      outcome: 'not_applied',
    });
  }
  const reading: Reading = { zones: objectZones(calendar, zoneOf, mac), mac };
  const series = readEvent(master, reading);
  const overrides = new Map<Instant, WantedKitEvent>();
  for (const event of events) {
    if (event === master) continue;
    const line = property(event, 'RECURRENCE-ID');
    const moment = line === undefined ? undefined : readTimeLine(line, reading.zones);
    if (line === undefined || moment === undefined || parameter(line, 'RANGE') !== undefined)
      throw kitRefusal(KIT_LIMITS.occurrence);
    const wanted = readEvent(event, reading);
    if (wanted.rule !== null) throw kitRefusal(KIT_LIMITS.occurrence);
    overrides.set(originalOf(moment, series, mac), wanted);
  }
  const dates = (name: string): Instant[] =>
    properties(master, name).flatMap((line) =>
      line.value.split(',').map((value) => {
        const moment = readTimeValue(value.trim(), line, reading.zones);
        if (moment === undefined) throw kitRefusal(KIT_LIMITS.rules);
        return originalOf(moment, series, mac);
      }),
    );
  return {
    uid: property(master, 'UID')?.value ?? '',
    master: series,
    overrides,
    excluded: new Set(dates('EXDATE')),
    added: dates('RDATE').sort((a, b) => a - b),
  };
}

interface Reading {
  readonly zones: ObjectZones;
  readonly mac: Zone;
}

function readEvent(event: Component, { zones, mac }: Reading): WantedKitEvent {
  for (const child of event.children) {
    if (child.kind !== 'property' || KEPT.has(child.name)) continue;
    if (DEFAULTS[child.name] !== child.value.trim().toUpperCase()) throw kitRefusal(KIT_LIMITS.terms);
  }
  if (properties(event, 'RRULE').length > 1) throw kitRefusal(KIT_LIMITS.rules);
  const { form: written, start: wall, length } = readSpan(event, zones);
  const form = kitFormOf(written, mac);
  const start = form.zone.toInstant(wall);
  const end =
    form.kind === 'date' || form.kind === 'floating'
      ? form.zone.toInstant(wall + length.days * DAY + length.milliseconds)
      : form.zone.toInstant(wall + length.days * DAY) + length.milliseconds;
  const text = (name: string): string =>
    unescapeText(property(event, name)?.value ?? '').replace(/\r\n?/g, '\n');
  const word = (name: string): string => property(event, name)?.value.trim().toUpperCase() ?? '';
  const rule = property(event, 'RRULE')?.value;
  const status = word('STATUS');
  return {
    title: text('SUMMARY'),
    place: text('LOCATION'),
    point: readPoint(property(event, 'GEO')?.value),
    notes: text('DESCRIPTION'),
    link: property(event, 'URL')?.value.trim() ?? '',
    free: word('TRANSP') === 'TRANSPARENT',
    allDay: form.kind === 'date',
    zone: form.kind === 'zoned' || form.kind === 'utc' ? form.zone.id : null,
    start,
    end,
    rule: rule === undefined ? null : kitRule(rule, wall, form),
    alarms: components(event.children, 'VALARM').map(readAlarm),
    fixed: [status === 'CONFIRMED' ? '' : status, ...guestsOf(event)].join('\n'),
  };
}

/** Time form in EventKit. */
export function kitFormOf({ kind, zone }: TimeForm, mac: Zone): TimeForm {
  if (!isExact({ kind })) return { kind, zone: mac };
  if (zone.id === 'UTC') return { kind: 'utc', zone };
  if (zoneOf(zone.id) === undefined)
    throw kitRefusal(KIT_LIMITS.zones, 'Use an IANA name such as Europe/Berlin.');
  return { kind: 'zoned', zone, tzid: zone.id };
}

/** The original start that a date or time refers to; a bare date refers to that day's occurrence. */
function originalOf(moment: Time, { start, allDay, zone }: WantedKitEvent, mac: Zone): Instant {
  const own = zone === null ? mac : (zoneOf(zone) ?? mac);
  if (isExact(moment.form)) return moment.form.zone.toInstant(moment.wall);
  if (moment.form.kind === 'floating' && !allDay) return own.toInstant(moment.wall);
  const first = own.toWall(start);
  const day = Math.floor(moment.wall / DAY) * DAY;
  return own.toInstant(allDay ? day : day + (first - Math.floor(first / DAY) * DAY));
}

function readPoint(geo: string | undefined): readonly [number, number] | null {
  const [latitude = Number.NaN, longitude = Number.NaN] = (geo ?? '').split(';').map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? [latitude, longitude] : null;
}

function readAlarm(alarm: Component): WantedAlarm {
  const type = ALARM_TYPES[property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? ''];
  const trigger = property(alarm, 'TRIGGER');
  if (type === undefined || trigger === undefined || property(alarm, 'REPEAT') !== undefined)
    throw kitRefusal(KIT_LIMITS.reminders);
  const length = parseDuration(trigger.value);
  if (length !== undefined) {
    if (parameter(trigger, 'RELATED')?.toUpperCase() === 'END') throw kitRefusal(KIT_LIMITS.reminders);
    return { date: null, offset: (length.days * DAY + length.milliseconds) / 1000, type };
  }
  const date = parseDateTime(trigger.value.trim());
  if (date?.kind !== 'utc') throw kitRefusal(KIT_LIMITS.reminders);
  return { date: utcInstant(date.wall), offset: null, type };
}

function guestsOf(event: Component): readonly string[] {
  return [...properties(event, 'ATTENDEE'), ...properties(event, 'ORGANIZER')]
    .map((line) => `${line.name} ${line.value.trim()} ${parameter(line, 'PARTSTAT') ?? ''}`.toLowerCase())
    .sort();
}
