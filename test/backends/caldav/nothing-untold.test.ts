// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, inject, it, vi } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { lives } from '../../cases.js';
import { deskOver } from '../../engine/service-on-memory.js';
import { PATIENT_COPY } from '../../patience.js';
import { asTold } from '../../properties/untold/as-told.js';
import { ask, memoryAccount } from '../../properties/untold/ask.js';
import { check } from '../../properties/untold/check.js';
import { happenings } from '../../properties/untold/happenings.js';
import { LiveAccount } from '../../properties/untold/live-account.js';
import { type Question, type World, worlds } from '../../properties/untold/random-world.js';
import type { ProvidedServer } from '../../servers/global-setup.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';
import { type ChaosProxy, startChaosProxy } from './chaos/proxy.js';
import { plainClient } from './plain-client.js';

const MINUTE = 60_000;
/** Between any two steps, so that a second belongs to one state of the calendars. */
const STEP = 2000;

const cases = fc.record({
  world: worlds,
  // So that each question compares, or few do.
  freshnessMs: fc.constantFrom(0, MINUTE),
  steps: fc.array(happenings, { minLength: 12, maxLength: 30, size: 'max' }),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Radicale reads what it stores, all but rules; Xandikos takes times that are none. */
const UNREADABLE = {
  radicale: ['DTSTART:20200101T090000Z', 'RRULE:FREQ=DAILY;INTERVAL=0;COUNT=2'],
  xandikos: ['DTSTART:00000101T000000Z'],
};

/** Calendars of this case alone; the others of the account are hidden. */
function marked({ accounts, policy }: World, mark: string): World {
  const { calendars, ...rest } = policy;
  const nameOf = (name: string): string => `${name} ${mark}`;
  const visible = calendars.visible.map((pattern) => (pattern === '*' ? `* ${mark}` : nameOf(pattern)));
  return {
    accounts: accounts.map((account) => ({
      ...account,
      calendars: account.calendars.map((one) => ({ ...one, name: nameOf(one.name) })),
    })),
    policy: { ...rest, calendars: { ...calendars, visible } },
  };
}

async function play(
  server: ProvidedServer & { readonly name: keyof typeof UNREADABLE },
  proxy: ChaosProxy,
  { world, freshnessMs, steps }: Case,
) {
  const mark = randomUUID().slice(0, 8);
  const { accounts, policy } = marked(world, mark);
  const [first, ...others] = accounts;
  if (first === undefined) throw new Error('a world without accounts');
  const hrefs = await Promise.all(first.calendars.map(({ name }) => makeCalendar(server, name)));
  const calendars = first.calendars.map(({ name }, at) => ({
    name,
    at: plainClient(server, hrefs[at] ?? ''),
    unreadable: UNREADABLE[server.name],
  }));
  const taken = new Set(
    others.flatMap((one) => one.calendars.flatMap((c) => c.events.map(({ hour }) => hour))),
  );
  const live = new LiveAccount(first.name, calendars, Date.now, taken);
  const opened = await openStore();
  const account = createMirroredBackend(
    createCalDavBackend({ ...server, name: first.name, url: proxy.origin + new URL(server.url).pathname }),
    { ...{ store: opened.store, indexer: indexer(), log: SILENT, ...PATIENT_COPY, freshnessMs } },
  );
  const failedAt = new Map<string, number>();
  proxy.decide(async ({ path }) => {
    const away = live.calendars.find(
      ({ fails }, at) => fails && path.startsWith(new URL(hrefs[at] ?? '').pathname),
    );
    if (!live.fails && away === undefined) return { kind: 'pass' };
    failedAt.set(live.fails ? live.name : (away?.name ?? ''), Date.now());
    return { kind: 'refused', status: 502 };
  });
  try {
    const desk = deskOver([account, ...others.map(memoryAccount)], { policy });
    await live.fill(first);
    const visible = [`* ${mark}`];
    const owner = { ...POLICIES.trusted, calendars: { ...POLICIES.trusted.calendars, visible } };
    await deskOver([account], { policy: owner }).write({ mutation: { operation: 'sync' } });
    await live.happen({ what: 'account', fails: first.fails });
    for (const [at, { fails }] of first.calendars.entries())
      await live.happen({ what: 'calendar', calendar: at, fails });
    for (const step of steps) {
      vi.setSystemTime(Date.now() + STEP + (step.what === 'wait' ? step.seconds * 1000 : 0));
      if (step.what === 'ask') await judge({ ...step.question, ...named(step.question, mark) });
      else if (step.what !== 'wait') await live.happen(step);
    }

    async function judge(question: Question): Promise<void> {
      const at = Date.now();
      const told = await ask(desk, question);
      const possible = asTold(live, { question, told, at, freshnessMs, failedAt });
      const failures: unknown[] = [];
      for (const one of possible) {
        try {
          check({ accounts: [one, ...others], policy }, question, told);
          return;
        } catch (failure) {
          failures.push(failure);
        }
      }
      throw failures[0] ?? new Error('an answer of no time');
    }
  } finally {
    await account.close();
    opened.close();
    await Promise.all(hrefs.map((href) => rawRequest(server, 'DELETE', href)));
  }
}

const named = ({ calendar }: Question, mark: string) =>
  calendar === undefined ? {} : { calendar: `${calendar} ${mark}` };

afterEach(() => void vi.useRealTimers());

describe.each(['radicale', 'xandikos'] as const)('an answer about %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('has all that it is about as another client has left it, or names what is missing', async () => {
    const proxy = await startChaosProxy(server.url);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await fc.assert(
        fc.asyncProperty(cases, (one) => play({ ...server, name }, proxy, one)),
        { numRuns: lives(10), endOnFailure: true },
      );
    } finally {
      await proxy.close();
    }
  });
});
