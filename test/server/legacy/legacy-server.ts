import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
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
  const calendars = await call(client, 'calendar_read', {
    query: { type: 'calendars', fields: ['name', 'description'] },
  });
  const rows = [...events, ...(calendars.json.data as { calendars: Json[] }).calendars];
  return rows.map(({ id: _, ...rest }) => JSON.stringify(rest)).sort();
}

export let server: Awaited<ReturnType<typeof open>>;
export const legacy = (name: string, args: Json = {}) => call(server.client, name, args);

let template: string;

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
    const { json } = await call(server.client, 'calendar_write', {
      mutation: { operation: 'batch', operations },
    });
    expect(json.data).toMatchObject({ succeeded: operations.length, failed: 0 });
  });
  const reopen = async () => {
    server = await open(template, aliases);
  };
  if (often === 'each') beforeEach(reopen);
  else beforeAll(reopen);
  afterAll(() => {
    for (const root of roots) rmSync(root, { recursive: true, force: true });
  });
}

/** The ids of the events that every server begins with, of series that of the first occurrence. */
export async function idsByTitle(): Promise<ReadonlyMap<string, string>> {
  const query = { type: 'events', filters: { when: { between: ['2026-11-23', '2026-12-31'] } }, limit: 500 };
  const { json } = await call(server.client, 'calendar_read', { query });
  const { events } = json.data as { events: { id: string; title: string }[] };
  return new Map(events.toReversed().map(({ id, title }) => [title, id]));
}
