import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MirrorOptions } from '../../../src/backends/mirror/mirrored-backend.js';
import { deskOver } from '../../engine/service-on-memory.js';
import { type OpenedStore, openStore } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import type { Fault } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named, WEEK } from './account.js';
import { GOOD, type SyncHabits } from './sync-habits.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

const DISCOVERY = ['PROPFIND', 'PROPFIND', 'PROPFIND'];
/** The list of the calendars with what tells of changes, and everything. */
const COPY = ['PROPFIND', 'all'];
const WINDOW = [...DISCOVERY, 'OPTIONS', 'window'];

let server: SyncServer;
let opened: OpenedStore;
let account: ReturnType<typeof mirroredAccount>;

beforeEach(async () => {
  server = await startSyncServer();
  opened = await openStore();
  server.put('one.ics');
  server.put('far.ics', eventText('far', 'Far away', ['DTSTART:20300101T090000Z', 'DTEND:20300101T100000Z']));
});
afterEach(async () => {
  await account.close();
  opened.close();
  await server.close();
});

/** As in a server process, which outlives its questions; without its rounds. */
function serving(options: Partial<MirrorOptions> = {}): void {
  account = mirroredAccount(server, opened, { schedule: () => () => undefined, ...options });
  account.startSync();
}

/** As in a command of the shell. */
function once(): void {
  account = mirroredAccount(server, opened);
}

const names = (result: Parameters<typeof named>[0]): string[] => [...named(result).keys()].sort();
const copied = () => expect.poll(async () => (await account.mirror.status())[0]?.state).toBe('complete');
const isCopy = (body: string): boolean => body.includes('calendar-query') && !body.includes('time-range');
const hangOn =
  (test: (body: string) => boolean): Fault =>
  ({ request }) =>
    test(request.body);

/** Holds back answers until it is called. */
function holding(test: (body: string) => boolean): () => void {
  const held: (() => void)[] = [];
  server.fault = ({ request, apply, answer }) => {
    if (!test(request.body)) return false;
    held.push(() => answer(apply()));
    return true;
  };
  return () => {
    server.fault = undefined;
    for (const release of held) release();
  };
}

describe('a question about a time', () => {
  it('is answered by the server, and then the calendar is copied', async () => {
    serving();
    const result = await ask(account, { range: WEEK });
    expect(names(result)).toContain('one.ics');
    expect(result.lacking).toBeUndefined();
    await copied();
    expect(server.asked()).toEqual([...WINDOW, ...COPY]);
    // What tells of changes costs servers as much as an answer: it is asked for with the copy.
    const listings = server.requests.filter(({ url, headers }) => url === '/home/' && headers.depth === '1');
    expect(listings.map(({ body }) => /getctag/.test(body))).toEqual([false, true]);
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual([]);
  });

  it('is not kept waiting by the copy, nor is the next one', async () => {
    serving();
    const release = holding(isCopy);
    await ask(account, { range: WEEK });
    await expect.poll(() => server.requests.some(({ body }) => isCopy(body))).toBe(true);
    expect((await account.mirror.status())[0]?.state).toBe('filling');
    server.asked();
    expect(names(await ask(account, { range: WEEK }))).toContain('one.ics');
    expect(server.asked()).toEqual(['window']);
    release();
    await copied();
  });

  it('is answered by the copy where the server takes too long over it', async () => {
    serving({ patienceMs: 50 });
    server.fault = hangOn((body) => body.includes('time-range'));
    expect(names(await ask(account, { range: WEEK }))).toEqual(['one.ics']);
  });

  it('is answered by the copy where the server gives no answer that can be read', async () => {
    serving();
    server.fault = ({ request, answer }) => {
      const isWindow = request.body.includes('time-range');
      if (isWindow) answer({ status: 207, body: '<cut' });
      return isWindow;
    };
    expect(names(await ask(account, { range: WEEK }))).toEqual(['one.ics']);
  });

  it('fails at once where the account is refused, and nothing more is asked', async () => {
    serving();
    server.fault = ({ request, answer }) => {
      if (request.method === 'REPORT') answer({ status: 401 });
      return request.method === 'REPORT';
    };
    await expect(ask(account, { range: WEEK })).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    expect(server.asked().filter((name) => name === 'all')).toEqual([]);
  });

  it('has its answer whatever becomes of the copy, which then is left alone for a while', async () => {
    serving();
    server.fault = ({ request, answer }) => {
      if (isCopy(request.body)) answer({ status: 207, body: '<cut' });
      return isCopy(request.body);
    };
    expect(names(await ask(account, { range: WEEK }))).toContain('one.ics');
    await expect.poll(async () => (await account.mirror.status())[0]?.state).toBe('none');
    await expect.poll(() => server.requests.some(({ body }) => isCopy(body))).toBe(true);
    server.asked();
    expect(names(await ask(account, { range: WEEK }))).toContain('one.ics');
    expect(server.asked()).toEqual(['window']);
  });

  it('may be given up: the calendar is copied all the same', async () => {
    serving();
    const release = holding((body) => body.includes('time-range'));
    const leaving = new AbortController();
    const left = ask(account, { range: WEEK, signal: leaving.signal });
    await expect.poll(() => server.requests.some(({ body }) => body.includes('time-range'))).toBe(true);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    await copied();
    release();
  });

  it('ends with the account, and so does the copy', async () => {
    serving();
    server.fault = hangOn(isCopy);
    await ask(account, { range: WEEK });
    await expect.poll(() => server.requests.some(({ body }) => isCopy(body))).toBe(true);
    await account.close();
    expect((await account.mirror.status())[0]?.state).toBe('none');
  });
});

describe('a question about everything', () => {
  it('takes one request after what the copy begins with', async () => {
    serving();
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual([...DISCOVERY, ...COPY]);
  });

  it('waits no longer than there is patience, and says that the copy is being made', async () => {
    serving({ patienceMs: 50 });
    const release = holding(isCopy);
    await expect(ask(account)).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/being copied/),
      info: { suggestion: expect.stringMatching(/filters\.when/), retryAfterMs: expect.any(Number) },
    });
    release();
    await copied();
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
  });

  it('is asked of the server where it cannot be copied', async () => {
    serving();
    let first = true;
    server.fault = ({ request, answer }) => {
      if (!isCopy(request.body) || !first) return false;
      first = false;
      answer({ status: 207, body: '<cut' });
      return true;
    };
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
  });
});

describe('a server that leaves events out when it is asked for a time', () => {
  const like = (habits: Partial<SyncHabits>): void => {
    server.habits = { ...GOOD, ...habits };
  };

  it.each([
    ['sabre', /dates added to a series/],
    ['radicale', /more than 32 days/],
    [undefined, /not known/],
  ] as const)('%s: the first answer says what may be missing, the next has it', async (family, lacking) => {
    const { family: _, ...others } = GOOD;
    server.habits = { ...others, ...(family === undefined ? {} : { family }), loses: ['one.ics'] };
    serving();
    const first = await ask(account, { range: WEEK });
    expect([names(first), first.lacking]).toEqual([['far.ics'], expect.stringMatching(lacking)]);
    await copied();
    const second = await ask(account, { range: WEEK });
    expect([names(second), second.lacking]).toEqual([['one.ics'], undefined]);
  });

  it('is named in the answer of the tool', async () => {
    like({ family: 'sabre' });
    serving();
    const desk = deskOver([account], { calendar: 'cal' });
    const question = { query: { type: 'events', filters: { when: '2026-11-24' } } };
    const { meta } = await desk.read(question);
    expect(meta).toMatchObject({
      sources: [{ calendar: 'cal', mayLack: expect.stringMatching(/dates added to a series/) }],
      notes: [expect.stringMatching(/still being copied.*may be missing/)],
    });
    await copied();
    const again = await desk.read(question);
    expect(again.meta).not.toHaveProperty('notes');
    expect(again.meta).not.toHaveProperty('sources');
  });

  it('is asked for everything where it would find next to nothing', async () => {
    like({ family: 'xandikos', loses: ['one.ics'] });
    serving();
    const result = await ask(account, { range: WEEK });
    expect([names(result), result.lacking]).toEqual([['one.ics'], undefined]);
    expect(server.asked()).toEqual([...DISCOVERY, 'OPTIONS', ...COPY]);
  });

  it('is asked for more where it takes lengths in days for none', async () => {
    like({ family: 'radicale' });
    serving();
    await ask(account, { range: WEEK });
    const asked = server.requests.find(({ body }) => body.includes('time-range'));
    expect(asked?.body).toContain('<C:time-range start="20261021T000000Z" end="20261201T000000Z"/>');
  });

  it('gives a command of the shell nothing less than all, as it has no second answer', async () => {
    like({ family: 'sabre', loses: ['one.ics'] });
    once();
    const result = await ask(account, { range: WEEK });
    expect([names(result), result.lacking]).toEqual([['one.ics'], undefined]);
  });
});
