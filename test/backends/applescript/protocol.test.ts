import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  osascriptRunner,
  type ScriptRunner,
} from '../../../src/backends/applescript/scripts/osascript-runner.js';
import { builtMain } from '../../server/built-server.js';
import { call, connect } from '../../server/connect.js';
import { sandbox, spawnRaw } from '../../server/stdio-process.js';
import { serviceOn } from './simulated/calendar-service.js';
import { serveOsascript } from './simulated/served-osascript.js';
import { simulatedRunner } from './simulated/simulated-runner.js';
import { emptyCalendar, type SimulatedState } from './simulated/simulated-state.js';

const NAMES = ['Work', 'Home'];

/** A client connected to the server, and what Calendar holds. */
interface Connected {
  readonly client: Client;
  readonly state: SimulatedState;
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A process called osascript, whose Calendar lives here; PATH with its folder in front. */
async function onPath() {
  const state = emptyCalendar(NAMES);
  const { path, close } = await serveOsascript(state);
  cleanups.push(close);
  return { state, path: `${dirname(path)}${delimiter}${process.env.PATH}` };
}

async function inMemory(runner: ScriptRunner): Promise<Client> {
  const { client } = await connect(await serviceOn(runner));
  cleanups.push(() => client.close());
  return client;
}

async function simulated(): Promise<Connected> {
  const state = emptyCalendar(NAMES);
  return { client: await inMemory(simulatedRunner(state)), state };
}

async function overFake(): Promise<Connected> {
  const { state, path } = await onPath();
  vi.stubEnv('PATH', path);
  return { client: await inMemory(osascriptRunner({ path: 'osascript' })), state };
}

/**
 * What a Mac says of itself, said here: its name, and an osascript where it has one. The program is the shipped one,
 * and nothing in it is replaced; SQLite is loaded before, because the one for a Mac does not run here.
 */
const LIKE_A_MAC = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const processes = createRequire(import.meta.url)('node:child_process');
const { spawn } = processes;
processes.spawn = (path, ...others) => spawn(path === '/usr/bin/osascript' ? 'osascript' : path, ...others);
syncBuiltinESMExports();
createRequire(process.argv[1])('libsql');
Object.defineProperty(process, 'platform', { value: 'darwin' });
`;

/** The shipped program over stdio, as on a Mac on which nothing else is configured. */
async function overStdio(accounts: readonly object[] = []): Promise<Connected & { readonly root: string }> {
  const { state, path } = await onPath();
  const place = sandbox({ TZ: 'Europe/Berlin' });
  const folder = mkdtempSync(join(tmpdir(), 'like-a-mac-'));
  const preload = join(folder, 'like-a-mac.mjs');
  writeFileSync(preload, LIKE_A_MAC);
  const { CALENDAR_DIR: _, ...env } = place.env;
  const config = join(folder, 'calendar-mcp.json');
  if (accounts.length > 0) writeFileSync(config, JSON.stringify({ accounts }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', preload, builtMain()],
    env: { ...env, PATH: path, ...(accounts.length > 0 && { CALENDAR_CONFIG: config }) },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  cleanups.push(
    place.remove,
    () => rmSync(folder, { recursive: true }),
    () => client.close(),
  );
  return { client, state, root: place.root };
}

const WEEK = { type: 'events', filters: { when: { between: ['2026-11-30', '2026-12-31'] } } };

describe.each([
  ['in process', simulated],
  ['in process, through an osascript on PATH', overFake],
  ['over stdio, through an osascript on PATH', () => overStdio()],
] as const)('a client %s', (_, open) => {
  it('lists, writes, reads, changes and deletes what Calendar holds', async () => {
    const { client, state } = await open();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('calendar_read');
    const listed = await call(client, 'calendar_read', { query: { type: 'calendars' } });
    expect(listed.json).toMatchObject({
      data: { calendars: NAMES.toSorted().map((name) => ({ name, backend: 'applescript' })) },
    });
    const title = 'Plan "B" \\ $HOME – 日本 🧑‍🚀';
    const recurrence = { frequency: 'weekly', count: 3 };
    const data = { title, start: '2026-12-01T09:00', durationMinutes: 30, recurrence, calendar: 'Work' };
    const made = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(made).toMatchObject({ failed: false, json: { data: { outcome: 'applied' } } });
    expect(state.calendars[0]?.events).toMatchObject([{ summary: title, recurrence: 'FREQ=WEEKLY;COUNT=3' }]);
    const id = String((made.json.data as { id: string }).id).split('/')[0];
    const changed = await call(client, 'calendar_write', {
      mutation: { operation: 'delete', id: `${id}/20261208T0900`, scope: 'this' },
    });
    expect(changed.json).toMatchObject({ meta: { notes: [expect.stringContaining('experimental')] } });
    const read = await call(client, 'calendar_read', { query: WEEK });
    expect(read.structured).toEqual(read.json);
    const { events } = read.json.data as { events: readonly { title: string; start: string }[] };
    expect(events.map((event) => [event.title, event.start])).toEqual([
      [title, '2026-12-01T09:00+01:00'],
      [title, '2026-12-15T09:00+01:00'],
    ]);
    await call(client, 'calendar_write', { mutation: { operation: 'delete', id, scope: 'all' } });
    expect(state.calendars[0]?.events).toEqual([]);
  });

  it('is told what cannot be done', async () => {
    const { client, state } = await open();
    const calendar = { target: 'calendar', operation: 'create', data: { title: 'Choir', color: '#ff0080' } };
    const made = await call(client, 'calendar_write', { mutation: calendar });
    expect(made).toMatchObject({ failed: true, json: { error: { code: 'UNSUPPORTED' } } });
    expect(state.calendars.map(({ name }) => name)).toEqual(NAMES);
    const data = { title: 'X', start: '2026-12-01T09:00', durationMinutes: 30, attendees: ['a@example.org'] };
    const refused = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(refused).toMatchObject({
      failed: true,
      json: {
        error: { code: 'UNSUPPORTED', message: expect.stringContaining('attendees'), outcome: 'not_applied' },
      },
    });
    const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
    const { accounts } = status.json.data as { accounts: readonly { cannot: readonly { what: string }[] }[] };
    expect(accounts[0]?.cannot.map(({ what }) => what)).toContain('attendees or answers to invitations');
  });

  it('is never shown a failure as an empty answer', async () => {
    const { client, state } = await open();
    await call(client, 'calendar_read', { query: { type: 'calendars' } });
    for (let n = 1; n <= 20; n++) state.failures.push({ run: state.runs + n, event: 1, number: -1743 });
    const read = await call(client, 'calendar_read', { query: WEEK });
    expect(read).toMatchObject({
      failed: true,
      json: { error: { code: 'PERMISSION_DENIED', suggestion: expect.stringContaining('Automation') } },
    });
  });
});

it('keeps no copy, and has the calendars that its account names', async () => {
  const { client, root } = await overStdio([{ name: 'mac', kind: 'applescript', except: ['home'] }]);
  const data = { title: 'Lunch', start: '2026-12-01T12:00', durationMinutes: 60, calendar: 'Work' };
  await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
  const read = await call(client, 'calendar_read', { query: WEEK });
  expect(read.json).toMatchObject({
    data: { events: [{ title: 'Lunch' }] },
  });
  const { json } = await call(client, 'calendar_read', { query: { type: 'calendars' } });
  expect(json).toMatchObject({ data: { calendars: [{ name: 'Work' }] } });
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  const warnings = [expect.stringContaining('without copies')];
  expect(status.json).toMatchObject({ data: { accounts: [{ warnings }] } });
  expect(readdirSync(root, { recursive: true })).not.toContainEqual(expect.stringContaining('.sqlite'));
});

it('is not served on another system, which is said in one sentence', async () => {
  const place = sandbox();
  cleanups.push(place.remove);
  const server = spawnRaw(place, ['--backend', 'applescript']);
  expect(await server.exit()).toEqual({ code: 1, signal: null });
  const { stdout, stderr } = server.output();
  expect(stdout).toBe('');
  expect(stderr.split('\n')[0]).toBe(
    'CONFIGURATION: The Calendar app can be used on macOS only; this is another system.',
  );
});
