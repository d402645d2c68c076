// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { lives, SEED } from '../../../cases.js';
import { sandbox } from '../../../server/stdio-process.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { USERS } from '../../../servers/test-server.js';
import { createOften, processesIn } from '../../local/repeated-creates.js';
import { office, rows } from '../office.js';
import { type Mishap, startChaosProxy } from './proxy.js';

/** 20 with RUNS=4. */
const ROUNDS = lives(5);
const MISHAPS: readonly Mishap[] = [
  { kind: 'pass' },
  { kind: 'lost', how: 'reset' },
  { kind: 'lost', how: 'end' },
  { kind: 'broken', how: 'reset' },
];

describe.each(['radicale', 'cyrus'] as const)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('has one event after a create that five processes repeat, answers lost, with one key and without', async () => {
    const calendar = `Repeated ${randomUUID()}`;
    const href = await makeCalendar(server, calendar);
    const proxy = await startChaosProxy(server.url);
    const { pathname } = new URL(server.url);
    const box = sandbox({
      CALDAV_URL: `${proxy.origin}${pathname}`,
      CALDAV_USERNAME: server.username,
      CALDAV_PASSWORD: server.password,
    });
    const alice = await office(server, USERS[0]);
    onTestFinished(async () => {
      await alice.close();
      await proxy.close();
      box.remove();
      await rawRequest(server, 'DELETE', href);
    });
    const clients = await processesIn(box);
    const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      seed: SEED,
      numRuns: ROUNDS * 100,
    });
    const next = () => random.pop() ?? 0;
    // Each process learns where the calendars are before anything is lost.
    for (const client of clients)
      await client.callTool({ name: 'calendar_read', arguments: { query: { type: 'calendars' } } });
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const keyed = round % 2 === 0;
      const title = `Tea ${round} ${randomUUID()}`;
      const data = { title, calendar, start: '2026-11-25T16:00', durationMinutes: 60 };
      const mutation = { operation: 'create', data, ...(keyed && { idempotencyKey: title }) };
      proxy.plan(
        Array.from({ length: 12 }, () => MISHAPS[Math.floor(next() * MISHAPS.length)] ?? { kind: 'pass' }),
      );
      const { told } = await createOften(clients, mutation, next);
      await proxy.settled();
      expect(await rows(alice.bare(), { title })).toHaveLength(1);
      if (!keyed) expect(told.filter((one) => one === 'applied').length).toBeLessThanOrEqual(1);
    }
  });
});
