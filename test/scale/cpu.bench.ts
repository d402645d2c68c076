/**
 * Prints the processor time of a call, by replicas and users: `npx vitest bench --run test/scale/cpu.bench.ts`
 * (`USERS=10,50,200 REPLICAS=1,2,3 CALLS=1500 EVENTS=100`). Replicas on one machine get no more of it than one would.
 */
import pg from 'pg';
import { bench } from 'vitest';
import { endAll } from '../at-end.js';
import { bearer, type Cluster, callAt, startCluster, tokenOf } from '../replicas/cluster.js';
import { ensureInstalled } from '../servers/install.js';
import { fillCalendars } from './fill-calendars.js';
import { cpuMs } from './process-use.js';

const list = (text: string): readonly number[] => text.split(',').map(Number);
const USERS = list(process.env.USERS ?? '4,24');
const REPLICAS = list(process.env.REPLICAS ?? '1,2');
const CALLS = Number(process.env.CALLS ?? 100);
const EVENTS = Number(process.env.EVENTS ?? 20);
const AT_ONCE = 8;
/** Of ten calls, so many create an event. */
const CREATES = 2;
const USUAL = USERS.at(-1) ?? 1;

const READ = { query: { type: 'events', filters: { when: 'this week' } } };
const create = (n: number) => ({
  mutation: {
    operation: 'create',
    data: { title: `New ${n}`, start: `2026-11-${10 + (n % 20)}T10:00`, durationMinutes: 30 },
    allowConflicts: true,
  },
});

/** Processor time of the connections of a database: what the replicas have PostgreSQL do. */
async function databaseMs(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'calendar-mcp'",
  );
  await client.end();
  return rows.reduce((sum, { pid }) => sum + cpuMs(Number(pid)), 0);
}

/** `CALLS` for each replica, of users in turn, a few at a time: all replicas are as warm then as one alone is. */
async function work(cluster: Cluster, users: readonly string[], from: number): Promise<void> {
  let next = from;
  const ports = cluster.ports();
  const end = from + CALLS * ports.length;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < end; n = next++) {
        const [name, args] =
          n % 10 < CREATES ? (['calendar_write', create(n)] as const) : (['calendar_read', READ] as const);
        const { data, error } = await callAt(ports[n % ports.length] ?? 0, {
          ...{ name, args },
          headers: bearer(tokenOf(users[Math.floor(n / 3) % users.length] ?? '')),
        });
        if (data === undefined) throw new Error(`a call failed: ${JSON.stringify(error)}`);
      }
    }),
  );
}

async function perCall(replicas: number, count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, at) => `user-${at}`);
  const cluster = await startCluster(replicas, 'database', {
    users,
    env: { CALENDAR_LOG: 'warn', CALENDAR_NOW: '2026-11-24T08:00' },
  });
  const [port = 0] = cluster.ports();
  await callAt(port, { name: 'calendar_read', args: READ, headers: bearer(tokenOf(users[0] ?? '')) });
  await fillCalendars(cluster.database, users.slice(1), EVENTS);
  // Every user once at every replica, and the code of all of them is warm.
  for (const one of cluster.ports())
    await Promise.all(
      users.map((user) => callAt(one, { name: 'calendar_read', args: READ, headers: bearer(tokenOf(user)) })),
    );
  await work(cluster, users, 0);
  const spent = async () => ({
    program: cluster.ports().reduce((sum, _, at) => sum + cpuMs(cluster.at(at).child.pid ?? 0), 0),
    database: await databaseMs(cluster.database),
  });
  const before = await spent();
  const begun = performance.now();
  const calls = CALLS * replicas;
  await work(cluster, users, calls);
  const after = await spent();
  const each = (name: 'program' | 'database'): number => (after[name] - before[name]) / calls;
  process.stderr.write(
    `${replicas} replicas, ${count} users: ${each('program').toFixed(2)} ms of processor time a call, and ` +
      `${each('database').toFixed(2)} ms of the database; ${((calls * 1000) / (performance.now() - begun)).toFixed(0)} calls a second\n`,
  );
  await endAll();
}

bench(
  'replicas and users, side by side',
  async () => {
    for (const problem of await ensureInstalled(['postgres'])) throw new Error(problem.join(': '));
    for (const replicas of REPLICAS) await perCall(replicas, USUAL);
    for (const users of USERS.slice(0, -1)) await perCall(1, users);
  },
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
