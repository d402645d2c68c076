import { expect, it } from 'vitest';
import { CALENDAR_SYSTEM } from '../../../src/server/legacy/calendar-system.js';
import { type LegacyCase, legacyMatrix } from '../legacy-matrix.js';
import { eachOnNewServer, everything, type Json, legacy, server } from '../legacy-server.js';

eachOnNewServer(CALENDAR_SYSTEM);

const TEA = {
  calendarName: 'Work',
  summary: 'Tea',
  startISO: '2026-11-24T15:00:00.000Z',
  endISO: '2026-11-24T16:00:00.000Z',
};
const RICH = {
  ...TEA,
  description: 'Earl Grey',
  location: 'Garden',
  attendees: [{ address: 'mia@example.org', name: 'Mia', role: 'OPT-PARTICIPANT' }],
  reminders: [{ type: 'display', minutesBefore: 30 }],
  recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
  metadata: { source: 'plugin' },
  status: 'tentative',
};
const WEEK = { rangeStart: '2026-11-23', rangeEnd: '2026-11-27' };

const NESTED: readonly Json[] = [
  { action: 'create', payload: RICH },
  { action: 'createEvent', payload: TEA },
  { action: 'update', uid: '@Dentist', payload: { summary: 'Optician', location: 'Town' } },
  { action: 'delete', uid: '@Dentist', options: { soft: false } },
  { action: 'read', uid: '@Dentist' },
  { action: 'list', options: { ...WEEK, calendarName: 'Work', includeDeleted: true } },
  { action: 'listEvents', options: { date: '2026-11-24' } },
  { action: 'status' },
  { action: 'push', options: { type: 'full' } },
];
const REFUSED: readonly Json[] = [
  { action: 'create', payload: { ...TEA, url: 'https://dav.example.org/x.ics' } },
  { action: 'create', payload: { ...TEA, etag: 'x' } },
  { action: 'update', uid: '@Dentist', payload: { lastModified: '2026-11-24T00:00:00Z' } },
  { action: 'update', uid: '@Dentist', payload: { status: 'synced' } },
];

/** The same call in every shape it was made in. */
function shapes({ action, ...args }: Json): LegacyCase[] {
  const { payload, options, ...uid } = args as Record<string, Json>;
  return [
    ['calendarSystem', { action, ...args }],
    ['calendarSystem', { action, params: args }],
    ['calendarSystem', { action, params: { ...uid, ...payload, ...options } }],
  ];
}

const OTHER_NAMES: readonly LegacyCase[] = [
  [
    'calendarSystem',
    { action: 'create', params: { title: 'Tea', startTime: TEA.startISO, endTime: TEA.endISO } },
  ],
  ['calendarSystem', { action: 'list', params: { from: '2026-11-23', to: '2026-11-27' } }],
];

legacyMatrix(
  'calendar-system',
  CALENDAR_SYSTEM,
  [...NESTED.flatMap(shapes), ...OTHER_NAMES],
  REFUSED.flatMap(shapes),
);

it.each(REFUSED)('%j is refused, and nothing changes', async (args) => {
  await server.client.listTools();
  const before = await everything(server.client);
  const { json: found } = await legacy('calendarSystem', { action: 'list', options: { date: '2026-11-24' } });
  const dentist = (found.result as Json[]).find(({ summary }) => summary === 'Dentist');
  const given = args.uid === undefined ? args : { ...args, uid: dentist?.uid };
  const { failed, json } = await legacy('calendarSystem', given);
  expect(failed).toBe(true);
  expect(json).toMatchObject({
    success: false,
    result: null,
    error: expect.any(String),
    code: 'UNSUPPORTED',
    outcome: 'not_applied',
  });
  expect(await everything(server.client)).toEqual(before);
});

it('stores all of a payload given as JSON, and lists it as deleted afterwards', async () => {
  await server.client.listTools();
  const { json } = await legacy('calendarSystem', { action: 'create', payload: JSON.stringify(RICH) });
  const { uid, ...made } = json.result as Json;
  expect(made).toMatchObject({
    calendarName: 'Work',
    description: 'Earl Grey',
    recurrenceRule: RICH.recurrenceRule,
    metadata: RICH.metadata,
    status: 'tentative',
  });
  const deleted = await legacy('calendarSystem', { action: 'delete', uid });
  expect(deleted.json).toMatchObject({ success: true, result: { uid, deleted: true } });
  const { json: all } = await legacy('calendarSystem', { action: 'list', options: { includeDeleted: true } });
  expect((all.result as Json[]).filter(({ status }) => status === 'deleted')).toMatchObject([
    { summary: 'Tea' },
  ]);
  const gone = await legacy('calendarSystem', { action: 'read', uid });
  expect(gone.json).toMatchObject({ success: false, code: 'NOT_FOUND' });
});
