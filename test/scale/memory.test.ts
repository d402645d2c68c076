// @module-tag database
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bearer, callAt, isPossible } from '../replicas/cluster.js';
import { USERS as LOGINS } from '../servers/test-server.js';
import { metricsOf, residentMegabytes } from './process-use.js';
import { startPeople } from './start-people.js';

/**
 * Short by default. The long form: `USERS=1000 ACTIVE=50 EVENTS=1000 IDLE=1 npx vitest run --project database
 * test/scale/memory.test.ts`. With `IDLE`, it waits until all are closed that were used once.
 */
const USERS = Number(process.env.USERS ?? 20);
const ACTIVE = Number(process.env.ACTIVE ?? 2);
const EVENTS = Number(process.env.EVENTS ?? 100);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const AT_ONCE = 8;
const SHIPPED = ['packaging/container/Dockerfile', 'packaging/service/calendar-mcp.service'];
const LIMIT_MB = 400;
const names = Array.from({ length: USERS }, (_, at) => `user-${at}`);
const active = names.slice(0, ACTIVE);
const [alice, bob] = LOGINS;
const [full, empty] = [
  { ...alice, events: EVENTS },
  { ...bob, events: 0 },
];

/** What the image, which the other ways to start it use, and the unit set. */
function shippedOptions(): string {
  const options = SHIPPED.map((path) => /\bNODE_OPTIONS=(\S+)/.exec(readFileSync(path, 'utf8'))?.[1]);
  expect(new Set(options).size).toBe(1);
  return options[0] ?? '';
}

const WORK = [
  ['calendar_read', { query: { type: 'events', filters: { when: 'this week' } } }],
  ['calendar_read', { query: { type: 'events', filters: { when: 'this year' }, mode: 'count' } }],
  ['calendar_read', { query: { type: 'events', mode: 'search', filters: { text: 'event 47' } } }],
  ['calendar_analyze', { analysis: { type: 'availability', scope: { when: 'next week' } } }],
] as const;

it.skipIf(!isPossible)(
  `one process with ${USERS} users, of whom ${ACTIVE} with ${EVENTS} events each are active, stays below ${LIMIT_MB} MB`,
  async () => {
    const { cluster, tokenOf } = await startPeople(
      1,
      new Map(names.map((name, at) => [name, at < ACTIVE ? full : empty])),
      {
        http: { idleMinutes: 1, metrics: '127.0.0.1:0' },
        env: { CALENDAR_LOG: 'info', CALENDAR_NOW: '2026-11-24T08:00', NODE_OPTIONS: shippedOptions() },
        connections: 10,
      },
    );
    const program = cluster.at(0);
    const [{ pid = 0 }, [port = 0]] = [program.child, cluster.ports()];
    const look = async (when: string): Promise<number> => {
      const sample = await metricsOf(program);
      const rss = residentMegabytes(pid);
      const heap = sample('nodejs_heap_size_used_bytes') / 2 ** 20;
      process.stderr.write(`${when}: ${rss.toFixed(0)} MB, of which ${heap.toFixed(0)} MB of objects\n`);
      return rss;
    };
    const each = async (users: readonly string[], work: (user: string) => Promise<void>) => {
      const waiting = [...users];
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let user = waiting.shift(); user !== undefined; user = waiting.shift()) await work(user);
        }),
      );
    };
    const ask = async (user: string, [name, args]: (typeof WORK)[number]) => {
      for (;;) {
        const { data, error } = await callAt(port, { name, args, headers: bearer(tokenOf(user)) });
        if (data !== undefined) return data;
        // Radicale is slow where many ask at once.
        if (error?.retryable !== true) throw new Error(`a call failed: ${JSON.stringify(error)}`);
      }
    };
    const once = async (user: string) => void (await ask(user, WORK[0]));
    await once(names.at(-1) ?? '');
    await look('at the start');
    await each(names.slice(ACTIVE), once);
    await look('after one call of each user');
    if (process.env.IDLE !== undefined) {
      await sleep(75_000);
      await look('after a minute without calls');
    }
    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await each(active, async (user) => {
        for (const call of WORK) await ask(user, call);
      });
      most = Math.max(most, await look(`after ${round + 1} rounds of the active ones`));
    }
    expect((await ask(active[1] ?? '', WORK[1])).count).toBeGreaterThanOrEqual(EVENTS);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(LIMIT_MB);
  },
  3_600_000,
);
