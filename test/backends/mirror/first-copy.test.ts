// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MirrorStore } from '../../../src/ports/mirror-store.js';
import { never, required } from '../../conformance/subject.js';
import { type OpenedStore, openStore } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import { MULTISTATUS_HEAD } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named, WEEK } from './account.js';
import { GOOD } from './sync-habits.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

const MANY = Array.from({ length: 160 }, (_, n) => `event-${n}.ics`);
/** Parts that are fetched at the same time, each of 50. */
const AT_ONCE = 2;

let server: SyncServer;
let opened: OpenedStore;
let account: ReturnType<typeof mirroredAccount>;
let clock: number;

beforeEach(async () => {
  server = await startSyncServer();
  opened = await openStore();
  clock = Date.parse('2026-11-20T12:00:00Z');
  for (const name of MANY) server.put(name);
  open();
});
afterEach(async () => {
  await account.close();
  opened.close();
  await server.close();
});

/** As a process that has just begun. */
function open(store: MirrorStore = opened.store, options: Parameters<typeof mirroredAccount>[2] = {}): void {
  const schedule = () => () => undefined;
  account = mirroredAccount(server, { store }, { now: () => clock, schedule, ...options });
  account.startSync();
}

const isMultiget = (body: string): boolean => body.includes('calendar-multiget');
const multigets = (): number => server.requests.filter(({ body }) => isMultiget(body)).length;
const isAll = (body: string): boolean =>
  body.includes('calendar-query') && body.includes('calendar-data') && !body.includes('time-range');
const hrefsIn = (body: string): number => body.match(/<D:href>/g)?.length ?? 0;

/** The calendar is too large for one answer, and after some parts nothing comes any more. */
function endless(parts = 2): void {
  server.fault = ({ request, answer }) => {
    if (isAll(request.body)) {
      const cut =
        '<D:response><D:href>/home/cal/</D:href><D:status>HTTP/1.1 507 Full</D:status></D:response>';
      answer({ status: 207, body: `${MULTISTATUS_HEAD}${cut}</D:multistatus>` });
      return true;
    }
    return isMultiget(request.body) && multigets() > parts;
  };
}

/** A copy of which some is there, and whose process then ends. */
async function interrupted(store?: MirrorStore): Promise<void> {
  await account.close();
  endless();
  open(store);
  await ask(account, { range: WEEK });
  // Whoever asks for the next part has put away the last one.
  await expect.poll(multigets).toBe(2 + AT_ONCE);
  await account.close();
  server.fault = undefined;
  server.asked();
  clock += 1;
}

/** The copy as it is, without a question to the server. */
async function copied() {
  await ask(account, { range: WEEK });
  await expect.poll(async () => (await account.mirror.status())[0]?.state).toBe('complete');
  return named(await ask(account));
}

describe('a first copy that was interrupted', () => {
  it('goes on in the next process, which fetches what is missing', async () => {
    await interrupted();
    const before = server.requests.length;
    open();
    expect(await copied()).toEqual(server.stored());
    const bodies = server.requests.slice(before).map(({ body }) => body);
    const fetched = bodies.filter(isMultiget).reduce((sum, body) => sum + hrefsIn(body), 0);
    expect(fetched).toBe(MANY.length - AT_ONCE * 50);
    expect(server.asked().filter((name) => name === 'all')).toEqual([]);
  });

  it('has what others changed, made and deleted in between, whatever the versions say', async () => {
    server.habits = { ...GOOD, versions: 'counted' };
    for (const name of MANY) server.remove(name);
    for (const name of MANY) server.put(name);
    await interrupted();
    server.put('event-0.ics', eventText('event-0', 'Changed'));
    server.remove('event-1.ics');
    server.put('event-1.ics', eventText('event-1', 'Made anew under the same version'));
    server.remove('event-2.ics');
    server.put('new.ics');
    open();
    expect(await copied()).toEqual(server.stored());
  });

  it('goes on without tokens, by the versions alone', async () => {
    server.habits = { ...GOOD, report: 'unknown' };
    await interrupted();
    server.put('event-0.ics', eventText('event-0', 'Changed'));
    server.remove('event-2.ics');
    open();
    expect(await copied()).toEqual(server.stored());
    expect(server.asked().filter((name) => name === 'multiget').length).toBeLessThan(5);
  });

  it('is taken over from a process that was killed', async () => {
    await interrupted(await opened.again('ended'));
    open();
    expect(await copied()).toEqual(server.stored());
    expect(server.asked()).not.toContain('all');
  });

  it('is left to a process that still makes it', async () => {
    await interrupted(await opened.again());
    open();
    expect(await copied()).toEqual(server.stored());
    expect(server.asked()).toContain('all');
  });

  it('goes on after a failure, when the calendar is tried again', async () => {
    endless();
    const hang = server.fault;
    server.fault = (context) => {
      if (isMultiget(context.request.body) && multigets() > 2) {
        context.answer({ status: 503 });
        return true;
      }
      return hang?.(context) === true;
    };
    await ask(account, { range: WEEK });
    await expect.poll(multigets).toBeGreaterThan(2);
    await expect.poll(async () => (await account.mirror.status())[0]?.state).toBe('none');
    server.fault = undefined;
    clock += 61_000;
    server.asked();
    expect(await copied()).toEqual(server.stored());
    expect(server.asked()).not.toContain('all');
  });

  it('is begun anew by who asks for everything anew', async () => {
    await interrupted();
    open();
    const ids = (await account.calendars({ signal: never })).map(({ id }) => id);
    const [report] = await account.mirror.sync(
      { calendarIds: ids.slice(0, 1), full: true },
      { signal: never },
    );
    expect(report).toMatchObject({ added: MANY.length });
    expect(server.asked()).toContain('all');
  });
});

describe('what happens while the first copy is made', () => {
  /** Answers as things were when it was asked. */
  function holding(): () => void {
    let release = (): void => undefined;
    server.fault = ({ request, apply, answer }) => {
      const isCopy = request.body.includes('calendar-query') && !request.body.includes('time-range');
      if (!isCopy) return false;
      const then = apply();
      release = () => answer(then);
      return true;
    };
    return () => {
      server.fault = undefined;
      release();
    };
  }
  const begun = () =>
    expect
      .poll(() => server.requests.some(({ body }) => /calendar-query/.test(body) && !/time-range/.test(body)))
      .toBe(true);

  it('is not missed: the next comparison has what others changed', async () => {
    const release = holding();
    await ask(account, { range: WEEK });
    await begun();
    server.put('new.ics');
    server.remove('event-3.ics');
    release();
    await copied();
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it.each(['all of it', 'a time of it'] as const)(
    'is in the answer to who asks for %s after another replica has written, however old the copy is that they wait for',
    async (asked) => {
      let count = 0;
      await account.close();
      const writes = { read: async () => count, raise: async () => ++count };
      open(opened.store, { writes });
      const release = holding();
      await ask(account, { range: WEEK });
      await begun();
      server.put('new.ics');
      count++;
      const isSilent = server.fault;
      server.fault = (context) => context.request.body.includes('time-range') || isSilent?.(context) === true;
      const before = server.requests.length;
      const answer = ask(account, asked === 'all of it' ? {} : { range: WEEK });
      const isWaiting = asked === 'all of it' ? 'PROPFIND' : 'REPORT';
      await expect
        .poll(() => server.requests.slice(before).some(({ method }) => method === isWaiting))
        .toBe(true);
      release();
      expect(named(await answer)).toEqual(server.stored());
    },
  );

  it('is in the copy and on the server, where it was written here', async () => {
    const release = holding();
    await ask(account, { range: WEEK });
    await begun();
    const calendar = required((await account.calendars({ signal: never }))[0]);
    const ics = eventText('ours', 'Written meanwhile');
    const create = { kind: 'create', calendar, uid: 'ours', ics } as const;
    await account.apply(account.target.compileWrite(create, 'ours.ics'), { signal: never });
    release();
    const found = await copied();
    expect(found.get('ours.ics')).toBe(ics);
    expect(found).toEqual(server.stored());
  });

  it('is made by two processes without either spoiling it', async () => {
    const second = mirroredAccount(server, { store: await opened.again() }, { now: () => clock });
    await Promise.all([ask(account), ask(second), ask(account, { range: WEEK })]);
    for (const one of [account, second]) expect(named(await ask(one))).toEqual(server.stored());
    await second.close();
  });
});

describe('a first copy of a calendar that its server is slow with', () => {
  const SLOW_MS = 1500;

  /** As in a process of its own, with little patience. */
  async function hurried(isSlow: (body: string) => boolean): Promise<void> {
    await account.close();
    server.fault = ({ request }) => isSlow(request.body);
    open(opened.store, { deadlineMs: SLOW_MS });
  }

  it('is made without what tells of changes, which is asked for again by who compares it', async () => {
    await hurried((body) => body.includes('getctag'));
    expect(await copied()).toEqual(server.stored());
    server.fault = undefined;
    server.put('event-0.ics', eventText('event-0', 'Changed'));
    server.remove('event-1.ics');
    clock += 1;
    expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
    server.asked();
    clock += 1;
    server.put('event-0.ics', eventText('event-0', 'Changed again'));
    expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  });

  it('is fetched in parts where everything at once takes too long', async () => {
    await hurried(isAll);
    expect(await copied()).toEqual(server.stored());
    expect(server.asked()).toContain('multiget');
  });

  it('fails in the end: questions about a time are answered as before', async () => {
    const { family: _, ...others } = GOOD;
    server.habits = { ...others, family: 'radicale' };
    await hurried((body) => body.includes('calendar-query') && !body.includes('time-range'));
    await ask(account, { range: WEEK });
    await expect.poll(() => server.asked().includes('etags')).toBe(true);
    await expect.poll(async () => (await account.mirror.status())[0]?.state).toBe('none');
    server.asked();
    const result = await ask(account, { range: WEEK });
    expect([named(result).size, result.lacking]).toEqual([MANY.length, expect.any(String)]);
    expect(server.asked()).toEqual(['window']);
  });
});
