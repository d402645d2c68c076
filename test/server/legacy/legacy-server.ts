import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, beforeEach, expect } from 'vitest';
import { TASK_FIELDS } from '../../../schemas/input/query.js';
import { TASK_STATUSES } from '../../../schemas/model/task.js';
import { policyOf, policySchema } from '../../../schemas/settings/policy.js';
import type { Alias } from '../../../src/server/legacy/alias.js';
import { MACOS_CALENDAR } from '../../../src/server/legacy/macos-calendar.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend, type MemoryCalendar } from '../../reference/memory-backend.js';
import { call, connect } from '../connect.js';

export type Json = Record<string, unknown>;

/** From the clock of the service in memory to Tuesday, 24 November 2026, 8:00 in Berlin. */
const LATER = 23 * 3600_000;
const EMPTY = ['Family & Co', 'Personal', 'Work'].map((name) => ({ name, objects: [] }));

/** A client of a server in memory that begins with these calendars, by default with some events and tasks. */
export async function open(
  aliases: readonly Alias[] = MACOS_CALENDAR,
  policy: unknown = 'careful',
  calendars?: readonly MemoryCalendar[],
) {
  const backend = createMemoryBackend({
    name: 'local',
    calendars: calendars ?? (await seeded(isOfTasks(aliases))),
  });
  const settings = { policy: policyOf(policySchema.parse(policy)) };
  const service = serviceOver([backend], settings, () => LATER);
  const { client } = await connect(service, aliases);
  return { client, backend, service };
}

const isOfTasks = (aliases: readonly Alias[]) => aliases.some(({ tool }) => tool.name === 'omnifocus_read');

/** What differs from write to write, beside ids. */
const PASSING: readonly string[] = ['uid', 'seriesId', 'created', 'updated', 'etag'];

/** All tasks, done or not. */
async function tasksOf(client: Client, fields: readonly string[]): Promise<Json[]> {
  const query = { type: 'tasks', filters: { status: TASK_STATUSES }, fields, limit: 500 };
  return ((await call(client, 'calendar_read', { query })).json.data as { tasks: Json[] }).tasks;
}

/** Everything there is, without what differs from write to write. */
export async function everything(client: Client) {
  const query = {
    type: 'events',
    filters: { when: { between: ['2026-11-01', '2026-12-31'] } },
    fields: 'title,start,end,calendar,location,description,recurrence,tags,status,metadata'.split(','),
    limit: 500,
  };
  const { json } = await call(client, 'calendar_read', { query });
  const { events } = json.data as { events: Json[] };
  const tasks = await tasksOf(
    client,
    TASK_FIELDS.filter((name) => !PASSING.includes(name)),
  );
  const calendars = await call(client, 'calendar_read', {
    query: { type: 'calendars', fields: ['name', 'description'] },
  });
  const rows = [...events, ...tasks, ...(calendars.json.data as { calendars: Json[] }).calendars];
  return rows.map(({ id: _, ...rest }) => JSON.stringify(rest)).sort();
}

/** Every calendar and its objects, as they are stored, without the UIDs: a new object has another on each server. */
export async function stored({ backend }: Pick<Awaited<ReturnType<typeof open>>, 'backend'>) {
  const { signal } = new AbortController();
  const calendars = await backend.calendars({ signal });
  const texts = calendars.map(async (calendar) => {
    const { objects } = await backend.scan({ kind: 'all', calendar }, { signal });
    const { name, description } = calendar;
    return [{ name, description }, ...objects.map(({ ics }) => ics.replace(/^UID:.*$/gm, 'UID')).sort()];
  });
  return Promise.all(texts);
}

export let server: Awaited<ReturnType<typeof open>>;
export const legacy = (name: string, args: Json = {}) => call(server.client, name, args);

const EVENTS: readonly Json[] = [
  {
    calendar: 'Personal',
    title: 'Dentist',
    start: '2026-11-24T12:00',
    durationMinutes: 45,
    location: 'Kirchstraße',
    tags: ['home'],
  },
  { calendar: 'Personal', title: 'Fair', start: '2026-11-23', end: '2026-11-25', allDay: true },
  {
    calendar: 'Work',
    title: 'Standup',
    start: '2026-11-23T09:30',
    durationMinutes: 15,
    recurrence: { frequency: 'daily', count: 10 },
  },
  {
    calendar: 'Work',
    title: 'Review A',
    start: '2026-11-26',
    allDay: true,
    description: 'the dentist of bugs',
    attendees: [{ email: 'mia@example.org', name: 'Mia', role: 'optional' }],
    reminders: [30],
    metadata: { source: 'seed' },
    tags: ['quality'],
  },
  { calendar: 'Work', title: 'Review B', start: '2026-11-26T00:00', durationMinutes: 30 },
  { calendar: 'Work', title: 'Review C', start: '2026-12-03T10:00', durationMinutes: 30 },
  { calendar: 'Family & Co', title: '会议', start: '2026-11-27T10:00', durationMinutes: 30 },
];

/** What a server for a profile of tasks begins with, too. */
const TASKS: readonly Json[] = [
  {
    calendar: 'Personal',
    title: 'Bill',
    due: '2026-11-24T12:00',
    estimateMinutes: 45,
    tags: ['home'],
    reminders: [30],
    location: 'Kirchstraße',
  },
  {
    calendar: 'Work',
    title: 'Watering',
    due: '2026-11-23T09:30',
    recurrence: { frequency: 'daily', count: 10 },
  },
  {
    calendar: 'Work',
    title: 'Draft A',
    due: '2026-11-26',
    description: 'the bill of bugs',
    tags: ['quality'],
    priority: 'low',
  },
  { calendar: 'Work', title: 'Draft B', start: '2026-11-20T08:00', due: '2026-11-26T17:00' },
  { calendar: 'Work', title: 'Draft C', start: '2026-12-01T08:00', due: '2026-12-03T10:00' },
  { calendar: 'Family & Co', title: '购物' },
  { calendar: 'Work', title: 'Paid', due: '2026-11-20T10:00', status: 'done' },
  { calendar: 'Work', title: 'Off', due: '2026-12-05T10:00', status: 'cancelled' },
];

const seeds = new Map<boolean, Promise<readonly MemoryCalendar[]>>();

/** The calendars that servers begin with; written once, as an event then has the same id everywhere. */
function seeded(withTasks: boolean): Promise<readonly MemoryCalendar[]> {
  const known = seeds.get(withTasks) ?? seed(withTasks);
  seeds.set(withTasks, known);
  return known;
}

async function seed(withTasks: boolean): Promise<readonly MemoryCalendar[]> {
  const { client, backend } = await open([], 'trusted', EMPTY);
  const create = (data: Json) => ({ operation: 'create', data, idempotencyKey: String(data.title) });
  const events = EVENTS.map(create);
  const tasks = TASKS.map((data) => ({ ...create(data), type: 'task' }));
  for (const operations of withTasks ? [events, tasks] : [events]) {
    const { json } = await call(client, 'calendar_write', { mutation: { operation: 'batch', operations } });
    expect(json.data).toMatchObject({ succeeded: operations.length, failed: 0 });
  }
  const { signal } = new AbortController();
  const calendars = await backend.calendars({ signal });
  return Promise.all(
    calendars.map(async (calendar) => {
      const { objects } = await backend.scan({ kind: 'all', calendar }, { signal });
      return { name: calendar.name, objects: objects.map(({ ics }) => ics) };
    }),
  );
}

/** A server with some events for each test, or one for all where none of them changes anything. */
export function eachOnNewServer(
  aliases: readonly Alias[] = MACOS_CALENDAR,
  often: 'each' | 'once' = 'each',
): void {
  const start = async () => {
    server = await open(aliases);
  };
  beforeAll(start);
  if (often === 'each') beforeEach(start);
}

/** The ids of what every server begins with, of a series of events that of the first occurrence. */
export async function idsByTitle(): Promise<ReadonlyMap<string, string>> {
  const query = { type: 'events', filters: { when: { between: ['2026-11-23', '2026-12-31'] } }, limit: 500 };
  const { json } = await call(server.client, 'calendar_read', { query });
  const { events } = json.data as { events: Json[] };
  const tasks = await tasksOf(server.client, ['title', 'seriesId']);
  const all = [
    ...events.toReversed(),
    ...tasks.map(({ id, seriesId, title }) => ({ id: seriesId ?? id, title })),
  ];
  return new Map(all.map(({ id, title }) => [String(title), String(id)]));
}
