import { eventId } from '../../../src/engine/sources/event-id.js';
import { CANARY, UIDS } from './two-worlds.js';
import type { Call } from './ways-in.js';

const write = (mutation: object): Call => ({ tool: 'calendar_write', args: { mutation } });
const read = (query: object): Call => ({ tool: 'calendar_read', args: { query } });
const UNDO = write({ operation: 'undo' });
const bird = CANARY.a;
const guest = `${bird.toLowerCase()}@example.org`;
const GONE = read({ type: 'events', filters: { deleted: true } });

/** Each way of changing one property, as what is stored may show in what the change makes of it. */
const CHANGES: Readonly<Record<string, readonly unknown[]>> = {
  title: [`${bird} Dentist`, 'Other'],
  start: ['2026-11-24T16:00'],
  end: ['2026-11-24T12:00'],
  durationMinutes: [90],
  shiftMinutes: [15],
  extendMinutes: [30],
  allDay: [true],
  timezone: ['Europe/Berlin', 'America/New_York'],
  location: [`Room ${bird}`, null],
  description: [`About ${bird}`, null],
  url: [`https://example.org/${bird}`, null],
  conference: [`https://meet.example.org/${bird}`, null],
  status: ['tentative', 'confirmed', null],
  busy: [true, false],
  visibility: ['private', null],
  attendees: [[guest], null],
  addAttendees: [[guest]],
  removeAttendees: [[guest]],
  reminders: [[5], null],
  addReminders: [[5]],
  removeReminders: [[5]],
  tags: [[bird], null],
  addDescription: [bird],
  addTags: [[bird]],
  removeTags: [[bird]],
  attachments: [[`https://files.example.org/${bird}`], null],
  addAttachments: [[`https://files.example.org/${bird}`]],
  removeAttachments: [[`${bird}.pdf`], [`https://files.example.org/${bird}`]],
  color: ['red', null],
  kind: ['out_of_office', null],
  metadata: [{ bird }, null],
  recurrence: [{ until: '2026-12-31' }, { daysOfWeek: ['mon'] }, { exclude: ['2026-11-30'] }, null],
  calendar: ['Archive'],
  due: ['2026-11-24T16:00', null],
  priority: ['high', null],
  percent: [50, null],
  parent: [bird, null],
  estimateMinutes: [30, null],
};

/** Keys of changes that these calls name. */
export const CHANGED = Object.keys(CHANGES);

/** How many lists at the front hold one change a call, so that some of the changes can be left out. */
export const PARTED = 4;

/** Calls in order, each list in a world of its own, with the changes that `dealt` leaves. */
export function writing(
  calendarId: string,
  dealt: <T>(all: readonly T[]) => readonly T[] = (all) => all,
): readonly (readonly Call[])[] {
  const id = (uid: string): string => eventId(calendarId, uid);
  const [one, series, invited] = [id(UIDS.one), id(UIDS.series), id(UIDS.invited)];
  const occurrence = `${series}/20261130T1400`;
  const updateOf = (key: string, value: unknown) => ({ operation: 'update', changes: { [key]: value } });
  const all = Object.entries(CHANGES);
  const updates = dealt(all.flatMap(([key, values]) => values.map((value) => updateOf(key, value))));
  const first = dealt(all.map(([key, [value]]) => updateOf(key, value)));
  return [
    [
      ...updates.map((update) => write({ ...update, id: one, dryRun: true })),
      ...first.map((update) => write({ ...update, id: occurrence, scope: 'this', dryRun: true })),
    ],
    first.map((update) => write({ ...update, id: occurrence, scope: 'following', dryRun: true })),
    first.map((update) => write({ ...update, id: series, dryRun: true })),
    first.flatMap((update) => [write({ ...update, id: one }), UNDO]),
    [
      write({ operation: 'update', id: occurrence, scope: 'this', changes: { location: 'There' } }),
      read({ type: 'events', filters: { id: series, when: 'next 30 days' } }),
      write({
        operation: 'update',
        id: occurrence,
        scope: 'following',
        changes: { title: 'New' },
        notify: false,
      }),
      write({ operation: 'update', id: series, changes: { title: 'All', description: 'All' } }),
      UNDO,
    ],
    ['accepted', 'declined'].flatMap((response) =>
      [one, invited, series].map((target) => write({ operation: 'respond', id: target, response })),
    ),
    ['complete', 'reopen'].flatMap((operation) =>
      [one, series, id(UIDS.task), id(UIDS.chores)].map((target) => write({ operation, id: target })),
    ),
    [
      write({ operation: 'delete', id: one, dryRun: true }),
      write({ operation: 'delete', id: one }),
      GONE,
      read({ type: 'events', filters: { deleted: true, location: bird } }),
      write({ operation: 'restore', filters: { location: bird }, dryRun: true }),
      write({ operation: 'restore', id: one, dryRun: true }),
      write({ operation: 'restore', id: one }),
      write({ operation: 'delete', id: occurrence, scope: 'this' }),
      write({ operation: 'restore', id: series }),
      write({ operation: 'restore', filters: { location: bird } }),
      write({ operation: 'restore', id: occurrence, dryRun: true }),
      write({ operation: 'restore', id: occurrence }),
      write({ operation: 'delete', id: occurrence, scope: 'following' }),
      UNDO,
      write({ operation: 'delete', id: series, soft: false }),
      GONE,
    ],
    [one, occurrence, series, invited].flatMap((target) => [
      write({ operation: 'copy', id: target, changes: { start: '2026-12-24T10:00' }, dryRun: true }),
      write({ operation: 'copy', id: target, changes: { calendar: 'Archive' } }),
    ]),
    [
      write({ operation: 'copy', filters: { title: 'Dentist' }, changes: { shiftMinutes: 60 } }),
      write({ operation: 'copy', filters: { title: bird }, changes: { shiftMinutes: 60 } }),
      write({ operation: 'move', id: one, calendar: 'Archive' }),
      read({ type: 'events', filters: { calendar: 'Archive' } }),
      UNDO,
      write({ operation: 'move', id: one, calendar: `Private ${bird}` }),
    ],
    [
      ...[bird, `${bird} Dentist`, 'Dentist', 'Busy'].flatMap((title) => [
        write({ operation: 'update', filters: { title }, changes: { title: 'New' }, dryRun: true }),
        write({ operation: 'delete', filters: { title, when: 'tomorrow' }, dryRun: true }),
      ]),
      write({ operation: 'delete', filters: { location: `Room ${bird}` }, each: true, dryRun: true }),
      write({ operation: 'delete', filters: { location: `Room ${bird}` } }),
      write({ operation: 'delete', filters: { description: 'Its own' }, dryRun: true }),
      write({ operation: 'delete', filters: { when: 'tomorrow' }, each: true, dryRun: true }),
      write({ operation: 'delete', filters: { when: 'tomorrow' } }),
      write({ operation: 'respond', filters: { myResponse: 'needs_action' }, response: 'declined' }),
    ],
    [
      write({
        operation: 'create',
        data: { title: `${bird} Dentist`, start: '2026-11-24T10:00', durationMinutes: 60 },
        idempotencyKey: 'same',
      }),
      write({
        operation: 'create',
        data: { title: 'x', start: '2026-11-24T10:00', durationMinutes: 60 },
        allowConflicts: false,
        idempotencyKey: 'taken',
      }),
      UNDO,
    ],
    [
      write({ operation: 'import', ics: textOf('new@x'), calendar: 'Shared' }),
      write({ operation: 'import', ics: textOf(UIDS.one), calendar: 'Shared' }),
    ],
    [
      write({
        operation: 'batch',
        operations: [
          { operation: 'update', id: one, changes: { location: 'There' } },
          { operation: 'update', id: series, changes: { removeTags: [bird] } },
          { operation: 'delete', filters: { title: bird } },
        ],
      }),
      UNDO,
      write({ operation: 'sync' }),
    ],
    [
      write({ target: 'calendar', operation: 'update', id: `Private ${bird}`, changes: { title: 'Mine' } }),
      write({
        target: 'calendar',
        operation: 'create',
        data: { title: `Private ${bird}` },
        idempotencyKey: 'made',
      }),
      write({ target: 'calendar', operation: 'update', id: 'Archive', changes: { color: '#ff0000' } }),
      write({ target: 'calendar', operation: 'delete', id: 'Shared', dryRun: true }),
      write({ target: 'calendar', operation: 'delete', id: 'Shared' }),
      write({ target: 'calendar', operation: 'delete', id: 'Shared', soft: false, dryRun: true }),
    ],
  ];
}

/** What only the first world has already, under another UID. */
function textOf(uid: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T000000Z',
    `SUMMARY:${bird} Dentist`,
    'DTSTART:20261124T090000Z',
    'DTEND:20261124T100000Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return lines.join('\r\n');
}
