// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import type { CallContext } from '../../../src/engine/context/service.js';
import { lives } from '../../cases.js';
import { NOW, serviceOver } from '../../engine/service-on-memory.js';
import { PATIENT_COPY } from '../../patience.js';
import { changesBetween, checkCounted } from '../../properties/counted/check-counted.js';
import { countsIn } from '../../properties/counted/counts-in.js';
import { mutationOf } from '../../properties/counted/mutation-of.js';
import { type Occurrences, occurrencesIn } from '../../properties/counted/occurrences-in.js';
import { calls, othersChanges, policies, seeds, textOf } from '../../properties/counted/random-call.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import type { ProvidedServer } from '../../servers/global-setup.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';
import { type ChaosProxy, startChaosProxy } from './chaos/proxy.js';
import { plainClient } from './plain-client.js';

const MINUTE = 60_000;
const CLOCK = { now: () => Date.parse(NOW), timeZone: () => 'Europe/Berlin' };
const CONTEXT = { signal: new AbortController().signal } as const;
const WRITES = ['PUT', 'DELETE', 'MOVE'];

const cases = fc.record({
  stored: seeds,
  policy: policies,
  call: calls,
  others: othersChanges,
  /** When another client makes its changes: before the token comes back, while the dialog is open, or before our first write arrives. */
  when: fc.constantFrom('never', 'before the token', 'in the dialog', 'in flight'),
  freshnessMs: fc.constantFrom(0, MINUTE),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Two calendars of a case alone, the service in front of them, and another client beside it. */
async function openWorld(server: ProvidedServer, proxy: ChaosProxy, { policy, others, freshnessMs }: Case) {
  const mark = randomUUID().slice(0, 8);
  const [work, home] = [`Work ${mark}`, `Home ${mark}`];
  const hrefs = [await makeCalendar(server, work), await makeCalendar(server, home)] as const;
  const [client, beside] = [plainClient(server, hrefs[0]), plainClient(server, hrefs[1])];
  const visible = [`* ${mark}`];
  const opened = await openStore();
  const account = createMirroredBackend(
    createCalDavBackend({ ...server, url: proxy.origin + new URL(server.url).pathname }),
    { ...{ store: opened.store, indexer: indexer(), log: SILENT, ...PATIENT_COPY, freshnessMs } },
  );
  const state = createMemoryStore(CLOCK);
  const over = (by: Policy) => {
    const settings = {
      policy: { ...by, calendars: { ...by.calendars, visible } },
      defaultCalendar: work,
    };
    return serviceOver([account], settings, undefined, () => state);
  };
  return {
    ...{ work, home, client, person: over(POLICIES.trusted), assistant: over(policy) },
    async held(): Promise<Occurrences> {
      const of = (files: ReadonlyMap<string, string>, name: string) =>
        [...files.values()].flatMap((text) => [...occurrencesIn(text, name)]);
      return new Map([...of(await client.stored(), 'Work'), ...of(await beside.stored(), 'Home')]);
    },
    async meddle(): Promise<void> {
      for (const { what, ...seed } of others) {
        const file = `seed-${seed.n}.ics`;
        if (what === 'put') await client.put(file, textOf(seed));
        else await client.remove(file);
      }
    },
    async close(): Promise<void> {
      await account.close();
      opened.close();
      await Promise.all(hrefs.map((href) => rawRequest(server, 'DELETE', href)));
    },
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

async function play(server: ProvidedServer, proxy: ChaosProxy, one: Case): Promise<string> {
  proxy.plan([]);
  const world = await openWorld(server, proxy, one);
  try {
    for (const seed of one.stored) await world.client.put(`seed-${seed.n}.ics`, textOf(seed));
    return await agree(world, proxy, one);
  } finally {
    await world.close();
  }
}

/** Asks, agrees while another client changes things, and checks what has changed since those. */
async function agree(world: World, proxy: ChaosProxy, { call, policy, when }: Case): Promise<string> {
  const mutation = await mutationOf(call, world);
  let before = await world.held();
  let [sent, isFirst, agrees] = [0, true, false];
  const meddle = async (): Promise<void> => {
    if (!isFirst) return;
    isFirst = false;
    await world.meddle();
    before = await world.held();
  };
  proxy.decide(async ({ method }) => {
    if (!WRITES.includes(method)) return { kind: 'pass' };
    sent++;
    if (agrees && when === 'in flight') await meddle();
    return { kind: 'pass' };
  });
  const write = (more: object, ask?: CallContext['ask']) => {
    const context = ask === undefined ? CONTEXT : { ...CONTEXT, ask };
    return outcomeOf(world.assistant.write({ mutation: { ...mutation, ...more } }, context));
  };
  const question = await write({});
  const pending = question instanceof CalendarError ? question.info.pendingAction : undefined;
  if (pending === undefined) return 'not asked';
  expect(sent, 'written by a question').toBe(0);
  let { description } = pending;
  if (when === 'before the token') await meddle();
  agrees = true;
  const ask = async (text: string) => {
    description = text;
    await meddle();
    return 'agreed' as const;
  };
  const answer = await (when === 'in the dialog' ? write({}, ask) : write({ confirmToken: pending.token }));
  const after = await world.held();
  const isRefused = answer instanceof CalendarError;
  if (!isRefused && (when === 'never' || answer.data.outcome !== 'partly_applied')) {
    checkCounted({ call, policy, description }, before, after);
    return 'as counted';
  }
  // Where each of several stands for itself, those that did not change are named.
  const most = isRefused ? 0 : countsIn(description).total;
  const code = isRefused ? answer.code : 'partly_applied';
  expect(changesBetween(before, after).total, `changed, and ${code}`).toBeLessThanOrEqual(most);
  expect(when, code).not.toBe('never');
  return code;
}

async function outcomeOf(work: Promise<Success>): Promise<Success | CalendarError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
}

describe.each(['radicale', 'xandikos'] as const)('on %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('what a question counts is what changes, or nothing does, whatever another client changes meanwhile', async () => {
    const proxy = await startChaosProxy(server.url);
    const seen = new Map<string, number>();
    try {
      await fc.assert(
        fc.asyncProperty(cases, async (one) => {
          const outcome = await play(server, proxy, one);
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        }),
        { numRuns: lives(20), endOnFailure: true },
      );
      expect(seen.get('as counted')).toBeGreaterThan(0);
    } finally {
      await proxy.close();
    }
  });
});
