import { DAY, dayOfWall } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { type Instant, utcWall } from '../../../../schemas/model/time.js';
import { type Component, makeComponent, printNode } from '../../../calendar/text/component.js';
import {
  escapeText,
  makeProperty,
  type Parameter,
  type Property,
} from '../../../calendar/text/content-line.js';
import { printDateTime } from '../../../calendar/text/date-time.js';
import { type TimeForm, timeProperty } from '../../../calendar/text/time-form.js';
import { writeVtimezone } from '../../../calendar/zones/write-vtimezone.js';
import type { EventRecord, PersonRecord } from '../process/protocol.js';
import { printKitRule } from './kit-rule.js';
import { formOfRecord } from './kit-zone.js';

/** An event, or the known part of a series. */
export interface StoredSeries {
  /** UID property value. */
  readonly uid: string;
  readonly master: EventRecord;
  readonly detached: readonly EventRecord[];
  /** RRULE value if EventKit has no record for the rule. */
  readonly ruleText?: string;
  /** `excluded`: starts from the rule that EventKit lacks; `added`: starts outside the rule. */
  readonly excluded: readonly Instant[];
  readonly added: readonly Instant[];
}

const PRODID = '-//calendar-builder-mcp//Mac//EN';
const STATUSES = ['', 'CONFIRMED', 'TENTATIVE', 'CANCELLED'];
const ANSWERS = [
  '',
  'NEEDS-ACTION',
  'ACCEPTED',
  'DECLINED',
  'TENTATIVE',
  'DELEGATED',
  'COMPLETED',
  'IN-PROCESS',
];
const ROLES = ['', 'REQ-PARTICIPANT', 'OPT-PARTICIPANT', 'CHAIR', 'NON-PARTICIPANT'];
const TYPES = ['', 'INDIVIDUAL', 'ROOM', 'RESOURCE', 'GROUP'];
const ACTIONS = ['DISPLAY', 'AUDIO', '', 'EMAIL'];
const FREE = 1;

/** Prints iCalendar text; equal records give equal text. */
export function printKitSeries(stored: StoredSeries, mac: Zone): string {
  const { uid, master, detached, ruleText, excluded, added } = stored;
  const form = kitForm(master, mac);
  const walls = (times: readonly Instant[]) => times.map((time) => form.zone.toWall(time));
  const series = [
    ...(ruleText === undefined ? [] : [makeProperty('RRULE', ruleText)]),
    ...master.rules.map((rule) => makeProperty('RRULE', printKitRule(rule, form))),
    ...(excluded.length === 0 ? [] : [timeProperty('EXDATE', walls(excluded), form)]),
    ...(added.length === 0 ? [] : [timeProperty('RDATE', walls(added), form)]),
  ];
  const events = [
    printEvent(master, mac, { uid, lines: series }),
    ...detached.map((one) => {
      const original = timeProperty('RECURRENCE-ID', walls([one.occurrence ?? one.start]), form);
      return printEvent(one, mac, { uid, lines: [original] });
    }),
  ];
  const zones = new Map<string, Component>();
  for (const one of [master, ...detached]) {
    const { kind, zone } = kitForm(one, mac);
    if (kind === 'zoned' && !zones.has(zone.id)) zones.set(zone.id, zoneDefinition(zone, one.start));
  }
  return printKitCalendar(zones.values(), events);
}

/** Prints an object with its zone definitions. */
export function printKitCalendar(zones: Iterable<Component>, inside: readonly Component[]): string {
  return printNode(
    makeComponent('VCALENDAR', [
      makeProperty('VERSION', '2.0'),
      makeProperty('PRODID', PRODID),
      makeProperty('CALSCALE', 'GREGORIAN'),
      ...zones,
      ...inside,
    ]),
  );
}

/** Falls back to UTC for a zone that only macOS knows. */
export function kitForm(record: EventRecord, mac: Zone): TimeForm {
  return (
    formOfRecord(record, mac) ??
    formOfRecord({ ...record, zone: 'UTC' }, mac) ?? { kind: 'floating', zone: mac }
  );
}

/** Exclusive end: EventKit ends all-day events a second before midnight. */
function endWall({ allDay, start, end }: EventRecord, { zone }: TimeForm): number {
  if (!allDay) return zone.toWall(end);
  const from = dayOfWall(zone.toWall(start));
  return (from + Math.max(1, Math.ceil(zone.toWall(end) / DAY - from))) * DAY;
}

function printEvent(
  record: EventRecord,
  mac: Zone,
  { uid, lines }: { readonly uid: string; readonly lines: readonly Property[] },
): Component {
  const form = kitForm(record, mac);
  const text = (name: string, value: string): Property[] =>
    value === '' ? [] : [makeProperty(name, escapeText(value))];
  const stamp = (name: string, time: Instant | null): Property[] =>
    time === null ? [] : [makeProperty(name, printDateTime({ kind: 'utc', wall: utcWall(time) }))];
  const { organizer, point, status, link } = record;
  const state = STATUSES[status] ?? '';
  return makeComponent('VEVENT', [
    makeProperty('UID', uid),
    ...stamp('DTSTAMP', record.modified ?? record.created ?? 0),
    ...stamp('CREATED', record.created),
    ...stamp('LAST-MODIFIED', record.modified),
    timeProperty('DTSTART', [form.zone.toWall(record.start)], form),
    timeProperty('DTEND', [endWall(record, form)], form),
    ...lines,
    ...text('SUMMARY', record.title),
    ...text('LOCATION', record.place),
    ...(point === null ? [] : [makeProperty('GEO', point.join(';'))]),
    ...text('DESCRIPTION', record.notes),
    ...(link === '' ? [] : [makeProperty('URL', link)]),
    ...(state === '' ? [] : [makeProperty('STATUS', state)]),
    ...(record.availability === FREE ? [makeProperty('TRANSP', 'TRANSPARENT')] : []),
    ...(organizer === null ? [] : [printPerson('ORGANIZER', organizer, [])]),
    ...record.guests.map((guest) =>
      printPerson('ATTENDEE', guest, [
        ['CUTYPE', TYPES[guest.type]],
        ['ROLE', ROLES[guest.role]],
        ['PARTSTAT', ANSWERS[guest.status]],
      ]),
    ),
    ...record.alarms.flatMap((alarm) => printAlarm(alarm, record.title)),
  ]);
}

function printPerson(
  name: string,
  person: PersonRecord,
  said: readonly (readonly [string, string | undefined])[],
): Property {
  const parameters: Parameter[] = [['CN', person.name ?? ''] as const, ...said].flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [{ name: key, values: [value] }],
  );
  return makeProperty(name, person.url ?? 'invalid:nomail', parameters);
}

/** Skips alarms at a place and alarms that open a file. */
export function printAlarm(
  { date, offset, type, near }: EventRecord['alarms'][number],
  title: string,
  related: readonly Parameter[] = [],
): Component[] {
  const action = ACTIONS[type] ?? '';
  if (near || action === '') return [];
  const trigger =
    date === null
      ? makeProperty('TRIGGER', printSeconds(offset ?? 0), related)
      : makeProperty('TRIGGER', printDateTime({ kind: 'utc', wall: utcWall(date) }), [
          { name: 'VALUE', values: ['DATE-TIME'] },
        ]);
  const shown =
    action === 'AUDIO' ? [] : [makeProperty('DESCRIPTION', escapeText(title === '' ? 'Reminder' : title))];
  return [makeComponent('VALARM', [makeProperty('ACTION', action), trigger, ...shown])];
}

function printSeconds(offset: number): string {
  const size = Math.abs(Math.round(offset));
  const units = [
    [86_400, 'P', 'D'],
    [3_600, 'PT', 'H'],
    [60, 'PT', 'M'],
    [1, 'PT', 'S'],
  ] as const;
  const [unit, head, tail] = units.find(([seconds]) => size > 0 && size % seconds === 0) ?? [1, 'PT', 'S'];
  return `${offset < 0 ? '-' : ''}${head}${size / unit}${tail}`;
}

const definitions = new Map<string, Component>();

/** One definition serves all events that begin in the same year. */
export function zoneDefinition(zone: Zone, start: Instant): Component {
  const year = new Date(start).getUTCFullYear();
  const key = `${zone.id} ${year}`;
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const made = writeVtimezone(zone, Date.UTC(year, 0, 1));
  definitions.set(key, made);
  return made;
}
