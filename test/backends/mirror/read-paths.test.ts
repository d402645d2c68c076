import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { identityOf } from '../../../src/backends/caldav/account/discovery-cache.js';
import { never, required } from '../../conformance/subject.js';
import { type OpenedStore, openStore } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import { MULTISTATUS_HEAD } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named, WEEK } from './account.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

const DISCOVERY = ['PROPFIND', 'PROPFIND', 'PROPFIND'];

let server: SyncServer;
let opened: OpenedStore;
let account: ReturnType<typeof mirroredAccount>;
let clock: number;

beforeEach(async () => {
  server = await startSyncServer();
  opened = await openStore();
  clock = Date.parse('2026-11-20T12:00:00Z');
  account = mirroredAccount(server, opened, { now: () => clock });
  server.put('one.ics');
  server.put('far.ics', eventText('far', 'Far away', ['DTSTART:20300101T090000Z', 'DTEND:20300101T100000Z']));
});
afterEach(async () => {
  await account.close();
  opened.close();
  await server.close();
});

/** After the first question, and all it set going. */
async function known(): Promise<void> {
  await ask(account);
  clock += 1;
  server.asked();
}

const names = (result: Parameters<typeof named>[0]): string[] => [...named(result).keys()].sort();

describe('what is known', () => {
  it('answers without a request for a minute', async () => {
    await known();
    clock += 59_000;
    expect(names(await ask(account, { range: WEEK }))).toEqual(['one.ics']);
    expect(server.asked()).toEqual([]);
  });

  it('is compared with one request for all calendars, whoever asks at the same time', async () => {
    await known();
    const [calendar, other] = await account.calendars({ signal: never });
    await account.mirror.sync({ calendarIds: [required(other).id], full: false }, { signal: never });
    server.asked();
    clock += 1;
    const scans = [calendar, other].map((one) =>
      account.target.compileRead(
        { range: WEEK, pushed: [], residual: { kind: 'and', of: [] }, refresh: true },
        required(one),
      ),
    );
    await Promise.all(scans.map((call) => account.scan(call, { signal: never })));
    expect(server.asked()).toEqual(['PROPFIND']);
  });

  it('sees what another client did with two requests, once the minute is over', async () => {
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    server.put('two.ics');
    server.remove('far.ics');
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  });

  it('sees it at once with refresh', async () => {
    for (const name of ['three.ics', 'four.ics', 'five.ics']) server.put(name);
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  });

  it('is compared once for a question that insists, however long ago the last one was', async () => {
    await known();
    for (const wait of [0, 61_000]) {
      clock += wait;
      await ask(account, { refresh: true });
      expect(server.asked()).toEqual(['PROPFIND']);
    }
    const [cal = ''] = (await account.calendars({ signal: never })).map(({ id }) => id);
    clock += 61_000;
    const startedAt = clock;
    await account.calendars({ signal: never, startedAt });
    clock += 1;
    await account.mirror.sync({ calendarIds: [cal], full: false }, { signal: never, startedAt });
    expect(server.asked()).toEqual(['PROPFIND']);
  });

  it('is asked again with refresh after it refused the password, although the calendars come from the copy', async () => {
    await known();
    server.put('two.ics');
    server.fault = ({ answer }) => {
      answer({ status: 401 });
      return true;
    };
    await expect(ask(account, { refresh: true })).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    server.fault = undefined;
    expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
  });

  it('is compared anew for every question, and after a write', async () => {
    await known();
    await ask(account, { refresh: true });
    clock += 1;
    server.put('two.ics');
    expect(names(await ask(account, { refresh: true }))).toContain('two.ics');
    const calendar = required((await account.calendars({ signal: never }))[0]);
    const ics = eventText('mine', 'Mine');
    const patch = { kind: 'create', calendar, uid: 'mine', ics } as const;
    await account.apply(account.target.compileWrite(patch, 'mine.ics'), { signal: never });
    clock += 1;
    server.put('three.ics');
    server.asked();
    await account.mirror.sync({ calendarIds: [calendar.id], full: false }, { signal: never });
    expect(server.asked()[0]).toBe('PROPFIND');
    expect(names(await ask(account))).toContain('three.ics');
  });

  it('is compared after a write that could not be read back: the server may have changed it', async () => {
    await known();
    const calendar = required((await account.calendars({ signal: never }))[0]);
    const ics = eventText('mine', 'Mine');
    server.fault = ({ request, answer }) => {
      if (request.method === 'PUT') {
        Object.assign(request, { body: ics.replace('END:VEVENT', 'CLASS:PUBLIC\r\nEND:VEVENT') });
      }
      if (request.method === 'GET') answer({ status: 502 });
      return request.method === 'GET';
    };
    const patch = { kind: 'create', calendar, uid: 'mine', ics } as const;
    const receipt = await account.apply(account.target.compileWrite(patch, 'mine.ics'), { signal: never });
    expect(receipt).toMatchObject({ unread: true, ics });
    server.fault = undefined;
    clock += 1;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it.each(['given', 'left out'] as const)(
    'sees an event that was made anew under its former version, with texts %s',
    async (texts) => {
      server.habits = { ...server.habits, versions: 'counted', texts };
      for (const name of ['one.ics', 'two.ics', 'three.ics']) {
        server.remove(name);
        server.put(name);
      }
      await known();
      server.remove('one.ics');
      server.put('one.ics', eventText('one', 'Made anew'));
      expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
      const where = { kind: 'text', fields: ['title'], op: 'contains', value: 'made anew' } as const;
      expect(names(await ask(account, { where }))).toEqual(['one.ics']);
    },
  );

  it.each(['given', 'left out'] as const)(
    'sees it beside many others that are not named, too, with texts %s',
    async (texts) => {
      server.habits = { ...server.habits, versions: 'counted', texts };
      for (let n = 0; n < 30; n++) server.put(`other${n}.ics`);
      server.remove('one.ics');
      server.put('one.ics');
      await known();
      server.remove('one.ics');
      server.put('one.ics', eventText('one', 'Made anew'));
      expect(named(await ask(account, { refresh: true }))).toEqual(server.stored());
    },
  );

  it.each(['seconds', 'seconds from the year 1'] as const)(
    'sees two changes in the second that its mark names, with %s',
    async (ctag) => {
      server.habits = { ...server.habits, ctag, versions: 'seconds' };
      server.now = () => clock;
      server.put('one.ics');
      await known();
      for (const title of ['First', 'Second']) {
        clock += 1;
        server.put('one.ics', eventText('one', title));
        expect(named(await ask(account, { refresh: true })), title).toEqual(server.stored());
      }
      clock += 3_600_000;
      server.put('one.ics', eventText('one', 'Third'));
      clock += 3_600_000;
      expect(named(await ask(account))).toEqual(server.stored());
      server.asked();
      clock += 1;
      await ask(account, { refresh: true });
      expect(server.asked()).toEqual(['PROPFIND']);
    },
  );

  it.each([
    ['and no other', false],
    ['and another later', true],
  ])('sees a change in the second of the first copy, %s, where tokens are seconds', async (_, later) => {
    server.habits = { ...server.habits, ctag: 'seconds', versions: 'counted', tokens: 'seconds' };
    server.now = () => clock;
    for (const name of ['one.ics', 'two.ics', 'three.ics', 'far.ics']) {
      server.remove(name);
      server.put(name);
    }
    await known();
    server.remove('one.ics');
    server.put('one.ics', eventText('one', 'Made anew'));
    clock += 61_000;
    if (later) server.put('four.ics');
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('looks at the texts of what it looks at because nothing is named', async () => {
    server.habits = { ...server.habits, ctag: 'none', report: 'good', versions: 'counted' };
    server.remove('one.ics');
    server.put('one.ics');
    await known();
    server.remove('one.ics');
    server.put('one.ics', eventText('one', 'Made anew'));
    server.fault = ({ request, answer }) => {
      const isSync = request.body.includes('sync-collection');
      const token = '<D:sync-token>t99</D:sync-token>';
      if (isSync) answer({ status: 207, body: `${MULTISTATUS_HEAD}${token}</D:multistatus>` });
      return isSync;
    };
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('does not take the mark of an older list for that of what was fetched: it may come back', async () => {
    server.habits = { ...server.habits, ctag: 'content' };
    await known();
    clock += 61_000;
    server.put('two.ics');
    await account.calendars({ signal: never });
    clock += 30_000;
    server.put('gone.ics');
    await ask(account);
    server.remove('gone.ics');
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('that becomes doubtful whenever it is compared is not taken for compared: the server answers', async () => {
    await known();
    const other = await opened.again();
    const [calendar] = await account.calendars({ signal: never });
    const identity = identityOf({ name: 'account', url: `${server.origin}/`, username: 'alice' });
    server.put('two.ics');
    server.fault = ({ request }) => {
      // Somewhere else, writes fail all the time.
      if (request.body.includes('sync-collection')) {
        other.expire({ identity, calendarId: required(calendar).id });
      }
      return false;
    };
    expect(names(await ask(account, { refresh: true }))).toContain('two.ics');
    expect(server.asked().at(-1)).toBe('all');
  });

  it('looks at the rest when the server names about as much as there is', async () => {
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'multiget']);
  });

  it('survives a restart: no request within the minute, none but discovery and comparison after it', async () => {
    await known();
    await account.close();
    account = mirroredAccount(server, { store: await opened.again() }, { now: () => clock });
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual([]);
    clock += 61_000;
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual(DISCOVERY);
  });

  it('belongs to one user of one server', async () => {
    await known();
    await account.close();
    const other = mirroredAccount({ origin: server.origin.replace('127.0.0.1', 'localhost') }, opened, {
      now: () => clock,
    });
    server.fault = ({ answer }) => {
      answer({ status: 401 });
      return true;
    };
    await expect(ask(other)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    await other.close();
  });

  it('is asked by address too, and knows what is gone', async () => {
    const { objects } = await ask(account);
    const hrefs = objects.map(({ href }) => href);
    server.asked();
    expect(await ask(account, { hrefs: [...hrefs, `${hrefs[0]}-not`] })).toMatchObject({
      objects: [{ href: hrefs[0] }, { href: hrefs[1] }],
      missing: [`${hrefs[0]}-not`],
    });
    expect(server.asked()).toEqual([]);
  });

  it('does not wait for a server that hangs longer than it has patience', async () => {
    await known();
    await account.close();
    account = mirroredAccount(server, opened, { now: () => clock, patienceMs: 50 });
    server.fault = () => true;
    clock += 61_000;
    expect(await ask(account)).toMatchObject({ stale: { asOf: clock - 61_001 } });
  });

  it('ends when the caller leaves, and not for those who stay', async () => {
    await known();
    let release = (): void => undefined;
    server.fault = ({ request, apply, answer }) => {
      if (request.method !== 'REPORT' || !request.body.includes('sync')) return false;
      release = () => answer(apply());
      return true;
    };
    server.put('two.ics');
    const leaving = new AbortController();
    const left = ask(account, { refresh: true, signal: leaving.signal });
    const stayed = ask(account, { refresh: true });
    await expect.poll(() => server.requests.some(({ body }) => body.includes('sync-collection'))).toBe(true);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    server.fault = undefined;
    release();
    await expect(stayed).resolves.toBeDefined();
  });
});

describe('a server that does not answer', () => {
  const down = (status: number) => {
    server.fault = ({ answer }) => {
      answer({ status });
      return true;
    };
  };

  it('leaves the answer as it was, and the answer says so', async () => {
    await known();
    const asOf = clock - 1;
    await server.close();
    clock += 3_600_000;
    const result = await ask(account);
    expect(names(result)).toEqual(['far.ics', 'one.ics']);
    expect(result.stale).toMatchObject({ asOf, because: { code: expect.any(String) } });
  });

  it('is left alone for a moment, then asked again', async () => {
    await known();
    down(500);
    clock += 61_000;
    await ask(account);
    server.asked();
    expect((await ask(account)).stale).toBeDefined();
    expect(server.asked()).toEqual([]);
    server.fault = undefined;
    clock += 16_000;
    expect((await ask(account)).stale).toBeUndefined();
  });

  it('is an error for who insists on the server', async () => {
    await known();
    down(500);
    await expect(ask(account, { refresh: true })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('is an error when it refuses the account', async () => {
    await known();
    down(401);
    clock += 61_000;
    await expect(ask(account)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
  });
});

describe('a list that is not complete', () => {
  const many = Array.from({ length: 30 }, (_, n) => `event-${n}.ics`);

  /** The list of ETags names one object. */
  const cut = () => {
    server.fault = ({ request, answer }) => {
      const isList = request.body.includes('calendar-query') && !request.body.includes('calendar-data');
      const one =
        '<D:response><D:href>/home/cal/one.ics</D:href><D:propstat><D:prop/>' +
        '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>';
      if (isList) answer({ status: 207, body: `${MULTISTATUS_HEAD}${one}</D:multistatus>` });
      return isList;
    };
  };

  it('deletes nothing: the server is asked the question itself', async () => {
    for (const name of many) server.put(name);
    server.habits = { ...server.habits, report: 'unknown' };
    await known();
    cut();
    server.put('new.ics');
    clock += 61_000;
    const found = names(await ask(account));
    expect(found).toEqual([...many, 'far.ics', 'new.ics', 'one.ics'].sort());
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'etags', 'multiget', 'all']);
    server.fault = undefined;
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('is believed when what it leaves out is gone', async () => {
    for (const name of many) server.put(name);
    server.habits = { ...server.habits, report: 'unknown' };
    await known();
    for (const name of many) server.remove(name);
    clock += 61_000;
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'etags', 'multiget']);
  });
});

describe('objects that cannot be used', () => {
  it('are in every answer, for whoever reads it to name', async () => {
    server.put('broken.ics', eventText('broken', 'Broken', ['DTSTART:tomorrow']));
    await known();
    expect(names(await ask(account, { range: WEEK }))).toEqual(['broken.ics', 'one.ics']);
    const where = { kind: 'text', fields: ['title'], op: 'contains', value: 'nothing has this' } as const;
    expect(names(await ask(account, { where }))).toEqual(['broken.ics']);
  });

  it('are named when the server does not give them, until it does', async () => {
    server.fault = ({ request, answer }) => {
      const isOne = request.method === 'GET' || request.body.includes('calendar-multiget');
      if (isOne) answer({ status: 500 });
      return isOne;
    };
    server.habits = { ...server.habits, texts: 'left out' };
    await known();
    server.put('two.ics');
    clock += 61_000;
    await expect(ask(account)).resolves.toMatchObject({ stale: {} });
    server.fault = ({ request, answer }) => {
      if (request.method === 'GET') answer({ status: 403 });
      if (request.body.includes('calendar-multiget')) answer({ status: 501 });
      return request.method === 'GET' || request.body.includes('calendar-multiget');
    };
    clock += 61_000;
    const { objects, unreadable } = await ask(account);
    expect(objects).toHaveLength(2);
    expect(unreadable).toMatchObject([{ href: expect.stringMatching(/two\.ics$/) }]);
    server.fault = undefined;
    server.put('two.ics');
    clock += 61_000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('that are no events are not asked for again and again', async () => {
    server.put('task.ics', 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:task\r\nEND:VTODO\r\nEND:VCALENDAR\r\n');
    server.habits = { ...server.habits, report: 'unknown' };
    await known();
    server.put('two.ics');
    clock += 61_000;
    await ask(account);
    server.asked();
    server.put('three.ics');
    clock += 61_000;
    expect(names(await ask(account))).toEqual(['far.ics', 'one.ics', 'three.ics', 'two.ics']);
    const hrefs = server.requests.at(-1)?.body.match(/<D:href>/g);
    expect([server.asked(), hrefs?.length]).toEqual([['PROPFIND', 'etags', 'multiget'], 1]);
  });
});

describe('on demand and in the background', () => {
  const ids = async (): Promise<string[]> => (await account.calendars({ signal: never })).map(({ id }) => id);

  it('says what a synchronisation did', async () => {
    const [cal = '', other = ''] = await ids();
    const before = await account.mirror.sync({ calendarIds: [cal, other], full: false }, { signal: never });
    expect(before).toEqual([
      { calendarId: cal, added: 2, changed: 0, removed: 0 },
      { calendarId: other, added: 0, changed: 0, removed: 0 },
    ]);
    clock += 1;
    server.put('two.ics');
    server.put('one.ics', eventText('one', 'Changed'));
    server.remove('far.ics');
    const after = await account.mirror.sync({ calendarIds: [cal], full: false }, { signal: never });
    expect(after).toEqual([{ calendarId: cal, added: 1, changed: 1, removed: 1 }]);
    const again = await account.mirror.sync({ calendarIds: [cal], full: true }, { signal: never });
    expect(again).toEqual([{ calendarId: cal, added: 0, changed: 0, removed: 0 }]);
    expect(account.mirror.status()).toMatchObject([
      { calendarId: cal, state: 'complete', events: 2, unreadable: 0, asOf: clock, fullAt: clock },
      { calendarId: other, state: 'complete', events: 0 },
    ]);
  });

  it('names the calendar that could not be synchronised', async () => {
    const [cal = '', other = ''] = await ids();
    server.fault = ({ request, answer }) => {
      const isCal = request.method === 'REPORT' && request.url.includes('/cal/');
      if (isCal) answer({ status: 500 });
      return isCal;
    };
    const [first, second] = await account.mirror.sync(
      { calendarIds: [cal, other], full: false },
      { signal: never },
    );
    expect(first?.error).toBeInstanceOf(CalendarError);
    expect(second?.error).toBeUndefined();
    expect(account.mirror.status()).toMatchObject([{ state: 'none' }, { state: 'complete' }]);
  });

  it('follows the server by itself, and only where it was asked', async () => {
    await account.close();
    account = mirroredAccount(server, opened, { syncEveryMs: 20 });
    await ask(account);
    account.startSync();
    server.put('two.ics');
    await expect.poll(() => account.mirror.status()[0]?.events).toBe(3);
    expect(account.mirror.status()[1]).toMatchObject({ state: 'none' });
  });

  it('ends with a refused password, and never hammers', async () => {
    await account.close();
    account = mirroredAccount(server, opened, { syncEveryMs: 10 });
    await ask(account);
    server.fault = ({ answer }) => {
      answer({ status: 401 });
      return true;
    };
    const before = server.requests.length;
    account.startSync();
    await expect.poll(() => server.requests.length).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.requests.length - before).toBeLessThanOrEqual(2);
  });

  it('stops when the account is closed, whatever is going on', async () => {
    server.fault = ({ request }) => request.method === 'REPORT';
    const read = ask(account);
    await expect.poll(() => server.requests.some(({ method }) => method === 'REPORT')).toBe(true);
    await Promise.all([expect(read).rejects.toMatchObject({ code: 'CANCELLED' }), account.close()]);
  });
});
