import { expect, it, onTestFinished } from 'vitest';
import { createMemoryBackend } from '../../src/backends/memory/memory-backend.js';
import type { Backend } from '../../src/ports/backend.js';
import { deskOver } from '../engine/service-on-memory.js';
import { mirroredAccount } from './account.js';
import { openStore } from './open-store.js';
import { startSyncServer } from './sync-server.js';

const LIST = { query: { type: 'calendars', fields: ['name'], timezone: 'UTC' } };

it('calendars that could not be asked for are listed, and marked as old', async () => {
  const server = await startSyncServer();
  const opened = await openStore();
  let clock = Date.parse('2026-11-20T12:00:00Z');
  const account = mirroredAccount(server, opened, { now: () => clock });
  onTestFinished(async () => {
    await account.close();
    opened.close();
    await server.close();
  });
  const desk = deskOver([account]);
  const fresh = await desk.read(LIST);
  expect(fresh.meta).not.toHaveProperty('sources');
  expect(fresh.meta).not.toHaveProperty('notes');
  server.fault = ({ answer }) => {
    answer({ status: 500 });
    return true;
  };
  clock += 30_000;
  expect((await desk.read(LIST)).meta).not.toHaveProperty('sources');
  clock += 60_000;
  const old = await desk.read(LIST);
  expect(old.data).toEqual(fresh.data);
  expect(old.meta).toMatchObject({
    sources: [
      { calendar: 'cal', stale: '2026-11-20T12:00+00:00' },
      { calendar: 'other', stale: '2026-11-20T12:00+00:00' },
    ],
    notes: [expect.stringContaining('could not be reached')],
  });
  // After a restart the listing is known from the file, and still old.
  const again = mirroredAccount(server, opened, { now: () => clock });
  expect((await again.calendars(new AbortController().signal)).map(({ stale }) => stale)).toEqual([
    { asOf: clock - 90_000 },
    { asOf: clock - 90_000 },
  ]);
  await again.close();
  server.fault = undefined;
  clock += 60_000;
  expect((await desk.read(LIST)).meta).not.toHaveProperty('sources');
});

it('calendars are listed as their owner arranged them, then by name', async () => {
  const names = ['Zebra', 'apple', 'Berry', 'Cherry'];
  const inner = createMemoryBackend({ name: 'b', calendars: names.map((name) => ({ name, objects: [] })) });
  const order: Readonly<Record<string, number>> = { Zebra: -1, Cherry: 2, Berry: 2 };
  const arranged: Backend = {
    ...inner,
    calendars: async (signal) =>
      (await inner.calendars(signal)).map((info) => {
        const place = order[info.name];
        return place === undefined ? info : { ...info, order: place };
      }),
  };
  const other = createMemoryBackend({ name: 'a', calendars: [{ name: 'Other', objects: [] }] });
  const { data } = await deskOver([arranged, other]).read(LIST);
  const listed = (data as { calendars: { name: string }[] }).calendars.map(({ name }) => name);
  expect(listed).toEqual(['Other', 'Zebra', 'Berry', 'Cherry', 'apple']);
});
