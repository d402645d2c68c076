import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, expect, it } from 'vitest';
import { builtMain } from '../../server/built-server.js';
import { call } from '../../server/connect.js';
import { sandbox } from '../../server/stdio-process.js';
import { serveOsascript } from '../applescript/simulated/served-osascript.js';
import { emptyCalendar } from '../applescript/simulated/simulated-state.js';
import { standIn } from './simulated/stand-in.js';
import { emptyKit, kitEvent } from './simulated/state.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** What a Mac says of itself: its name, and where osascript is. The program is the shipped one. */
const LIKE_A_MAC = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const processes = createRequire(import.meta.url)('node:child_process');
const { spawn } = processes;
processes.spawn = (path, ...others) => spawn(path === '/usr/bin/osascript' ? 'osascript' : path, ...others);
syncBuiltinESMExports();
createRequire(process.argv[1])('libsql');
Object.defineProperty(process, 'platform', { value: 'darwin' });
`;

/** The shipped program, as on a Mac on which nothing is configured. */
async function onMac(status: number) {
  const app = emptyCalendar(['Work', 'Home']);
  const applescript = await serveOsascript(app);
  const kit = { ...emptyKit(['Work', 'Home']), status, zone: 'Europe/Berlin' };
  kit.events.push(
    kitEvent(kit, { title: 'Lunch', start: Date.UTC(2026, 10, 25, 11), end: Date.UTC(2026, 10, 25, 12) }),
  );
  const osascript = await standIn(kit, applescript.path);
  const place = sandbox({ TZ: 'Europe/Berlin' });
  const folder = mkdtempSync(join(tmpdir(), 'like-a-mac-'));
  const preload = join(folder, 'like-a-mac.mjs');
  writeFileSync(preload, LIKE_A_MAC);
  const { CALENDAR_DIR: _, ...env } = place.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', preload, builtMain()],
    env: { ...env, PATH: `${dirname(osascript.path)}${delimiter}${process.env.PATH}` },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  cleanups.push(applescript.close, osascript.remove, place.remove, () => rmSync(folder, { recursive: true }));
  cleanups.push(() => client.close());
  return { client, osascript, app };
}

const WEEK = { type: 'events', filters: { when: { between: ['2026-11-23', '2026-12-20'] } } };

it('answers the first question through EventKit, writes and undoes', async () => {
  const { client, osascript } = await onMac(3);
  const first = await call(client, 'calendar_read', { query: WEEK });
  expect(first.json).toMatchObject({
    data: { events: [{ title: 'Lunch', start: '2026-11-25T12:00+01:00' }] },
  });
  const recurrence = { frequency: 'weekly', count: 3 };
  const data = {
    title: 'Choir',
    start: '2026-12-01T19:00',
    durationMinutes: 90,
    recurrence,
    calendar: 'Home',
  };
  const made = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
  expect(made).toMatchObject({ failed: false, json: { data: { outcome: 'applied' } } });
  const id = String((made.json.data as { id: string }).id).split('/')[0];
  const changes = { title: 'Concert', start: '2026-12-08T20:00' };
  const one = { operation: 'update', id: `${id}/20261208T1900`, scope: 'this', changes };
  expect(await call(client, 'calendar_write', { mutation: one })).toMatchObject({ failed: false });
  const moved = {
    operation: 'update',
    id: `${id}/20261215T1900`,
    scope: 'this',
    changes: { location: 'Hall' },
  };
  const done = await call(client, 'calendar_write', { mutation: moved });
  const token = (done.json.data as { undo?: string }).undo;
  expect(osascript.state().events.find(({ title }) => title === 'Choir')?.overrides).toMatchObject([
    { title: 'Concert' },
    { place: 'Hall' },
  ]);
  if (token !== undefined) {
    const undone = await call(client, 'calendar_write', { mutation: { operation: 'undo', token } });
    expect(undone).toMatchObject({ failed: false });
  }
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  expect(status.json.data).toMatchObject({
    accounts: [{ backend: 'eventkit', door: 'EventKit is used: macOS gives full access to calendars.' }],
  });
});

it('answers through the Calendar app without the permission, and says what opens the better door', async () => {
  const { client, app } = await onMac(0);
  const data = { title: 'Choir', start: '2026-12-01T19:00', durationMinutes: 90, calendar: 'Home' };
  const made = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
  expect(made).toMatchObject({ failed: false });
  expect(app.calendars[1]?.events).toMatchObject([{ summary: 'Choir' }]);
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  expect(status.json.data).toMatchObject({
    accounts: [{ backend: 'applescript', door: expect.stringContaining('calendar-mcp doctor --permission') }],
  });
});

it('says that access was taken away, and answers the next call through the Calendar app', async () => {
  const { client, osascript } = await onMac(3);
  await call(client, 'calendar_read', { query: WEEK });
  osascript.change((state) => {
    state.status = 2;
  });
  const denied = await call(client, 'calendar_read', { query: WEEK });
  expect(denied).toMatchObject({ failed: true, json: { error: { code: 'PERMISSION_DENIED' } } });
  const next = await call(client, 'calendar_read', { query: WEEK });
  expect(next).toMatchObject({ failed: false, json: { data: { events: [] } } });
});
