import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { never } from '../../conformance/subject.js';
import { eventText } from '../caldav/event-text.js';
import { MULTISTATUS_HEAD } from '../caldav/fault-server.js';
import { ask, mirroredAccount, named, WEEK } from './account.js';
import { eachWithNewCopy, here, known, names, opened, server } from './copied-account.js';

eachWithNewCopy();

describe('a server that does not answer', () => {
  const down = (status: number) => {
    server.fault = ({ answer }) => {
      answer({ status });
      return true;
    };
  };

  it('leaves the answer as it was, and the answer says so', async () => {
    await known();
    const asOf = here.clock - 1;
    await server.close();
    here.clock += 3_600_000;
    const result = await ask(here.account);
    expect(names(result)).toEqual(['far.ics', 'one.ics']);
    expect(result.stale).toMatchObject({ asOf, because: { code: expect.any(String) } });
  });

  it('is left alone for a moment, then asked again', async () => {
    await known();
    down(500);
    here.clock += 61_000;
    await ask(here.account);
    server.asked();
    expect((await ask(here.account)).stale).toBeDefined();
    expect(server.asked()).toEqual([]);
    server.fault = undefined;
    here.clock += 16_000;
    expect((await ask(here.account)).stale).toBeUndefined();
  });

  it('is an error for who insists on the server', async () => {
    await known();
    down(500);
    await expect(ask(here.account, { refresh: true })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('is an error when it refuses the account', async () => {
    await known();
    down(401);
    here.clock += 61_000;
    await expect(ask(here.account)).rejects.toMatchObject({ code: 'AUTH_FAILED' });
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
    here.clock += 61_000;
    const found = names(await ask(here.account));
    expect(found).toEqual([...many, 'far.ics', 'new.ics', 'one.ics'].sort());
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'etags', 'multiget', 'all']);
    server.fault = undefined;
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('is believed when what it leaves out is gone', async () => {
    for (const name of many) server.put(name);
    server.habits = { ...server.habits, report: 'unknown' };
    await known();
    for (const name of many) server.remove(name);
    here.clock += 61_000;
    expect(names(await ask(here.account))).toEqual(['far.ics', 'one.ics']);
    expect(server.asked()).toEqual(['PROPFIND', 'sync', 'etags', 'multiget']);
  });
});

describe('objects that cannot be used', () => {
  it('are in every answer, for whoever reads it to name', async () => {
    server.put('broken.ics', eventText('broken', 'Broken', ['DTSTART:tomorrow']));
    await known();
    expect(names(await ask(here.account, { range: WEEK }))).toEqual(['broken.ics', 'one.ics']);
    const where = { kind: 'text', fields: ['title'], op: 'contains', value: 'nothing has this' } as const;
    expect(names(await ask(here.account, { where }))).toEqual(['broken.ics']);
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
    here.clock += 61_000;
    await expect(ask(here.account)).resolves.toMatchObject({ stale: {} });
    server.fault = ({ request, answer }) => {
      if (request.method === 'GET') answer({ status: 403 });
      if (request.body.includes('calendar-multiget')) answer({ status: 501 });
      return request.method === 'GET' || request.body.includes('calendar-multiget');
    };
    here.clock += 61_000;
    const { objects, unreadable } = await ask(here.account);
    expect(objects).toHaveLength(2);
    expect(unreadable).toMatchObject([{ href: expect.stringMatching(/two\.ics$/) }]);
    server.fault = undefined;
    server.put('two.ics');
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('that are no events are not asked for again and again', async () => {
    server.put('task.ics', 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:task\r\nEND:VTODO\r\nEND:VCALENDAR\r\n');
    server.habits = { ...server.habits, report: 'unknown' };
    await known();
    server.put('two.ics');
    here.clock += 61_000;
    await ask(here.account);
    server.asked();
    server.put('three.ics');
    here.clock += 61_000;
    expect(names(await ask(here.account))).toEqual(['far.ics', 'one.ics', 'three.ics', 'two.ics']);
    const hrefs = server.requests.at(-1)?.body.match(/<D:href>/g);
    expect([server.asked(), hrefs?.length]).toEqual([['PROPFIND', 'etags', 'multiget'], 1]);
  });
});

describe('on demand and in the background', () => {
  const ids = async (): Promise<string[]> =>
    (await here.account.calendars({ signal: never })).map(({ id }) => id);

  it('says what a synchronisation did', async () => {
    const [cal = '', other = ''] = await ids();
    const before = await here.account.mirror.sync(
      { calendarIds: [cal, other], full: false },
      { signal: never },
    );
    expect(before).toEqual([
      { calendarId: cal, added: 2, changed: 0, removed: 0 },
      { calendarId: other, added: 0, changed: 0, removed: 0 },
    ]);
    here.clock += 1;
    server.put('two.ics');
    server.put('one.ics', eventText('one', 'Changed'));
    server.remove('far.ics');
    const after = await here.account.mirror.sync({ calendarIds: [cal], full: false }, { signal: never });
    expect(after).toEqual([{ calendarId: cal, added: 1, changed: 1, removed: 1 }]);
    const again = await here.account.mirror.sync({ calendarIds: [cal], full: true }, { signal: never });
    expect(again).toEqual([{ calendarId: cal, added: 0, changed: 0, removed: 0 }]);
    expect(await here.account.mirror.status()).toMatchObject([
      { calendarId: cal, state: 'complete', events: 2, unreadable: 0, asOf: here.clock, fullAt: here.clock },
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
    const [first, second] = await here.account.mirror.sync(
      { calendarIds: [cal, other], full: false },
      { signal: never },
    );
    expect(first?.error).toBeInstanceOf(CalendarError);
    expect(second?.error).toBeUndefined();
    expect(await here.account.mirror.status()).toMatchObject([{ state: 'none' }, { state: 'complete' }]);
  });

  it('follows the server by itself, and only where it was asked', async () => {
    await here.account.close();
    here.account = mirroredAccount(server, opened, { syncEveryMs: 20 });
    await ask(here.account);
    here.account.startSync();
    server.put('two.ics');
    await expect.poll(async () => (await here.account.mirror.status())[0]?.events).toBe(3);
    expect((await here.account.mirror.status())[1]).toMatchObject({ state: 'none' });
  });

  it('stops when the account is closed, whatever is going on', async () => {
    server.fault = ({ request }) => request.method === 'REPORT';
    const read = ask(here.account);
    await expect.poll(() => server.requests.some(({ method }) => method === 'REPORT')).toBe(true);
    await Promise.all([expect(read).rejects.toMatchObject({ code: 'CANCELLED' }), here.account.close()]);
  });
});
