// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Cluster, type Heard, isPossible, startCluster } from './cluster.js';

const write = (cluster: Cluster, title: string) =>
  cluster.call('calendar_write', {
    mutation: {
      operation: 'create',
      data: { title, start: '2027-01-15T10:00', durationMinutes: 30 },
      allowConflicts: true,
      idempotencyKey: title,
    },
  });
const readState = (cluster: Cluster) =>
  cluster.call('calendar_read', { query: { type: 'events', filters: { deleted: true } } });
const works = async (call: Promise<Heard>): Promise<boolean> => (await call).data !== undefined;

it.skipIf(!isPossible)(
  'works again after its database was away, however often it was asked meanwhile',
  async () => {
    const cluster = await startCluster(2);
    for (const [round, refusals] of [0, 10, 30].entries()) {
      await cluster.stopDatabase();
      let refused = 0;
      let isAway = true;
      const asking = (async () => {
        for (let n = 0; isAway; n++) {
          if (!(await works(write(cluster, `away ${round} ${n}`)))) refused++;
          if (!(await works(readState(cluster)))) refused++;
          await sleep(20);
        }
      })();
      await expect.poll(() => refused).toBeGreaterThanOrEqual(refusals);
      await cluster.startDatabase();
      await Promise.all([
        expect.poll(() => works(readState(cluster))).toBe(true),
        expect.poll(() => works(write(cluster, `back ${round}`))).toBe(true),
      ]);
      isAway = false;
      await asking;
    }
  },
);
