import { expect, it } from 'vitest';
import { call } from '../../connect.js';
import { PROFILES, withIds } from '../legacy-fixture.js';
import { eachOnNewServer, idsByTitle, type Json, server } from '../legacy-server.js';
import { argumentsIn, type Schema } from './argument-paths.js';
import { otherForms } from './other-forms.js';

const ALIASES = PROFILES.flatMap(({ aliases }) => aliases);
eachOnNewServer(ALIASES, 'once');

/** What only calls of the builder tools have. */
const OF_OURS =
  /calendar_(?:read|write|analyze)|\{"|idempotencyKey|durationMinutes|`(?:start|end|between)`|parse_text/;

const late = { title: 'B', startTime: '2026-11-24T16:00', endTime: '2026-11-24T15:00' };
const system = (payload: Json) => ({
  action: 'create',
  payload: {
    calendarName: 'Work',
    summary: 'A',
    startISO: '2026-11-24T10:00:00Z',
    endISO: '2026-11-24T11:00:00Z',
    ...payload,
  },
});
const task = (data: Json) => ({
  mutation: { operation: 'create', target: 'task', data: { name: 'A', ...data } },
});
const analysis = (type: string, more: Json) => ({ analysis: { type, ...more } });

/** Wrong calls: the argument that is wrong, and what the example of the error has in its place, if there is one. */
const CALLS: readonly [tool: string, wrong: Json, path: string | undefined, corrected?: Json][] = [
  [
    'create-event',
    { title: 'A', startDate: '2026-11-24 16:00', endDate: '2026-11-24 15:00', calendar: 'Work' },
    '/endDate',
    { endDate: '2026-11-24 17:00' },
  ],
  [
    'create-event',
    { title: 'A', startDate: '2026-11-24 16:00', endDate: '2026-11-24 17:30', calendar: 'Wrok' },
    '/calendar',
    { calendar: 'Work' },
  ],
  [
    'create-event',
    { title: 'A', startDate: '2026-13-24 16:00', endDate: '2026-13-24 17:00', calendar: 'Work' },
    '/startDate',
  ],
  [
    'list-week-events',
    { weekStart: '2026-02-30', calendar: 'Work' },
    '/weekStart',
    { weekStart: '2026-02-28' },
  ],
  ['list-today-events', { calendar: 'Nope' }, '/calendar'],
  ['search-events', { query: '´', calendar: 'Work' }, '/query', { query: 'budget' }],
  ['delete-events-by-keyword', { keyword: 'Standup', calendar: 'Nope', confirm: true }, '/calendar'],
  [
    'fix-event-times',
    {
      calendar: 'Work',
      datePattern: '2026-11-26',
      corrections: [{ keyword: 'Review', newStartTime: '16:00', newEndTime: '15:00' }],
    },
    '/corrections/0/newEndTime',
    { corrections: [{ keyword: 'Review', newStartTime: '16:00', newEndTime: '17:00' }] },
  ],
  ['create_event', late, '/endTime', { endTime: '2026-11-24T17:00' }],
  [
    'get_events_details',
    { startDate: '2026-11-24', endDate: '2026-11-20' },
    '/startDate',
    { startDate: '2026-11-20', endDate: '2026-11-24' },
  ],
  [
    'get_events_availability',
    { startDate: '2026-11-24', endDate: '2026-11-20' },
    '/startDate',
    { startDate: '2026-11-20', endDate: '2026-11-24' },
  ],
  ['update_event', { uid: 'nope', title: 'x' }, '/uid'],
  ['update_event', { uid: '@Dentist', endTime: '2026-11-20T10:00' }, '/endTime'],
  ['update_event', { uid: '@Dentist' }, undefined],
  ['delete_event', { uid: 'nope' }, '/uid'],
  ['calendarSystem', system({ calendarName: 'Nope' }), '/payload/calendarName'],
  ['calendarSystem', system({ endISO: '2026-11-24T09:00:00Z' }), '/payload/endISO'],
  ['calendarSystem', system({ recurrenceRule: 'FREQ=SOMETIMES' }), '/payload/recurrenceRule'],
  ['calendarSystem', system({ attendees: [{ address: 'x' }] }), '/payload/attendees/0/address'],
  [
    'calendarSystem',
    {
      action: 'create',
      params: { title: 'A', startTime: '2026-11-24T10:00Z', endTime: '2026-11-24T09:00Z' },
    },
    '/params/endTime',
  ],
  [
    'calendarSystem',
    { action: 'list', options: { rangeStart: '2026-11-24', rangeEnd: '2026-11-20' } },
    '/options/rangeStart',
    { options: { rangeStart: '2026-11-20', rangeEnd: '2026-11-24' } },
  ],
  ['calendarSystem', { action: 'update', uid: '@Dentist', payload: {} }, '/payload'],
  [
    'calendarSystem',
    { action: 'update', uid: '@Standup', payload: { recurrenceRule: 'FREQ=DAILY' } },
    '/payload/recurrenceRule',
  ],
  [
    'calendar.create',
    { title: 'C', startAt: '2026-11-24T16:00', endAt: '2026-11-24T15:00' },
    '/endAt',
    { endAt: '2026-11-24T17:00' },
  ],
  [
    'calendar.create',
    { title: 'C', startAt: '2026-11-24T16:00', endAt: '2026-11-24T17:00', attendeeUserIds: ['x'] },
    '/attendeeUserIds/0',
  ],
  ['calendar.update', { eventId: 'nope', patch: { title: 'x' } }, '/eventId'],
  ['calendar.update', { eventId: '@Dentist', patch: {} }, '/patch'],
  [
    'calendar.search',
    { from: '2026-11-24', to: '2026-11-20' },
    '/from',
    { from: '2026-11-20', to: '2026-11-24' },
  ],
  [
    'omnifocus_read',
    { query: { type: 'tasks', filters: { dueDate: { before: 'nonsense' } } } },
    '/query/filters/dueDate/before',
    { query: { type: 'tasks', filters: { dueDate: { before: '2026-11-24' } } } },
  ],
  [
    'omnifocus_read',
    { query: { type: 'tasks', filters: { AND: [{ flagged: true }, { project: 'Nope' }] } } },
    '/query/filters/AND/1/project',
  ],
  ['omnifocus_write', task({ dueDate: '2026-11-24', project: 'Nope' }), '/mutation/data/project'],
  ['omnifocus_write', task({ dueDate: '2026-11-24', deferDate: '2026-11-25' }), '/mutation/data/dueDate'],
  [
    'omnifocus_write',
    { mutation: { operation: 'update', target: 'task', id: 'nope', changes: { name: 'a' } } },
    '/mutation/id',
  ],
  [
    'omnifocus_analyze',
    analysis('productivity_stats', { scope: { projects: ['Nope'] } }),
    '/analysis/scope/projects',
  ],
  ['omnifocus_analyze', analysis('parse_meeting_notes', {}), '/analysis/params/text'],
  [
    'omnifocus_analyze',
    analysis('recurring_tasks', { params: { operation: 'update' } }),
    '/analysis/params/operation',
  ],
];

it.each(CALLS.map((row) => ({ row, title: `${row[0]} ${JSON.stringify(row[1])}` })))(
  '$title is explained in its own words',
  async ({ row: [tool, wrong, path, corrected] }) => {
    const args = withIds(wrong, await idsByTitle());
    await server.client.listTools();
    const { failed, json } = await call(server.client, tool, args);
    expect(failed).toBe(true);
    const { _migration: _, ...answer } = json;
    const error = (
      typeof answer.error === 'object' ? answer.error : { ...answer, message: answer.error }
    ) as Json;
    expect(`${error.message} ${error.suggestion}`).not.toMatch(OF_OURS);
    expect(error.path).toBe(path);
    const { inputSchema } = ALIASES.find((one) => one.tool.name === tool)?.tool ?? {};
    const known = argumentsIn(inputSchema as Schema).map((one) => one.replace(/\/=.*$/, ''));
    const named = path
      ?.slice(1)
      .split('/')
      .filter((key) => !/^\d+$/.test(key) && key !== 'AND');
    if (named !== undefined) expect(known).toContain(named.join('/'));
    if (corrected !== undefined) expect(error.example).toEqual({ ...args, ...corrected });
    if (error.example === undefined) return;
    expect(await call(server.client, tool, error.example as Json)).toMatchObject({ failed: false });
  },
);

it('every old tool says that it is deprecated, and which tools its calls are replaced by', () => {
  for (const { aliases, fixture } of PROFILES) {
    for (const { tool } of aliases) {
      const replacements = fixture.cases.flatMap((row) =>
        [row, ...otherForms(row)].some((one) => one.tool === tool.name) ? (row.call?.name ?? []) : [],
      );
      expect(replacements).not.toEqual([]);
      expect(tool.description).toMatch(/^Deprecated: use calendar_[^.]+\. /);
      expect(replacements.some((name) => tool.description?.split('. ')[0]?.includes(name))).toBe(true);
    }
  }
});
