import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { TASK_FIELDS } from '../../../schemas/input/query.js';
import { TASK_STATUSES } from '../../../schemas/model/task.js';
import { loadSettings } from '../../../src/config/settings.js';
import type { Alias } from '../../../src/server/legacy/alias.js';
import { MACOS_CALENDAR } from '../../../src/server/legacy/macos-calendar.js';
import { wire } from '../../../src/wire.js';
import { call, connect } from '../connect.js';

const roots: string[] = [];

export type Json = Record<string, unknown>;

/** A client of a server whose calendars are a copy of another's. */
export async function open(from?: string, aliases: readonly Alias[] = MACOS_CALENDAR, policy?: unknown) {
  const root = mkdtempSync(join(tmpdir(), 'calendar-legacy-'));
  roots.push(root);
  const dir = join(root, 'calendars');
  for (const name of ['Personal', 'Work', 'Family & Co']) mkdirSync(join(dir, name), { recursive: true });
  if (from !== undefined) cpSync(join(from, 'calendars'), dir, { recursive: true });
  const env = {
    HOME: root,
    XDG_CONFIG_HOME: root,
    CALENDAR_NOW: '2026-11-24T08:00',
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    CALENDAR_LOG: 'silent',
    ...(policy !== undefined && { CALENDAR_CONFIG: join(root, 'calendar-mcp.json') }),
  };
  if (policy !== undefined) writeFileSync(join(root, 'calendar-mcp.json'), JSON.stringify({ policy }));
  const { service } = await wire(await loadSettings({ dir, stateDir: join(root, 'state') }, env), '0');
  const { client } = await connect(service, aliases);
  return { client, root };
}

/** Removes the folders of all servers. */
export function removeRoots(): void {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
}

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

export let server: Awaited<ReturnType<typeof open>>;
export const legacy = (name: string, args: Json = {}) => call(server.client, name, args);

let template: string;

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

/** A server with some events for each test, or one for all where none of them changes anything. */
export function eachOnNewServer(
  aliases: readonly Alias[] = MACOS_CALENDAR,
  often: 'each' | 'once' = 'each',
): void {
  beforeAll(async () => {
    server = await open(undefined, aliases);
    template = server.root;
    // With a key an event has the same id in every run.
    const create = (data: Json) => ({ operation: 'create', data, idempotencyKey: String(data.title) });
    const isOfTasks = aliases.some(({ tool }) => tool.name === 'omnifocus_read');
    const operations = [
      create({
        calendar: 'Personal',
        title: 'Dentist',
        start: '2026-11-24T12:00',
        durationMinutes: 45,
        location: 'Kirchstraße',
        tags: ['home'],
      }),
      create({ calendar: 'Personal', title: 'Fair', start: '2026-11-23', end: '2026-11-25', allDay: true }),
      create({
        calendar: 'Work',
        title: 'Standup',
        start: '2026-11-23T09:30',
        durationMinutes: 15,
        recurrence: { frequency: 'daily', count: 10 },
      }),
      create({
        calendar: 'Work',
        title: 'Review A',
        start: '2026-11-26',
        allDay: true,
        description: 'the dentist of bugs',
        attendees: [{ email: 'mia@example.org', name: 'Mia', role: 'optional' }],
        reminders: [30],
        metadata: { source: 'seed' },
        tags: ['quality'],
      }),
      create({ calendar: 'Work', title: 'Review B', start: '2026-11-26T00:00', durationMinutes: 30 }),
      create({ calendar: 'Work', title: 'Review C', start: '2026-12-03T10:00', durationMinutes: 30 }),
      create({ calendar: 'Family & Co', title: '会议', start: '2026-11-27T10:00', durationMinutes: 30 }),
    ];
    const tasks = TASKS.map((data) => ({ ...create(data), type: 'task' }));
    for (const some of isOfTasks ? [operations, tasks] : [operations]) {
      const mutation = { operation: 'batch', operations: some };
      const { json } = await call(server.client, 'calendar_write', { mutation });
      expect(json.data).toMatchObject({ succeeded: some.length, failed: 0 });
    }
  });
  const reopen = async () => {
    server = await open(template, aliases);
  };
  if (often === 'each') beforeEach(reopen);
  else beforeAll(reopen);
  afterAll(removeRoots);
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
