import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { type Instant, utcWall, type Wall } from '../../../../schemas/model/time.js';
import { type Component, makeComponent } from '../../../calendar/text/component.js';
import { escapeText, makeProperty, type Property } from '../../../calendar/text/content-line.js';
import { printDateTime } from '../../../calendar/text/date-time.js';
import { type TimeForm, timeProperty } from '../../../calendar/text/time-form.js';
import type { TaskMoment, TaskRecord } from '../process/protocol.js';
import { printAlarm, printKitCalendar, zoneDefinition } from '../read/event-ics.js';
import { printKitRule } from '../read/kit-rule.js';
import { formOfRecord } from '../read/kit-zone.js';

/** Prints iCalendar text of a reminder; equal records give equal text. */
export function printTask(uid: string, record: TaskRecord, mac: Zone): string {
  const { due, start, priority, done, doneAt, title } = record;
  const text = (name: string, value: string): Property[] =>
    value === '' ? [] : [makeProperty(name, escapeText(value))];
  const stamp = (name: string, time: Instant | null): Property[] =>
    time === null ? [] : [makeProperty(name, printDateTime({ kind: 'utc', wall: utcWall(time) }))];
  const moments = [
    { name: 'DTSTART', moment: start },
    { name: 'DUE', moment: due },
  ].flatMap(({ name, moment }) => (moment === null ? [] : [{ name, ...readKitMoment(moment, mac) }]));
  const first = moments[0]?.form;
  const last = moments.at(-1);
  const dueAt = due === null || last === undefined ? undefined : last.form.zone.toInstant(last.wall);
  const zones = new Map<string, Component>();
  for (const { form, wall } of moments) {
    if (form.kind === 'zoned') zones.set(form.zone.id, zoneDefinition(form.zone, form.zone.toInstant(wall)));
  }
  const todo = makeComponent('VTODO', [
    makeProperty('UID', uid),
    ...stamp('DTSTAMP', record.modified ?? record.created ?? 0),
    ...stamp('CREATED', record.created),
    ...stamp('LAST-MODIFIED', record.modified),
    ...moments.map(({ name, wall, form }) => timeProperty(name, [wall], form)),
    // Without a date, a rule has no start.
    ...(first === undefined
      ? []
      : record.rules.map((rule) => makeProperty('RRULE', printKitRule(rule, first)))),
    ...text('SUMMARY', title),
    ...text('LOCATION', record.place),
    ...text('DESCRIPTION', record.notes),
    ...(record.link === '' ? [] : [makeProperty('URL', record.link)]),
    ...(priority === 0 ? [] : [makeProperty('PRIORITY', String(priority))]),
    makeProperty('STATUS', done ? 'COMPLETED' : 'NEEDS-ACTION'),
    ...(done ? [...stamp('COMPLETED', doneAt), makeProperty('PERCENT-COMPLETE', '100')] : []),
    ...record.alarms.flatMap((alarm) =>
      printAlarm(fromDue(alarm, dueAt), title, due === null ? [] : [{ name: 'RELATED', values: ['END'] }]),
    ),
  ]);
  return printKitCalendar(zones.values(), [todo]);
}

/** Reminders sets alarms at a moment, but users mean the due date; a relative alarm moves with it. */
function fromDue(
  alarm: TaskRecord['alarms'][number],
  due: Instant | undefined,
): TaskRecord['alarms'][number] {
  if (due === undefined || alarm.date === null) return alarm;
  return { ...alarm, date: null, offset: (alarm.date - due) / 1000 };
}

/** Converts a date or time of a reminder. Throws if only macOS knows its zone. */
function readKitMoment(
  { parts, zone }: TaskMoment,
  mac: Zone,
): { readonly form: TimeForm; readonly wall: Wall } {
  const form = formOfRecord({ allDay: parts.length < 5, zone }, mac);
  if (form === undefined) throw new CalendarError('INVALID_ICS', UNKNOWN_ZONE);
  const [year = 1, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const wall = new Date(0);
  // Date.UTC would map years below 100 to 1900 and later.
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute);
  return { form, wall: utcWall(wall.getTime()) };
}

const UNKNOWN_ZONE = 'The time zone of this task is known to macOS only.';
