import { describe, expect, it } from 'vitest';
import { never, required } from '../../conformance/subject.js';
import { eventText } from '../caldav/event-text.js';
import { ask, named, WEEK } from './account.js';
import { eachWithNewCopy, here, known, names, server } from './copied-account.js';

eachWithNewCopy();

describe('what is known', () => {
  it('is compared with one request for all calendars, whoever asks at the same time', async () => {
    await known();
    const [calendar, other] = await here.account.calendars({ signal: never });
    await here.account.mirror.sync({ calendarIds: [required(other).id], full: false }, { signal: never });
    server.asked();
    here.clock += 1;
    const scans = [calendar, other].map((one) =>
      here.account.target.compileRead(
        { range: WEEK, pushed: [], residual: { kind: 'and', of: [] }, refresh: true },
        required(one),
      ),
    );
    await Promise.all(scans.map((call) => here.account.scan(call, { signal: never })));
    expect(server.asked()).toEqual(['PROPFIND']);
  });

  it('sees what another client did with two requests, once the minute is over', async () => {
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    server.put('two.ics');
    server.remove('far.ics');
    expect(names(await ask(here.account))).toEqual(['far.ics', 'one.ics']);
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  });

  it('sees it at once with refresh', async () => {
    for (const name of ['three.ics', 'four.ics', 'five.ics']) server.put(name);
    await known();
    server.put('one.ics', eventText('one', 'Moved by someone'));
    expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
    expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  });

  it('is compared once for a question that insists, however long ago the last one was', async () => {
    await known();
    for (const wait of [0, 61_000]) {
      here.clock += wait;
      await ask(here.account, { refresh: true });
      expect(server.asked()).toEqual(['PROPFIND']);
    }
    const [cal = ''] = (await here.account.calendars({ signal: never })).map(({ id }) => id);
    here.clock += 61_000;
    const startedAt = here.clock;
    await here.account.calendars({ signal: never, startedAt });
    here.clock += 1;
    await here.account.mirror.sync({ calendarIds: [cal], full: false }, { signal: never, startedAt });
    expect(server.asked()).toEqual(['PROPFIND']);
  });

  it('is asked again with refresh after it refused the password, although the calendars come from the copy', async () => {
    await known();
    server.put('two.ics');
    server.fault = ({ answer }) => {
      answer({ status: 401 });
      return true;
    };
    await expect(ask(here.account, { refresh: true })).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    server.fault = undefined;
    expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
  });

  it('is compared anew for every question, and after a write', async () => {
    await known();
    await ask(here.account, { refresh: true });
    here.clock += 1;
    server.put('two.ics');
    expect(names(await ask(here.account, { refresh: true }))).toContain('two.ics');
    const calendar = required((await here.account.calendars({ signal: never }))[0]);
    const ics = eventText('mine', 'Mine');
    const patch = { kind: 'create', calendar, uid: 'mine', ics } as const;
    await here.account.apply(here.account.target.compileWrite(patch, 'mine.ics'), { signal: never });
    here.clock += 1;
    server.put('three.ics');
    server.asked();
    await here.account.mirror.sync({ calendarIds: [calendar.id], full: false }, { signal: never });
    expect(server.asked()[0]).toBe('PROPFIND');
    expect(names(await ask(here.account))).toContain('three.ics');
  });

  it('is compared after a write that could not be read back: the server may have changed it', async () => {
    await known();
    const calendar = required((await here.account.calendars({ signal: never }))[0]);
    const ics = eventText('mine', 'Mine');
    server.fault = ({ request, answer }) => {
      if (request.method === 'PUT') {
        Object.assign(request, { body: ics.replace('END:VEVENT', 'CLASS:PUBLIC\r\nEND:VEVENT') });
      }
      if (request.method === 'GET') answer({ status: 502 });
      return request.method === 'GET';
    };
    const patch = { kind: 'create', calendar, uid: 'mine', ics } as const;
    const receipt = await here.account.apply(here.account.target.compileWrite(patch, 'mine.ics'), {
      signal: never,
    });
    expect(receipt).toMatchObject({ unread: true, ics });
    server.fault = undefined;
    here.clock += 1;
    expect(named(await ask(here.account))).toEqual(server.stored());
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
      expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
      const where = { kind: 'text', fields: ['title'], op: 'contains', value: 'made anew' } as const;
      expect(names(await ask(here.account, { where }))).toEqual(['one.ics']);
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
      expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
    },
  );
});
