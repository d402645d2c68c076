// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Cluster, type Heard, isPossible, startCluster } from './cluster.js';

const WITHIN_MS = 5000;
/** A machine that has much else to do is slow at everything. */
const ORDINARY_CALLS = 20;

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

/** Milliseconds until a call works. */
async function untilItWorks(call: () => Promise<Heard>): Promise<number> {
  const start = performance.now();
  while ((await call()).data === undefined) await sleep(20);
  return performance.now() - start;
}

it.skipIf(!isPossible)('works again within seconds after its database was away', async () => {
  const cluster = await startCluster(2);
  const ordinary = await untilItWorks(() => write(cluster, 'ordinary'));
  const bound = Math.max(WITHIN_MS, ORDINARY_CALLS * ordinary);
  for (const [round, awayMs] of [0, 1500, 4000].entries()) {
    await cluster.stopDatabase();
    let isAway = true;
    // Who goes on asking meanwhile must not make it later.
    const asking = (async () => {
      for (let n = 0; isAway; n++) {
        await Promise.all([write(cluster, `away ${round} ${n}`), readState(cluster)]);
        await sleep(50);
      }
    })();
    await sleep(awayMs);
    await cluster.startDatabase();
    const [reads, writes] = await Promise.all([
      untilItWorks(() => readState(cluster)),
      untilItWorks(() => write(cluster, `back ${round}`)),
    ]);
    isAway = false;
    await asking;
    const ms = (time: number): string => `${Math.round(time)} ms`;
    process.stderr.write(
      `away for ${ms(awayMs)}: state is read ${ms(reads)} and written ${ms(writes)} after\n`,
    );
    expect(reads).toBeLessThan(bound);
    expect(writes).toBeLessThan(bound);
  }
});
