import { CHANGES } from './event-changes.js';
import { byTitle, INVITING, LUNCH, type Operation, ofCalendar, RENAME, remove, update } from './mutations.js';

const text = (count: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//EN',
    ...Array.from({ length: count }, (_, n) => [
      ...['BEGIN:VEVENT', `UID:new-${n}`, 'DTSTAMP:20261101T000000Z', 'SUMMARY:Imported'],
      ...[`DTSTART:202612${10 + n}T090000Z`, 'DURATION:PT1H', 'END:VEVENT'],
    ]).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Every mutation that there is. */
export const OPERATIONS: readonly Operation[] = [
  ...CHANGES,
  {
    name: 'move',
    mutation: (id) => ({ operation: 'move', id: id('solo'), calendar: 'Home' }),
    rules: ['update'],
    shows: /^Home\/\S+ Solo$/m,
  },
  {
    name: 'move by filters',
    mutation: byTitle('Solo', { operation: 'move', calendar: 'Home' }),
    rules: ['update'],
    shows: /^Home\/\S+ Solo$/m,
  },
  {
    name: 'copy',
    mutation: (id) => ({ operation: 'copy', id: id('solo'), changes: { title: 'Second solo' } }),
    rules: ['create'],
    shows: /SUMMARY:Second solo/,
  },
  {
    name: 'respond',
    mutation: (id) => ({ operation: 'respond', id: id('asked'), response: 'accepted' }),
    rules: ['respond'],
    shows: /PARTSTAT=ACCEPTED/,
  },
  {
    name: 'respond with a comment',
    mutation: (id) => ({ operation: 'respond', id: id('asked'), response: 'declined', comment: 'Ill' }),
    rules: ['respond'],
    shows: /PARTSTAT=DECLINED/,
  },
  {
    name: 'respond by filters',
    mutation: byTitle('Asked', { operation: 'respond', response: 'tentative' }),
    rules: ['respond'],
    shows: /PARTSTAT=TENTATIVE/,
  },
  {
    name: 'create of a task',
    mutation: () => ({ operation: 'create', type: 'task', data: { title: 'Second chore', due: 'tomorrow' } }),
    rules: ['create'],
    shows: /SUMMARY:Second chore/,
  },
  {
    name: 'complete',
    first: () => ({ operation: 'create', type: 'task', data: { title: 'Third chore' } }),
    mutation: () => ({ operation: 'complete', filters: { title: 'Third chore' } }),
    rules: ['update'],
    shows: /STATUS:COMPLETED/,
  },
  {
    name: 'reopen',
    first: () => ({ operation: 'create', type: 'task', data: { title: 'Fourth chore', status: 'done' } }),
    mutation: () => ({ operation: 'reopen', filters: { title: 'Fourth chore' } }),
    rules: ['update'],
    shows: /STATUS:NEEDS-ACTION/,
  },
  {
    name: 'restore',
    first: remove('solo'),
    mutation: (id) => ({ operation: 'restore', id: id('solo') }),
    rules: ['create'],
    shows: /SUMMARY:Solo/,
  },
  {
    name: 'restore of a meeting',
    first: remove('party'),
    mutation: (id) => ({ operation: 'restore', id: id('party') }),
    rules: ['create', ...INVITING],
    shows: /SUMMARY:Party/,
  },
  {
    name: 'undo of a create',
    first: () => ({ operation: 'create', data: LUNCH }),
    mutation: () => ({ operation: 'undo', any: true }),
    rules: ['delete'],
    hides: /SUMMARY:Lunch/,
  },
  {
    name: 'undo of an update',
    first: update('solo', RENAME),
    mutation: () => ({ operation: 'undo', any: true }),
    rules: ['update'],
    hides: /SUMMARY:New/,
  },
  {
    name: 'undo of a delete',
    first: remove('solo'),
    mutation: () => ({ operation: 'undo', any: true }),
    rules: ['create'],
    shows: /SUMMARY:Solo/,
  },
  {
    name: 'undo of many',
    first: byTitle('Chore', { operation: 'delete', each: true }),
    mutation: () => ({ operation: 'undo', any: true }),
    rules: ['create', 'bulk'],
    shows: /SUMMARY:Chore/,
  },
  {
    name: 'import',
    mutation: () => ({ operation: 'import', ics: text(1), calendar: 'Work' }),
    rules: ['create'],
    shows: /SUMMARY:Imported/,
  },
  {
    name: 'import of many',
    mutation: () => ({ operation: 'import', ics: text(11), calendar: 'Work' }),
    rules: ['create', 'bulk'],
    shows: /SUMMARY:Imported/,
  },
  {
    name: 'batch',
    mutation: (id) => ({
      operation: 'batch',
      operations: [
        { operation: 'create', data: LUNCH },
        { operation: 'delete', id: id('solo') },
      ],
    }),
    rules: ['create', 'delete'],
    shows: /SUMMARY:Lunch/,
    hides: /SUMMARY:Solo/,
  },
  {
    name: 'batch of many, atomic',
    mutation: (id) => ({
      operation: 'batch',
      atomic: true,
      operations: Array.from({ length: 11 }, (_, n) => ({
        operation: 'update',
        id: id(`chore-${n}`),
        changes: RENAME,
      })),
    }),
    rules: ['update', 'bulk'],
    hides: /SUMMARY:Chore/,
  },
  {
    name: 'batch of calendars',
    mutation: () => ({
      operation: 'batch',
      operations: [
        { target: 'calendar', operation: 'create', data: { title: 'Choir' } },
        { operation: 'create', data: { ...LUNCH, calendar: 'Choir' } },
      ],
    }),
    rules: ['create'],
    shows: /^Choir\/\S+ Lunch$/m,
  },
  {
    name: 'create of a calendar',
    mutation: ofCalendar({ operation: 'create', data: { title: 'Choir' } }),
    rules: ['create'],
    shows: /calendar Choir/,
  },
  {
    name: 'rename of a calendar',
    mutation: ofCalendar({ operation: 'update', id: 'Home', changes: { title: 'House' } }),
    rules: ['update'],
    shows: /calendar House/,
    hides: /calendar Home/,
  },
  {
    name: 'delete of a calendar',
    mutation: ofCalendar({ operation: 'delete', id: 'Work' }),
    rules: ['deleteCalendar', 'delete'],
    hides: /calendar Work/,
  },
  {
    name: 'delete of a calendar for good',
    mutation: ofCalendar({ operation: 'delete', id: 'Work', soft: false }),
    rules: ['deleteCalendar', 'purge'],
    hides: /calendar Work/,
  },
  {
    name: 'undo of a new calendar',
    first: ofCalendar({ operation: 'create', data: { title: 'Choir' } }),
    mutation: () => ({ operation: 'undo', any: true }),
    rules: ['delete'],
    hides: /calendar Choir/,
  },
];
