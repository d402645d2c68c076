// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseLocks } from '../../../src/state/database/database-locks.js';
import { PATIENCE_MS } from '../../patience.js';
import { asAdmin, freshDatabase, open, SILENT, server } from './fresh-database.js';

/** The queues of one replica. */
function replica(url: string, patienceMs = PATIENCE_MS) {
  const warnings: string[] = [];
  const log = { ...SILENT, warn: (message: string) => warnings.push(message) };
  const locks = createDatabaseLocks(open(url), log, patienceMs);
  onTestFinished(() => locks.close());
  return { queue: locks.queueOf('ana'), other: locks.queueOf('ben'), warnings };
}

/** Work that goes on until it is ended. */
function held() {
  let end: () => void = () => undefined;
  let begin: () => void = () => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const run = () => {
    begin();
    return work;
  };
  return { begun, run, end: () => end() };
}

const ENDED = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe.skipIf(server === null)('turns in writing over replicas', () => {
  it('are taken one after another, failures included', async () => {
    const url = await freshDatabase();
    const replicas = [1, 2, 3].map(() => replica(url));
    let [running, most, done] = [0, 0, 0];
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) =>
        replicas[at % 3]?.queue('a', async () => {
          most = Math.max(most, ++running);
          await sleep(1);
          running--;
          done++;
          if (at % 5 === 0) throw new Error('no');
        }),
      ),
    );
    expect([most, done]).toEqual([1, 30]);
  });

  it('do not hold up other keys and other users', async () => {
    const url = await freshDatabase();
    const [one, two] = [replica(url), replica(url)];
    const first = held();
    const holding = one.queue('a', first.run);
    await first.begun;
    await two.queue('b', async () => undefined);
    await two.other('a', async () => undefined);
    await one.queue('c', () => one.queue('d', async () => undefined));
    first.end();
    await holding;
  });

  it('end with an error where another replica takes too long, or the caller has left', async () => {
    const url = await freshDatabase();
    const [one, two] = [replica(url), replica(url, 50)];
    const first = held();
    const holding = one.queue('a', first.run);
    await first.begun;
    await expect(two.queue('a', async () => undefined)).rejects.toMatchObject({
      code: 'LOCKED',
      retryable: true,
      info: { outcome: 'not_applied' },
    });
    const leaving = AbortSignal.abort();
    await expect(two.queue('a', async () => undefined, leaving)).rejects.toMatchObject({ code: 'CANCELLED' });
    first.end();
    await holding;
    // One replica gives the lock back after its work.
    const again = () => two.queue('a', async () => 'mine').catch(() => 'locked');
    await expect.poll(again).toBe('mine');
  });

  it('of a replica whose connection has ended go to the next one, which it says', async () => {
    const url = await freshDatabase();
    const [one, two] = [replica(url), replica(url)];
    const first = held();
    const holding = one.queue('a', first.run);
    await first.begun;
    await asAdmin(url, ENDED);
    expect(await two.queue('a', async () => 'mine')).toBe('mine');
    first.end();
    await holding;
    await expect.poll(() => one.warnings).toEqual([expect.stringContaining('has ended')]);
    expect(await one.queue('a', async () => 'again')).toBe('again');
  });

  it('are not taken where the database is away', async () => {
    const { queue } = replica('postgres://nobody@127.0.0.1:1/none');
    let isDone = false;
    await expect(queue('a', async () => (isDone = true))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      info: { outcome: 'not_applied' },
    });
    expect(isDone).toBe(false);
  });
});
