import type { ScriptAlarm, ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import { civilDate, DAY, dayNumber } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { type Instant, utcWall, type Wall } from '../../../../schemas/model/time.js';
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
import type { Guest, StoredEvent } from './event-row.js';

const PRODID = '-//calendar-builder-mcp//AppleScript//EN';
const ACTIONS: Readonly<Record<ScriptAlarm['kind'], string>> = {
  display: 'DISPLAY',
  email: 'EMAIL',
  audio: 'AUDIO',
};
const RESPONSES: Readonly<Record<string, string>> = {
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
};

/** iCalendar text of what Calendar holds: the same properties always give the same text. */
export function printStored(uid: string, stored: StoredEvent, zone: Zone): string {
  const { allDay, start } = stored.event;
  return printNode(
    makeComponent('VCALENDAR', [
      makeProperty('VERSION', '2.0'),
      makeProperty('PRODID', PRODID),
      makeProperty('CALSCALE', 'GREGORIAN'),
      ...(allDay || zone.id === 'UTC' ? [] : [zoneDefinition(zone, start)]),
      printEvent(uid, stored, zone),
    ]),
  );
}

/** How the Mac's own times are written. */
export function macTimeForm(allDay: boolean, zone: Zone): TimeForm {
  if (allDay) return { kind: 'date', zone };
  return zone.id === 'UTC' ? { kind: 'utc', zone } : { kind: 'zoned', zone, tzid: zone.id };
}

function printEvent(
  uid: string,
  { event, stamp, sequence, guests, added }: StoredEvent,
  zone: Zone,
): Component {
  const form = macTimeForm(event.allDay, zone);
  const changed = printInstant(stamp === undefined ? 0 : zone.toInstant(stamp));
  const { excluded } = event;
  const text = (name: string, value: string): Property[] =>
    value === '' ? [] : [makeProperty(name, escapeText(value))];
  return makeComponent('VEVENT', [
    makeProperty('UID', uid),
    makeProperty('DTSTAMP', changed),
    ...(stamp === undefined ? [] : [makeProperty('LAST-MODIFIED', changed)]),
    makeProperty('SEQUENCE', String(sequence)),
    timeProperty('DTSTART', [event.start], form),
    timeProperty('DTEND', [event.end], form),
    ...(event.rule === '' ? [] : [makeProperty('RRULE', event.rule)]),
    ...(excluded.length === 0 ? [] : [timeProperty('EXDATE', excluded, form)]),
    ...(added.length === 0 ? [] : [timeProperty('RDATE', added, form)]),
    ...text('SUMMARY', event.title),
    ...text('LOCATION', event.place),
    ...text('DESCRIPTION', event.notes),
    ...(event.link === '' ? [] : [makeProperty('URL', event.link)]),
    ...(event.state === 'none' ? [] : [makeProperty('STATUS', event.state.toUpperCase())]),
    ...guests.map(attendee),
    ...event.alarms.map((alarm) => printAlarm(alarm, event)),
  ]);
}

function attendee({ email, name, state }: Guest): Property {
  const parameters: Parameter[] = [{ name: 'PARTSTAT', values: [RESPONSES[state] ?? 'NEEDS-ACTION'] }];
  if (name !== '') parameters.unshift({ name: 'CN', values: [name] });
  return makeProperty('ATTENDEE', email === '' ? 'invalid:nomail' : `mailto:${email}`, parameters);
}

function printAlarm({ kind, minutes }: ScriptAlarm, { title }: ScriptEvent): Component {
  const size = Math.abs(minutes);
  const length = size !== 0 && size % 1440 === 0 ? `P${size / 1440}D` : `PT${size}M`;
  return makeComponent('VALARM', [
    makeProperty('ACTION', ACTIONS[kind]),
    makeProperty('TRIGGER', minutes < 0 ? `-${length}` : length),
    ...(kind === 'audio' ? [] : [makeProperty('DESCRIPTION', escapeText(title === '' ? 'Reminder' : title))]),
  ]);
}

function printInstant(instant: Instant): string {
  return printDateTime({ kind: 'utc', wall: utcWall(instant) });
}

const definitions = new Map<string, Component>();

/** One definition serves all events that begin in a year. */
function zoneDefinition(zone: Zone, start: Wall): Component {
  const { year } = civilDate(Math.floor(start / DAY));
  const key = `${zone.id} ${year}`;
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const made = writeVtimezone(zone, zone.toInstant(dayNumber(year, 1, 1) * DAY));
  definitions.set(key, made);
  return made;
}
