import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../src/backends/caldav/account/discovery-cache.js';
import { never, required } from '../../conformance/subject.js';
import { eventText } from '../caldav/event-text.js';
import { MULTISTATUS_HEAD } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named, WEEK } from './account.js';
import { eachWithNewCopy, here, known, names, opened, server } from './copied-account.js';

eachWithNewCopy();

const DISCOVERY = ['PROPFIND', 'PROPFIND', 'PROPFIND'];

describe('what is known', () => {
  it('answers without a request for a minute', async () => {
    await known();
    here.clock += 59_000;
    expect(names(await ask(here.account, { range: WEEK }))).toEqual(['one.ics']);
    expect(server.asked()).toEqual([]);
  });

  it.each(['seconds', 'seconds from the year 1'] as const)(
    'sees two changes in the second that its mark names, with %s',
    async (ctag) => {
      server.habits = { ...server.habits, ctag, versions: 'seconds' };
      server.now = () => here.clock;
      server.put('one.ics');
      await known();
      for (const title of ['First', 'Second']) {
        here.clock += 1;
        server.put('one.ics', eventText('one', title));
        expect(named(await ask(here.account, { refresh: true })), title).toEqual(server.stored());
      }
      here.clock += 3_600_000;
      server.put('one.ics', eventText('one', 'Third'));
      here.clock += 3_600_000;
      expect(named(await ask(here.account))).toEqual(server.stored());
      server.asked();
      here.clock += 1;
      await ask(here.account, { refresh: true });
      expect(server.asked()).toEqual(['PROPFIND']);
    },
  );

  it.each([
    ['and no other', false],
    ['and another later', true],
  ])('sees a change in the second of the first copy, %s, where tokens are seconds', async (_, later) => {
    server.habits = { ...server.habits, ctag: 'seconds', versions: 'counted', tokens: 'seconds' };
    server.now = () => here.clock;
    for (const name of ['one.ics', 'two.ics', 'three.ics', 'far.ics']) {
      server.remove(name);
      server.put(name);
    }
    await known();
    server.remove('one.ics');
    server.put('one.ics', eventText('one', 'Made anew'));
    here.clock += 61_000;
    if (later) server.put('four.ics');
    expect(named(await ask(here.account))).toEqual(server.stored());
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
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('does not take the mark of an older list for that of what was fetched: it may come back', async () => {
    server.habits = { ...server.habits, ctag: 'content' };
    await known();
    here.clock += 61_000;
    server.put('two.ics');
    await here.account.calendars({ signal: never });
    here.clock += 30_000;
    server.put('gone.ics');
    await ask(here.account);
    server.remove('gone.ics');
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('that becomes doubtful whenever it is compared is not taken for compared: the server answers', async () => {
    await known();
    const other = await opened.again();
    const [calendar] = await here.account.calendars({ signal: never });
    const identity = identityOf({ name: 'account', url: `${server.origin}/`, username: 'alice' });
    server.put('two.ics');
    server.fault = ({ request }) => {
      // Somewhere else, writes fail all the time.
      if (request.body.includes('sync-collection')) {
        other.expire({ identity, calendarId: required(calendar).id });
      }
      return false;
    };
    expect(names(await ask(here.account, { refresh: true }))).toContain('two.ics');
    expect(server.asked().at(-1)).toBe('all');
  });

  it('looks at the rest when the server names about as much as there is', async () => {
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'multiget']);
  });

  it('survives a restart: no request within the minute, none but discovery and comparison after it', async () => {
    await known();
    await here.account.close();
    here.account = mirroredAccount(server, { store: await opened.again() }, { now: () => here.clock });
    expect(names(await ask(here.account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual([]);
    here.clock += 61_000;
    expect(names(await ask(here.account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual(DISCOVERY);
  });

  it('belongs to one user of one server', async () => {
    await known();
    await here.account.close();
    const other = mirroredAccount({ origin: server.origin.replace('127.0.0.1', 'localhost') }, opened, {
      now: () => here.clock,
    });
    server.fault = ({ answer }) => {
      answer({ status: 401 });
      return true;
    };
    await expect(ask(other)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    await other.close();
  });

  it('is asked by address too, and knows what is gone', async () => {
    const { objects } = await ask(here.account);
    const hrefs = objects.map(({ href }) => href);
    server.asked();
    expect(await ask(here.account, { hrefs: [...hrefs, `${hrefs[0]}-not`] })).toMatchObject({
      objects: [{ href: hrefs[0] }, { href: hrefs[1] }],
      missing: [`${hrefs[0]}-not`],
    });
    expect(server.asked()).toEqual([]);
  });

  it('does not wait for a server that hangs longer than it has patience', async () => {
    await known();
    await here.account.close();
    here.account = mirroredAccount(server, opened, { now: () => here.clock, patienceMs: 50 });
    server.fault = () => true;
    here.clock += 61_000;
    expect(await ask(here.account)).toMatchObject({ stale: { asOf: here.clock - 61_001 } });
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
    const left = ask(here.account, { refresh: true, signal: leaving.signal });
    const stayed = ask(here.account, { refresh: true });
    await expect.poll(() => server.requests.some(({ body }) => body.includes('sync-collection'))).toBe(true);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    server.fault = undefined;
    release();
    await expect(stayed).resolves.toBeDefined();
  });
});
