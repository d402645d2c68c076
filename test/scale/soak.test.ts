// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { bearer, type Cluster, callAt, isPossible, startCluster, tokenOf } from '../replicas/cluster.js';
import { beginSession, send } from '../server/http/http-server.js';
import { cpuMs, metricsOf, openHandles, residentMegabytes } from './process-use.js';

/** Seconds by default. The long form: `MINUTES=60 npx vitest run --project database test/scale/soak.test.ts`. */
const MINUTES = Number(process.env.MINUTES ?? 0.1);
/** So many samples in each half. */
const SAMPLES = 10;
const REPLICAS = 2;
const CONNECTIONS = 4;
const PAUSE_MS = 100;
/** Memory says nothing before caches are full. */
const LONG_MINUTES = 30;
const GROWTH = 1.05;
/** Little, so that what is garbage is collected and what is kept is seen. */
const HEAP = '--max-old-space-size=96';
const users = Array.from({ length: 10 }, (_, at) => `user-${at}`);

/** An answer that did not come. A busy machine lets a connection go now and then. */
class Lost extends Error {}
/** Of so many sessions, one may end so. */
const FEW = 1000;

interface Sample {
  readonly megabytes: number;
  /** Of objects. */
  readonly heap: number;
  readonly handles: number;
  readonly timers: number;
}

/** A session that goes from replica to replica; of what it does, and of itself, nothing is left when it is over. */
async function live(cluster: Cluster, user: string, n: number): Promise<void> {
  const ports = cluster.ports();
  const headers = await beginSession(cluster.at(n % REPLICAS), bearer(tokenOf(user)));
  let turn = n;
  const call = async (name: string, args: object) => {
    const port = ports[turn++ % ports.length] ?? 0;
    const { data, error, lost } = await callAt(port, { name, args, headers });
    if (lost !== undefined) throw new Lost(lost);
    if (data === undefined) throw new Error(`a call failed: ${JSON.stringify({ args, error })}`);
    return data;
  };
  const title = `Event ${n}`;
  const write = (mutation: object) => call('calendar_write', { mutation });
  const read = (query: object) => call('calendar_read', { query: { type: 'events', ...query } });
  const start = `2026-12-${String(1 + (n % 28)).padStart(2, '0')}T10:00`;
  const recurrence = n % 3 === 0 ? { recurrence: { frequency: 'daily', count: 5 } } : {};
  await write({
    ...{ operation: 'create', data: { title, start, durationMinutes: 30, ...recurrence } },
    ...{ allowConflicts: true, idempotencyKey: title },
  });
  await read({ filters: { when: '2026-12' } });
  await write({ operation: 'update', filters: { title }, changes: { location: 'B' }, scope: 'all' });
  await read({ mode: 'search', filters: { text: title } });
  await call('calendar_analyze', { analysis: { type: 'availability', scope: { when: '2026-12-01' } } });
  const { undoToken } = await write({ operation: 'delete', filters: { title } });
  await write({ operation: 'undo', undoToken });
  await write({ operation: 'delete', filters: { title }, soft: false });
  await send(cluster.at((n + 1) % REPLICAS), { method: 'DELETE', headers });
}

async function sampled(cluster: Cluster): Promise<readonly Sample[]> {
  return Promise.all(
    cluster.ports().map(async (_, at) => {
      const program = cluster.at(at);
      const { pid = 0 } = program.child;
      const sample = await metricsOf(program);
      return {
        megabytes: residentMegabytes(pid),
        heap: sample('nodejs_heap_size_used_bytes') / 2 ** 20,
        handles: openHandles(pid),
        timers: sample('nodejs_active_resources{type="Timeout"}'),
      };
    }),
  );
}

/** What the replicas have at the database. */
async function heldBy(url: string): Promise<{ readonly connections: number; readonly locks: number }> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'calendar-mcp') AS connections,
      (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`,
  );
  await client.end();
  return rows[0];
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

it.skipIf(!isPossible)(
  `${MINUTES} minutes of calls leave nothing behind`,
  async () => {
    const cluster = await startCluster(REPLICAS, 'database', {
      users,
      http: { metrics: '127.0.0.1:0' },
      env: { CALENDAR_LOG: 'info', NODE_OPTIONS: HEAP },
      connections: CONNECTIONS,
    });
    let [isOver, lives] = [false, 0];
    const lost: string[] = [];
    const living = Promise.all(
      users.slice(0, 4).map(async (_, at) => {
        for (let n = at; !isOver; n += 4) {
          try {
            await live(cluster, users[n % users.length] ?? '', n);
            lives++;
          } catch (error) {
            if (!(error instanceof Lost)) throw error;
            // Of a program that has ended, the reason is what it said last.
            const ended = cluster.ended();
            if (ended !== undefined) throw new Error(ended);
            lost.push(error.message);
          }
          await sleep(PAUSE_MS);
        }
      }),
    );
    const samples: (readonly Sample[])[] = [];
    while (samples.length < 2 * SAMPLES) {
      await Promise.race([sleep((MINUTES * 60_000) / (2 * SAMPLES)), living]);
      const sample = await sampled(cluster);
      const sizes = sample.map(
        ({ megabytes, heap }) => `${megabytes.toFixed(0)} MB (${heap.toFixed(0)} of objects)`,
      );
      process.stderr.write(`${lives} sessions: ${sizes.join(', ')}\n`);
      samples.push(sample);
    }
    isOver = true;
    await living;
    const mostOf = (at: number, name: keyof Sample): number =>
      Math.max(...samples.slice(0, SAMPLES).map((all) => all[at]?.[name] ?? 0));
    // Connections of the calls themselves end.
    const isAtRest = async () =>
      (await sampled(cluster)).every(
        ({ handles, timers }, at) => handles <= mostOf(at, 'handles') && timers <= mostOf(at, 'timers'),
      );
    await expect.poll(isAtRest).toBe(true);
    const [last, held] = [await sampled(cluster), await heldBy(cluster.database)];
    for (let at = 0; at < REPLICAS; at++) {
      const of = (name: keyof Sample) => samples.map((all) => all[at]?.[name] ?? 0);
      const megabytes = of('megabytes');
      const [before, after] = [mean(megabytes.slice(SAMPLES, SAMPLES + 3)), mean(megabytes.slice(-3))];
      process.stderr.write(
        `replica ${at}: ${megabytes.map((one) => one.toFixed(0)).join(' ')} MB (second half × ${(after / before).toFixed(3)}), ` +
          `${of('handles').join(' ')} handles, ${of('timers').join(' ')} timers; at rest ${last[at]?.handles} and ${last[at]?.timers}; ` +
          `${(cpuMs(cluster.at(at).child.pid ?? 0) / 1000).toFixed(0)} s of processor time\n`,
      );
      if (MINUTES >= LONG_MINUTES) expect(after / before).toBeLessThan(GROWTH);
    }
    process.stderr.write(
      `${lives} sessions of 8 calls, ${JSON.stringify(lost)} cut off; ${JSON.stringify(held)} at the database\n`,
    );
    expect(lives).toBeGreaterThan(0);
    expect(lost.length).toBeLessThanOrEqual(Math.ceil(lives / FEW) - 1);
    expect(held.locks).toBe(0);
    expect(held.connections).toBeLessThanOrEqual(REPLICAS * (CONNECTIONS + 1));
  },
  2 * 3_600_000,
);
