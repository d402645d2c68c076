import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import type { Backend } from '../../../src/ports/backend.js';
import { eventText } from '../../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { DAV } from '../../backends/mirror/sync-server.js';
import { call, connect } from '../../server/connect.js';
import { indexer, type OpenedStore, openStore, SILENT } from '../../state/mirror/open-store.js';
import { failureOf } from '../../thrown.js';
import { deskOver, serviceOver } from '../service-on-memory.js';

const DAY = 86_400_000;
const FAMILY = '/home/family/';
const AT_NINE = { when: '2026-11-24' };
const ALL = { query: { type: 'events', filters: AT_NINE } };
const CALENDARS = { query: { type: 'calendars' } };
const COULD_NOT = expect.stringContaining('could not be read');
const FAILED = { error: 'UPSTREAM_ERROR', message: expect.stringContaining('returns an error') };

let server: FaultServer;
let opened: OpenedStore;
let clock: number;
let accounts: Backend[];
/** What a background round is waiting to do. */
let round: (() => void) | undefined;

beforeEach(async () => {
  [server, opened] = await Promise.all([startFaultServer(), openStore()]);
  clock = Date.parse('2026-11-23T08:00:00Z');
  accounts = [];
  serve();
  server.calendars.clear();
  server.calendars.set('/home/work/', new Map([['D:displayname', 'Work']]));
  server.calendars.set(FAMILY, new Map([['D:displayname', 'Family']]));
  server.objects.set('/home/work/w.ics', { etag: '"w"', ics: eventText('w', 'Meeting') });
  server.objects.set(`${FAMILY}f.ics`, { etag: '"f"', ics: eventText('f', 'Birthday') });
});
afterEach(async () => {
  await Promise.all(accounts.map((account) => account.close()));
  opened.close();
  await server.close();
});

/** The account as a process that has just begun knows it. */
function account(copied: boolean): Backend {
  const { origin: url } = server;
  const inner = createCalDavBackend({
    ...{ name: 'account', url, username: 'me@example.com', password: 'secret' },
    listFreshMs: 0,
  });
  const options = { store: opened.store, indexer: indexer(), log: SILENT, now: () => clock };
  const schedule = (work: () => void) => {
    round = work;
    return () => undefined;
  };
  const made = copied ? createMirroredBackend(inner, { ...options, schedule }) : inner;
  if ('startSync' in made) made.startSync();
  accounts.push(made);
  return made;
}

/** The server lists its calendars with ctags, or fails over one of them, whatever is asked of it. */
function serve(failure?: string): void {
  const entry = /(<D:href>(\/home\/\w+\/)<\/D:href>)(<D:propstat>.*?<\/D:propstat>)/g;
  const listed = (_: string, href: string, path: string, props: string): string => {
    if (path === FAMILY && failure !== undefined) return `${href}<D:status>HTTP/1.1 ${failure}</D:status>`;
    const versions = [...server.objects].filter(([key]) => key.startsWith(path)).map(([, { etag }]) => etag);
    const ctag = `<CS:getctag xmlns:CS="http://calendarserver.org/ns/">${versions.join()}</CS:getctag>`;
    return `${href}${props.replace('</D:resourcetype>', `</D:resourcetype>${ctag}`)}`;
  };
  server.fault = ({ request, apply, answer }) => {
    if (request.method === 'OPTIONS') {
      answer({ status: 200, headers: { DAV: DAV.cyrus } });
      return true;
    }
    const isHome = request.method === 'PROPFIND' && request.url === '/home/';
    if (!isHome && (failure === undefined || !request.url.startsWith(FAMILY))) return false;
    const good = apply();
    answer(isHome ? { ...good, body: String(good.body).replace(entry, listed) } : { status: 500 });
    return true;
  };
}

function breakFamily(failure = '500 Oops'): void {
  serve(failure);
  clock += 61_000;
}

function repair(): void {
  serve();
  clock += 61_000;
}

const titles = (data: Record<string, unknown>): readonly string[] =>
  (data.events as { title: string }[]).map(({ title }) => title).sort();

describe.each([
  ['asked directly', false],
  ['with a copy', true],
])('a calendar over which its server fails from the start, %s', (_, copied) => {
  const desk = (settings = {}) => deskOver([account(copied)], settings);

  it('is named by its address in answers about all calendars, and the others are used', async () => {
    breakFamily();
    const { data, meta } = await desk().read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({
      sources: [{ calendar: 'family', ...FAILED }, { calendar: 'Work' }],
      notes: [COULD_NOT],
    });
    const one = await desk().read({ query: { type: 'events', filters: { ...AT_NINE, calendar: 'Work' } } });
    expect(one.meta).toMatchObject({ sources: [{ calendar: 'Work' }] });
    expect(one.meta).not.toHaveProperty('notes');
  });

  it('is no calendar in the list of them, and named beside it', async () => {
    breakFamily();
    const { data, meta } = await desk().read(CALENDARS);
    expect(data.calendars).toMatchObject([{ name: 'Work' }]);
    expect(meta).toMatchObject({
      total: 1,
      sources: [{ calendar: 'family', ...FAILED }],
      notes: [COULD_NOT],
    });
    const named = desk().read({ query: { type: 'calendars', filters: { calendar: 'family' } } });
    expect(await failureOf(named)).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('may be the one that was asked for by a name nobody knows', async () => {
    breakFamily();
    const error = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'Family 2' } } }),
    );
    expect(error).toMatchObject({ code: 'CALENDAR_NOT_FOUND', retryable: true });
    expect(error.message).toContain('could be listed');
    expect(error.info.suggestion).toContain('could not be listed');
    repair();
    const sure = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'Family 2' } } }),
    );
    expect(sure).toMatchObject({ code: 'CALENDAR_NOT_FOUND', retryable: false });
  });

  it('fails by name, and takes no writes', async () => {
    breakFamily();
    const asked = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'family' } } }),
    );
    expect(asked).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
    expect(asked.info.suggestion).toContain('other calendars');
    const create = {
      operation: 'create',
      data: { title: 'New', start: '2026-11-24T12:00', calendar: 'family' },
    };
    const written = await failureOf(desk().write({ mutation: create }));
    expect([written.code, written.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    // It may be the one that new events go to, so none is chosen; and it is not one to choose.
    const anywhere = { operation: 'create', data: { title: 'New', start: '2026-11-24T12:00' } };
    const open = await failureOf(desk().write({ mutation: anywhere }));
    expect([open.code, open.info.didYouMean]).toEqual(['AMBIGUOUS_TARGET', ['Work']]);
    const rename = { target: 'calendar', operation: 'update', id: 'family', changes: { title: 'Kin' } };
    const renamed = await failureOf(desk().write({ mutation: rename }));
    expect([renamed.code, renamed.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(server.requests.map(({ method }) => method)).not.toContain('PUT');
    expect(server.requests.map(({ method }) => method)).not.toContain('PROPPATCH');
  });

  it('leaves it open whether a time is free', async () => {
    breakFamily();
    const free = { type: 'availability', params: { durationMinutes: 30, attendees: ['me@example.com'] } };
    const { data, meta } = await desk().analyze({ analysis: { ...free, scope: { when: '2026-11-25' } } });
    expect(JSON.stringify(data)).toContain('could not be read');
    expect(meta).toMatchObject({ sources: [{ calendar: 'family', ...FAILED }, { calendar: 'Work' }] });
    const busy = await desk().read({ query: { type: 'freebusy', filters: AT_NINE } });
    expect(busy.meta).toMatchObject({ sources: [{ calendar: 'family', ...FAILED }, { calendar: 'Work' }] });
    const event = { title: 'New', start: '2026-11-25T12:00', calendar: 'Work' };
    const made = await desk().write({ mutation: { operation: 'create', data: event } });
    expect(made).toMatchObject({
      data: { outcome: 'applied' },
      meta: { sources: [{ calendar: 'family', ...FAILED }], notes: [COULD_NOT] },
    });
    const strict = {
      operation: 'create',
      data: { ...event, start: '2026-11-26T12:00' },
      allowConflicts: false,
    };
    expect(await failureOf(desk().write({ mutation: strict }))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      info: { outcome: 'not_applied', path: '/mutation/allowConflicts', details: { unread: ['family'] } },
    });
  });

  it('is told of by status, sync and a search that found nothing', async () => {
    breakFamily();
    const calendars = [
      { name: 'Work', writable: true },
      { name: 'family', error: { code: 'UPSTREAM_ERROR' } },
    ];
    const status = await desk().analyze({ analysis: { type: 'status' } });
    expect(status.data.accounts).toMatchObject([{ account: 'account', state: 'partly', calendars }]);
    const sync = await desk().write({ mutation: { operation: 'sync' } });
    const [work, family] = [...(sync.data.calendars as object[])];
    expect(work).not.toHaveProperty('error');
    expect(family).toMatchObject({ calendar: 'family', error: { code: 'UPSTREAM_ERROR' } });
    expect(await failureOf(desk().search('birthday'))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect((await desk().search('meeting')).results).toHaveLength(1);
  });

  it('may be the one this server is restricted to', async () => {
    breakFamily();
    const error = await failureOf(desk({ calendar: 'Relatives' }).read(ALL));
    expect([error.code, error.message]).toEqual(['UPSTREAM_ERROR', FAILED.message]);
  });

  it('comes back by itself', async () => {
    breakFamily();
    const same = desk();
    await same.read(ALL);
    repair();
    const { data, meta } = await same.read(ALL);
    expect(titles(data)).toEqual(['Birthday', 'Meeting']);
    expect(meta).not.toHaveProperty('notes');
  });
});

describe('a calendar that was there before, asked directly', () => {
  it('keeps its name, and answers by it', async () => {
    const desk = deskOver([account(false)]);
    await desk.read(ALL);
    breakFamily();
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }, { calendar: 'Work' }] });
    const list = await desk.read(CALENDARS);
    expect(list.data.calendars).toMatchObject([{ name: 'Family' }, { name: 'Work' }]);
    expect(list.meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }] });
    const named = desk.read({ query: { type: 'events', filters: { ...AT_NINE, calendar: 'Family' } } });
    expect(await failureOf(named)).toMatchObject({ code: 'UPSTREAM_ERROR' });
    repair();
    expect(titles((await desk.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
  });
});

describe('a calendar that was copied before', () => {
  const refreshed = { query: { ...ALL.query, refresh: true } };
  let before: number;

  /** After the first answer, and the copies that follow it. */
  async function answered() {
    const mirrored = account(true);
    const desk = deskOver([mirrored]);
    await desk.read(ALL);
    const states = () => mirrored.mirror?.status().map(({ state }) => state);
    await expect.poll(states).toEqual(['complete', 'complete']);
    return desk;
  }

  async function copied() {
    const desk = await answered();
    clock += 61_000;
    await desk.read(ALL);
    before = clock;
    breakFamily();
    return desk;
  }
  const STALE = { calendar: 'Family', stale: expect.any(String) };

  it('answers as it was, and says so; the others are as they are now', async () => {
    const desk = await copied();
    server.objects.set('/home/work/x.ics', { etag: '"x"', ics: eventText('x', 'News') });
    for (const passed of [0, 1000, 61_000]) {
      clock += passed;
      const one = await desk.read({
        query: { ...ALL.query, filters: { ...AT_NINE, calendar: 'Family' } },
      });
      expect(one.meta).toMatchObject({ sources: [STALE] });
      const { data, meta } = await desk.read(ALL);
      expect(titles(data)).toEqual(['Birthday', 'Meeting', 'News']);
      expect(meta).toMatchObject({ sources: [STALE, { calendar: 'Work' }] });
      const [family, work] = meta.sources as { stale?: string }[];
      expect(work).not.toHaveProperty('stale');
      expect(Math.abs(Date.parse(String(family?.stale)) - before)).toBeLessThan(1000);
    }
    const list = await desk.read(CALENDARS);
    expect(list.data.calendars).toMatchObject([{ name: 'Family' }, { name: 'Work' }]);
    expect(list.meta).toMatchObject({ sources: [{ ...STALE, ...FAILED }] });
    const since = Date.parse(String((list.meta.sources as { stale: string }[])[0]?.stale));
    expect(Math.abs(since - before)).toBeLessThan(1000);
  });

  it('tells when the copy was last compared, never the moment of the call', async () => {
    const desk = await answered();
    clock += 61_000;
    await desk.read(ALL);
    const compared = clock;
    for (const passed of [0, 20_000, 39_000]) {
      clock += passed;
      for (const query of [ALL, CALENDARS]) {
        const { meta } = await desk.read(query);
        expect(Math.abs(Date.parse(String(meta.asOf)) - compared)).toBeLessThan(1000);
      }
    }
    clock += 2000;
    const { meta } = await desk.read(ALL);
    expect(Math.abs(Date.parse(String(meta.asOf)) - clock)).toBeLessThan(1000);
    breakFamily();
    const old = await desk.read(ALL);
    expect(old.meta.asOf).toBe((old.meta.sources as { stale?: string }[])[0]?.stale);
  });

  it('is an error for who wants the newest, named beside the others', async () => {
    const desk = await copied();
    const { data, meta } = await desk.read(refreshed);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }, { calendar: 'Work' }] });
    repair();
    expect(titles((await desk.read(refreshed)).data)).toEqual(['Birthday', 'Meeting']);
  });

  it('is still known to the next process, and to one that comes after days of failing', async () => {
    await copied();
    const next = deskOver([account(true)]);
    expect(titles((await next.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
    for (let day = 0; day < 3; day++) {
      clock += DAY;
      const running = round;
      running?.();
      await expect.poll(() => round !== running).toBe(true);
    }
    const last = await deskOver([account(true)]).read(ALL);
    expect(titles(last.data)).toEqual(['Birthday', 'Meeting']);
    expect(last.meta).toMatchObject({ sources: [STALE, { calendar: 'Work' }] });
  });

  it('loses what was deleted meanwhile once it is back, and nothing else', async () => {
    const desk = await copied();
    await desk.read(ALL);
    server.objects.set(`${FAMILY}g.ics`, { etag: '"g"', ics: eventText('g', 'Picnic') });
    server.objects.delete(`${FAMILY}f.ics`);
    expect(titles((await desk.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
    repair();
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting', 'Picnic']);
    expect(meta).not.toHaveProperty('notes');
  });

  it('is gone when the server says so', async () => {
    const desk = await copied();
    breakFamily('404 Not Found');
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).not.toHaveProperty('notes');
  });

  it('is not seen any more when the account may not see it', async () => {
    const desk = await copied();
    breakFamily('403 Forbidden');
    expect(titles((await desk.read(ALL)).data)).toEqual(['Meeting']);
  });

  it('is not up to date for who synchronises', async () => {
    const desk = await copied();
    const { data } = await desk.write({ mutation: { operation: 'sync' } });
    expect(data.calendars).toEqual([
      { calendar: 'Work', added: 0, changed: 0, removed: 0 },
      { calendar: 'Family', error: expect.objectContaining({ code: 'UPSTREAM_ERROR' }) },
    ]);
  });

  it('takes no change of its events', async () => {
    const desk = await copied();
    const events = (await desk.read(ALL)).data.events as { id: string; title: string }[];
    const id = events.find(({ title }) => title === 'Birthday')?.id;
    expect(id).toBeDefined();
    const update = { operation: 'update', id, changes: { title: 'Party' } };
    const error = await failureOf(desk.write({ mutation: update }));
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
  });
});

describe('an MCP client', () => {
  it('is told what could not be read beside what could', async () => {
    breakFamily();
    const { client } = await connect(serviceOver([account(false)]));
    const all = await call(client, 'calendar_read', ALL);
    expect(all).toMatchObject({
      failed: false,
      json: {
        data: { events: [{ title: 'Meeting' }] },
        meta: { sources: [{ calendar: 'family', ...FAILED }, { calendar: 'Work' }], notes: [COULD_NOT] },
      },
    });
    const named = { query: { type: 'events', filters: { calendar: 'family' } } };
    expect(await call(client, 'calendar_read', named)).toMatchObject({
      failed: true,
      json: { error: { code: 'UPSTREAM_ERROR', retryable: true, suggestion: expect.any(String) } },
    });
  });
});
