// @module-tag database
import { expect, it } from 'vitest';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const create = (cluster: Cluster, title: string, at?: number) =>
  cluster.call(
    'calendar_write',
    {
      mutation: {
        operation: 'create',
        data: { title, start: '2027-01-15T10:00', durationMinutes: 30 },
        allowConflicts: true,
        idempotencyKey: title,
      },
    },
    at,
  );

const titles = async (cluster: Cluster, at?: number) => {
  const query = { type: 'events', filters: { when: '2027-01-15' }, fields: ['title'] };
  const { data, notes, error } = await cluster.call('calendar_read', { query }, at);
  return {
    titles: (data?.events as { title: string }[] | undefined)?.map(({ title }) => title),
    notes,
    error,
  };
};

it.skipIf(!isPossible)('goes on reading without its database, and writes again when it is back', async () => {
  const cluster = await startCluster(2);
  expect(await create(cluster, 'before', 0)).toMatchObject({ data: { outcome: 'applied' } });
  expect(await titles(cluster, 1)).toMatchObject({ titles: ['before'] });
  await expect.poll(() => cluster.ready(0)).toEqual([200, { database: 'ok' }]);
  await cluster.stopDatabase();
  await expect.poll(() => cluster.ready(0)).toEqual([503, { database: 'failed' }]);
  // One that starts meanwhile does so, too.
  await cluster.kill(1);
  for (const at of [0, 1]) {
    expect(await titles(cluster, at)).toEqual({
      titles: ['before'],
      notes: expect.arrayContaining([expect.stringContaining('cannot be looked up just now')]),
    });
    expect(await create(cluster, 'away', at)).toMatchObject({
      error: { code: 'UNAVAILABLE', retryable: true, outcome: 'not_applied' },
    });
  }
  // Nothing was sent to the server of the calendars.
  expect(await cluster.stored()).toEqual(new Map([['before', 1]]));
  await cluster.startDatabase();
  await expect.poll(() => cluster.ready(1)).toEqual([200, { database: 'ok' }]);
  expect(await titles(cluster, 0)).toMatchObject({ titles: ['before'], notes: [] });
  expect(await create(cluster, 'away', 1)).toMatchObject({ data: { outcome: 'applied' } });
  expect((await titles(cluster, 0)).titles?.toSorted()).toEqual(['away', 'before']);
  expect(cluster.said()).not.toContain('INTERNAL');
});

it.skipIf(!isPossible)(
  'has no calendars without the database that they are in, and all when it is back',
  async () => {
    const cluster = await startCluster(2, 'database');
    expect(await create(cluster, 'before', 0)).toMatchObject({ data: { outcome: 'applied' } });
    expect(await titles(cluster, 1)).toMatchObject({ titles: ['before'] });
    await cluster.stopDatabase();
    await cluster.kill(1);
    for (const at of [0, 1]) {
      expect(await titles(cluster, at)).toMatchObject({ error: { code: 'UNAVAILABLE', retryable: true } });
      expect(await create(cluster, 'away', at)).toMatchObject({
        error: { code: 'UNAVAILABLE', retryable: true, outcome: 'not_applied' },
      });
    }
    await cluster.startDatabase();
    expect(await titles(cluster, 0)).toMatchObject({ titles: ['before'], notes: [] });
    expect(await create(cluster, 'away', 1)).toMatchObject({ data: { outcome: 'applied' } });
    expect((await titles(cluster, 0)).titles?.toSorted()).toEqual(['away', 'before']);
    expect(await cluster.stored()).toEqual(
      new Map([
        ['before', 1],
        ['away', 1],
      ]),
    );
    expect(cluster.said()).not.toContain('INTERNAL');
  },
);
