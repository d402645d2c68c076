// @module-tag programs
import { afterEach, expect, it } from 'vitest';
import { call } from '../../server/connect.js';
import { serveOsascript } from '../applescript/simulated/served-osascript.js';
import { emptyCalendar } from '../applescript/simulated/simulated-state.js';
import { onMac } from './simulated/on-mac.js';
import { emptyKit, kitEvent } from './simulated/state.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function macWith(status: number) {
  const app = emptyCalendar(['Work', 'Home']);
  const applescript = await serveOsascript(app);
  const kit = { ...emptyKit(['Work', 'Home']), status, zone: 'Europe/Berlin' };
  kit.events.push(
    kitEvent(kit, { title: 'Lunch', start: Date.UTC(2026, 10, 25, 11), end: Date.UTC(2026, 10, 25, 12) }),
  );
  const mac = await onMac(kit, { applescript: applescript.path });
  cleanups.push(applescript.close, mac.close);
  return { ...mac, app };
}

const WEEK = { type: 'events', filters: { when: { between: ['2026-11-23', '2026-12-20'] } } };

it('answers the first question through EventKit, writes and undoes', async () => {
  const { client, osascript } = await macWith(3);
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
  const { client, app } = await macWith(0);
  const listed = await call(client, 'calendar_read', { query: { type: 'calendars' } });
  const calendars = ['Home', 'Work'].map((name) => ({ name, backend: 'applescript' }));
  expect(listed.json).toMatchObject({ data: { calendars } });
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  const door = expect.stringContaining('calendar-mcp doctor --permission');
  const warnings = [expect.stringContaining('without copies')];
  expect(status.json.data).toMatchObject({ accounts: [{ backend: 'applescript', door, warnings }] });
  const title = 'Plan "B" \\ $HOME – 日本 🧑‍🚀';
  const recurrence = { frequency: 'weekly', count: 3 };
  const data = { title, start: '2026-12-01T09:00', durationMinutes: 30, recurrence, calendar: 'Work' };
  const made = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
  expect(made).toMatchObject({ failed: false, json: { data: { outcome: 'applied' } } });
  expect(app.calendars[0]?.events).toMatchObject([{ summary: title, recurrence: 'FREQ=WEEKLY;COUNT=3' }]);
  const id = String((made.json.data as { id: string }).id).split('/')[0];
  const one = { operation: 'delete', id: `${id}/20261208T0900`, scope: 'this' };
  expect((await call(client, 'calendar_write', { mutation: one })).failed).toBe(false);
  const read = await call(client, 'calendar_read', { query: WEEK });
  const start = '2026-12-01T09:00+01:00';
  expect(read.json.data).toMatchObject({
    events: [
      { title, start },
      { title, start: start.replace('-01T', '-15T') },
    ],
  });
  await call(client, 'calendar_write', { mutation: { operation: 'delete', id, scope: 'all' } });
  expect(app.calendars[0]?.events).toEqual([]);
  for (let n = 1; n <= 20; n++) app.failures.push({ run: app.runs + n, event: 1, number: -1743 });
  expect(await call(client, 'calendar_read', { query: WEEK })).toMatchObject({
    failed: true,
    json: { error: { code: 'PERMISSION_DENIED', suggestion: expect.stringContaining('Automation') } },
  });
});
