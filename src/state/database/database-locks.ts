import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CalendarError } from '../../../schemas/model/error.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { type KeyedQueue, keyedQueue } from '../../concurrency/keyed-queue.js';
import type { Log } from '../../ports/log.js';
import type { Database } from './database.js';
import { databaseError } from './database-error.js';

/** Long enough for another replica's write to a slow server. */
const PATIENCE_MS = 10_000;
const FIRST_WAIT_MS = 4;
const LONGEST_WAIT_MS = 60;
const TRY = 'SELECT pg_try_advisory_lock($1) AS got';
const RELEASE = 'SELECT pg_advisory_unlock($1)';
const NEVER = new AbortController().signal;

export interface DatabaseLocks {
  /** A queue for one user's data, across all replicas. */
  queueOf(owner: string): KeyedQueue;
  close(): Promise<void>;
}

/**
 * Queues across all replicas, by advisory locks. One connection per process holds all its locks and polls for
 * new ones, because waiting would block it. The locks end with it; turns within the process need no lock.
 */
export function createDatabaseLocks(
  database: Pick<Database, 'connect'>,
  log: Log,
  patienceMs = PATIENCE_MS,
): DatabaseLocks {
  const inProcess = keyedQueue();
  const asking = keyedQueue();
  let connection: Promise<pg.Client> | undefined;

  function connected(): Promise<pg.Client> {
    if (connection !== undefined) return connection;
    const opening = database.connect();
    connection = opening;
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    opening.then((client) => client.once('end', forget), forget);
    return opening;
  }

  /** The connection that holds the lock; undefined if another replica has it. */
  async function tryLock(id: bigint): Promise<pg.Client | undefined> {
    const client = await connected();
    try {
      const { rows } = await asking('', () => client.query(TRY, [String(id)]));
      return rows[0]?.got === true ? client : undefined;
    } catch (error) {
      // Without an answer, its locks are unknown.
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async function lock(id: bigint, signal: AbortSignal): Promise<pg.Client> {
    const deadline = performance.now() + patienceMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
      throwIfCancelled(signal, 'not_applied');
      const holder = await tryLock(id);
      if (holder !== undefined) return holder;
      if (performance.now() > deadline) throw busy();
      await sleep(wait * (0.5 + Math.random()));
    }
  }

  async function unlock(id: bigint, holder: pg.Client): Promise<void> {
    if (connection === undefined || (await connection) !== holder) {
      log.warn(
        'The connection that held a lock has ended: another replica may have written at the same time.',
      );
      return;
    }
    await asking('', () => holder.query(RELEASE, [String(id)]));
  }

  return {
    queueOf: (owner) => (key, work, signal) =>
      inProcess(
        `${owner}\n${key}`,
        async () => {
          const id = idOf(owner, key);
          const holder = await lock(id, signal ?? NEVER).catch((error: unknown) => {
            throw databaseError(error).with({ outcome: 'not_applied' });
          });
          try {
            return await work();
          } finally {
            // A connection runs queries in order, so the next one here need not wait.
            unlock(id, holder).catch(() => holder.end().catch(() => undefined));
          }
        },
        signal,
      ),
    async close() {
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}

function idOf(owner: string, key: string): bigint {
  const digest = createHash('sha256')
    .update(JSON.stringify([owner, key]))
    .digest();
  return digest.readBigInt64BE();
}

function busy(): CalendarError {
  return new CalendarError('LOCKED', 'Another replica is writing the same.', {
    outcome: 'not_applied',
    retryAfterMs: 1000,
    suggestion: 'Repeat the call in a moment.',
  });
}
