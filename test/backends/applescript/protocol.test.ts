import { afterEach, expect, it } from 'vitest';
import { isAppleScriptAvailable } from '../../../src/backends/applescript/applescript-backend.js';
import { call } from '../../server/connect.js';
import { sandbox, spawnRaw } from '../../server/stdio-process.js';
import { onMac } from '../eventkit/simulated/on-mac.js';
import { emptyKit } from '../eventkit/simulated/state.js';
import { serveOsascript } from './simulated/served-osascript.js';
import { emptyCalendar } from './simulated/simulated-state.js';

const NAMES = ['Work', 'Home'];
const WEEK = { type: 'events', filters: { when: { between: ['2026-11-30', '2026-12-31'] } } };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** The shipped program over stdio, as on a Mac that keeps EventKit closed. */
async function overStdio() {
  const state = emptyCalendar(NAMES);
  const { path, close } = await serveOsascript(state);
  const kit = { ...emptyKit(NAMES), status: 0 };
  const mac = await onMac(kit, { applescript: path });
  cleanups.push(close, mac.close);
  return { client: mac.client, state };
}

it('lists, writes, reads, changes and deletes what Calendar holds, for a client over stdio', async () => {
  const { client, state } = await overStdio();
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
  const one = { operation: 'delete', id: `${id}/20261208T0900`, scope: 'this' };
  expect((await call(client, 'calendar_write', { mutation: one })).failed).toBe(false);
  const read = await call(client, 'calendar_read', { query: WEEK });
  const { events } = read.json.data as { events: readonly { title: string; start: string }[] };
  expect(events.map((event) => [event.title, event.start])).toEqual([
    [title, '2026-12-01T09:00+01:00'],
    [title, '2026-12-15T09:00+01:00'],
  ]);
  await call(client, 'calendar_write', { mutation: { operation: 'delete', id, scope: 'all' } });
  expect(state.calendars[0]?.events).toEqual([]);
});

it('says in status how it answers, and never shows a failure as an empty answer', async () => {
  const { client, state } = await overStdio();
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  expect(status.json).toMatchObject({
    data: { accounts: [{ warnings: [expect.stringContaining('without copies')] }] },
  });
  for (let n = 1; n <= 20; n++) state.failures.push({ run: state.runs + n, event: 1, number: -1743 });
  const suggestion = expect.stringContaining('Automation');
  expect(await call(client, 'calendar_read', { query: WEEK })).toMatchObject({
    failed: true,
    json: { error: { code: 'PERMISSION_DENIED', suggestion } },
  });
});

it('is not served on another system, which is said in one sentence', async () => {
  expect(['linux', 'darwin'].map((system) => isAppleScriptAvailable(system as NodeJS.Platform))).toEqual([
    false,
    true,
  ]);
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
