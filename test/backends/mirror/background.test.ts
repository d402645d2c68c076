// @module-tag slow
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { never, required } from '../../conformance/subject.js';
import { type OpenedStore, openStore, SILENT } from '../../state/mirror/open-store.js';
import type { Fault } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named } from './account.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: SyncServer;
let opened: OpenedStore;
let account: ReturnType<typeof mirroredAccount>;
let clock: number;
/** What is to be done, and after how long. */
let waiting: { readonly work: () => void; readonly ms: number }[];
let scheduled: number;
let warnings: string[];

function open(password?: () => Promise<string>) {
  return mirroredAccount(server, opened, {
    ...(password !== undefined && { password }),
    now: () => clock,
    log: { ...SILENT, warn: (message) => void warnings.push(message) },
    schedule(work, ms) {
      scheduled++;
      const entry = { work, ms };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
  });
}

beforeEach(async () => {
  server = await startSyncServer();
  opened = await openStore();
  clock = Date.parse('2026-11-20T12:00:00Z');
  waiting = [];
  scheduled = 0;
  warnings = [];
  account = open();
  server.put('one.ics');
  await ask(account);
  account.startSync();
  clock += 1;
  server.asked();
});
afterEach(async () => {
  await account.close();
  opened.close();
  await server.close();
});

/** The next round, after its time or after `elapsed`; gives what it asked for. */
async function round(elapsed?: number): Promise<readonly string[]> {
  const [{ work, ms }, ...others] = [required(waiting[0]), ...waiting.slice(1)];
  expect(others).toEqual([]);
  waiting = [];
  const before = scheduled;
  clock += elapsed ?? ms;
  work();
  await expect.poll(() => scheduled).toBe(before + 1);
  return server.asked();
}

const pause = (): number => required(waiting[0]).ms;

const failing =
  (status: number, headers: Record<string, string> = {}): Fault =>
  ({ answer }) => {
    answer({ status, headers });
    return true;
  };

/** The second calendar of the account, known like the first. */
async function knowTheOther(): Promise<void> {
  const other = required(
    (await account.calendars({ signal: never })).find(({ href }) => href.endsWith('/other/')),
  );
  await account.mirror.sync({ calendarIds: [other.id], full: true }, { signal: never });
  clock += 1;
  server.asked();
}

describe('while nothing goes wrong', () => {
  it('every minute what changed is fetched, and asked for with one request when nothing did', async () => {
    expect(pause()).toBe(MINUTE);
    expect(await round()).toEqual(['PROPFIND']);
    for (const name of ['two.ics', 'three.ics', 'four.ics']) server.put(name);
    expect(await round()).toEqual(expect.arrayContaining(['PROPFIND', 'sync']));
    expect((await account.mirror.status())[0]).toMatchObject({ events: 4, asOf: clock });
    expect(pause()).toBe(MINUTE);
    expect(named(await ask(account))).toEqual(server.stored());
    expect(server.asked()).toEqual([]);
  });

  it('once a day everything is fetched, also what no comparison would find', async () => {
    const fullAt = (await account.mirror.status())[0]?.fullAt;
    for (let times = 0; times < 3; times++) await round(DAY / 4);
    expect((await account.mirror.status())[0]?.fullAt).toBe(fullAt);
    expect(await round(DAY / 4)).toEqual(['PROPFIND', 'all']);
    expect((await account.mirror.status())[0]?.fullAt).toBe(clock);
    expect(await round()).toEqual(['PROPFIND']);
  });

  it('two processes on one file ask as often as one', async () => {
    const first = waiting;
    waiting = [];
    const second = open();
    second.startSync();
    const its = required(waiting[0]);
    waiting = first;
    expect(await round()).toEqual(['PROPFIND']);
    const before = scheduled;
    clock += 1000;
    its.work();
    await expect.poll(() => scheduled).toBe(before + 1);
    expect(server.asked()).toEqual([]);
    await second.close();
  });
});

describe('when the clock jumps', () => {
  it('after days asleep there is one round, with everything', async () => {
    server.put('two.ics');
    expect(await round(3 * DAY)).toEqual(['PROPFIND', 'all']);
    expect(waiting).toHaveLength(1);
    expect((await account.mirror.status())[0]).toMatchObject({ events: 2, asOf: clock, fullAt: clock });
    expect(await round()).toEqual(['PROPFIND']);
  });

  it('back, what was compared in the future is compared again', async () => {
    server.put('two.ics');
    expect(await round(-2 * DAY)).toEqual(['PROPFIND', 'all']);
    expect((await account.mirror.status())[0]).toMatchObject({ events: 2, asOf: clock, fullAt: clock });
    expect(await round()).toEqual(['PROPFIND']);
  });
});

describe('an account that fails', () => {
  it('is asked less and less often, and as often as before when it works again', async () => {
    server.fault = failing(500);
    const pauses: number[] = [];
    for (let times = 0; times < 6; times++) {
      expect(await round()).toHaveLength(1);
      pauses.push(pause() / MINUTE);
    }
    expect(pauses).toEqual([2, 4, 8, 15, 15, 15]);
    server.fault = undefined;
    server.put('two.ics');
    await round();
    expect([pause(), (await account.mirror.status())[0]?.events]).toEqual([MINUTE, 2]);
  });

  it('is left alone for as long as it asks for', async () => {
    server.fault = failing(429, { 'Retry-After': '3600' });
    expect(await round()).toHaveLength(1);
    expect(pause()).toBe(60 * MINUTE);
    server.fault = failing(503, { 'Retry-After': '100000000' });
    await round();
    expect(pause()).toBeLessThanOrEqual(DAY);
  });

  it('that refuses the password is not asked again before it has answered a question', async () => {
    server.fault = failing(401);
    expect(await round()).toHaveLength(1);
    expect(warnings).toHaveLength(1);
    expect([await round(), await round(DAY)]).toEqual([[], []]);
    server.fault = undefined;
    server.put('two.ics');
    expect(await round()).toEqual([]);
    await account.calendars({ signal: never, refresh: true });
    await ask(account);
    server.put('three.ics');
    server.asked();
    expect(await round()).not.toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});

describe('an account whose keychain is locked', () => {
  it('has it opened for a question only, never for a round', async () => {
    await account.close();
    let asked = 0;
    let locked = true;
    account = open(async () => {
      asked++;
      if (locked)
        throw new CalendarError('CONFIGURATION', 'The keychain is locked.', { suggestion: 'Open it.' });
      return 'secret';
    });
    waiting = [];
    account.startSync();
    for (let n = 0; n < 4; n++) await round(DAY);
    expect([asked, warnings.length]).toEqual([1, 1]);
    locked = false;
    server.put('two.ics');
    await ask(account);
    server.put('three.ics');
    expect(await round()).not.toEqual([]);
    expect(asked).toBe(2);
  });
});

describe('a calendar that fails', () => {
  it('is asked less and less often, and the others as often as before', async () => {
    await knowTheOther();
    server.fault = (context) =>
      context.request.method === 'REPORT' && context.request.url.includes('/cal/') && failing(500)(context);
    let rounds = 0;
    const asked: number[] = [];
    const other = async () =>
      (await account.mirror.status()).find(({ calendarId }) => calendarId !== broken)?.asOf;
    const broken = required(
      (await account.calendars({ signal: never })).find(({ href }) => href.endsWith('/cal/')),
    ).id;
    server.put('two.ics');
    for (; rounds < 12; rounds++) {
      const requests = await round();
      expect(requests[0]).toBe('PROPFIND');
      if (requests.length > 1) asked.push(rounds);
      expect([pause(), await other()]).toEqual([MINUTE, clock]);
    }
    expect(asked).toEqual([0, 2, 6]);
    server.fault = undefined;
    while ((await round()).length === 1) rounds++;
    expect(named(await ask(account))).toEqual(server.stored());
    expect(rounds).toBeLessThan(16);
  });

  it('as a whole account would, ends a round, and the next one reaches the others', async () => {
    await knowTheOther();
    server.fault = (context) =>
      context.request.method === 'REPORT' && context.request.url.includes('/cal/') && failing(429)(context);
    await round(DAY);
    expect(pause()).toBeGreaterThan(MINUTE);
    await round();
    const known = await account.calendars({ signal: never });
    const other = required(known.find(({ href }) => href.endsWith('/other/'))).id;
    expect((await account.mirror.status()).find(({ calendarId }) => calendarId === other)?.fullAt).toBe(
      clock,
    );
    expect(pause()).toBe(MINUTE);
  });
});

describe('closing', () => {
  it('takes back what is to come, and what comes all the same does nothing', async () => {
    const { work } = required(waiting[0]);
    await account.close();
    expect(waiting).toEqual([]);
    work();
    account.startSync();
    await account.close();
    expect([waiting, server.asked()]).toEqual([[], []]);
  });

  it('ends a round that is on its way', async () => {
    server.fault = ({ request }) => request.method === 'PROPFIND';
    const { work } = required(waiting.shift());
    clock += MINUTE;
    work();
    await expect.poll(() => server.asked()).toEqual(['PROPFIND']);
    await account.close();
    // The round that was on its way has ended as soon as the account is closed.
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(waiting).toEqual([]);
  });
});
