import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { Patch } from '../../../compilers/pushdown/target.js';
import type { CalDavRead } from '../../../compilers/targets/caldav/caldav-target.js';
import { caldavTarget } from '../../../compilers/targets/caldav/caldav-target.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import type { Backend, CalendarInfo, Receipt } from '../../../src/ports/backend.js';
import { caseIf } from '../../conformance/case-if.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { SERVER_NAMES, type ServerName } from '../../servers/test-server.js';
import { eventText } from './event-text.js';
import { failure } from './expect-failure.js';

const NEVER = new AbortController().signal;

/** What servers are known to do otherwise, by server and subject; the tests ask for what is true there then. */
const OTHERWISE: Readonly<Partial<Record<ServerName, Readonly<Record<string, string>>>>> = {
  sabre: { uids: 'sabre/dav stores a UID as often as it is sent' },
  davical: {
    uids: 'DAViCal stores a UID as often as it is sent',
    names: 'DAViCal keeps "&" of a name as "&amp;"',
    controls: 'DAViCal drops characters that XML cannot hold',
    'percent%25': 'DAViCal decodes a name twice',
  },
  sogo: {
    addition: 'SOGo adds CLASS to every event',
    components: 'SOGo ignores which components a calendar is for',
    controls: 'SOGo drops characters that XML cannot hold',
    refusal: 'SOGo answers 404 to an event that it cannot read',
  },
  xandikos: {
    components: 'Xandikos ignores which components a calendar is for',
    'no-extension': 'Xandikos lists files named .ics only',
    password: 'Xandikos leaves passwords to a proxy',
  },
};

/** Servers that are asked for everything: their own narrowing loses events. */
const NARROWED: readonly ServerName[] = ['cyrus', 'davical'];

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  const otherwise = OTHERWISE[name] ?? {};
  let backend: Backend;
  let calendar: CalendarInfo;
  let other: CalendarInfo;

  const connect = (options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend =>
    createCalDavBackend({ ...server, listFreshMs: 0, ...options });
  const apply = (patch: Patch, fileName = `${randomUUID()}.ics`): Promise<Receipt | undefined> =>
    backend.apply(caldavTarget.compileWrite(patch, fileName), { signal: NEVER });
  const create = async (ics: string, uid: string, fileName?: string): Promise<Receipt> => {
    const receipt = await apply({ kind: 'create', calendar, uid, ics }, fileName);
    if (receipt === undefined) throw new Error('no receipt');
    return receipt;
  };
  const read = (range: Range = ALL_TIME, hrefs?: readonly string[]): CalDavRead =>
    caldavTarget.compileRead(
      { range, pushed: [], residual: EVERYTHING, ...(hrefs === undefined ? {} : { hrefs }) },
      calendar,
    );
  const scan = (range?: Range, hrefs?: readonly string[]) =>
    backend.scan(read(range, hrefs), { signal: NEVER });
  const textOf = async (href: string): Promise<string> => (await rawRequest(server, 'GET', href)).text;

  beforeAll(async () => {
    for (const reason of Object.values(otherwise)) process.stdout.write(`${name}: ${reason}\n`);
    const hrefs = [await makeCalendar(server, 'Küche & <Keller>'), await makeCalendar(server, 'Other')];
    backend = connect();
    const calendars = await backend.calendars({ signal: NEVER });
    const at = (href: string | undefined): CalendarInfo => {
      const found = calendars.find((info) => info.href === href);
      if (found === undefined) throw new Error('calendar not listed');
      return found;
    };
    calendar = at(hrefs[0]);
    other = at(hrefs[1]);
  });

  it('finds the calendars from the bare origin and says what they are', () => {
    expect(calendar).toMatchObject({ account: name, writable: true });
    if (otherwise.names === undefined) expect(calendar.name).toBe('Küche & <Keller>');
    if (otherwise.components === undefined) expect(calendar.components).toEqual(['VEVENT']);
    expect(calendar.id).toMatch(/^[0-9a-z]{10}$/);
    expect(calendar.id).not.toBe(other.id);
  });

  it('finds the same from the origin, the principal, the home and the calendar itself', async () => {
    const origin = new URL(server.url).origin;
    const home = new URL('..', calendar.href).href;
    for (const url of [origin, `${origin}/`, home, home.slice(0, -1)]) {
      const infos = await connect({ url }).calendars({ signal: NEVER });
      expect(infos.map(({ href }) => href)).toEqual(expect.arrayContaining([calendar.href, other.href]));
    }
    const alone = await connect({ url: calendar.href }).calendars({ signal: NEVER });
    expect(alone.map(({ href }) => href)).toEqual([calendar.href]);
  });

  it('creates, reads, replaces and deletes', async () => {
    const uid = randomUUID();
    const text = eventText(uid, 'Déjeuner 昼食 🍜');
    const created = await create(text, uid);
    expect(created.serverChanged).toBe(otherwise.addition !== undefined);
    const { objects, unreadable, missing } = await scan(ALL_TIME, [created.href]);
    expect({ unreadable, missing }).toEqual({ unreadable: [], missing: [] });
    expect(objects).toMatchObject([{ href: created.href, etag: created.etag, calendarId: calendar.id }]);
    expect(objects[0]?.ics).toContain('Déjeuner 昼食 🍜');
    const replaced = await apply({
      kind: 'replace',
      calendar,
      href: created.href,
      etag: created.etag,
      ics: eventText(uid, 'Dinner'),
    });
    expect(replaced?.etag).not.toBe(created.etag);
    expect(await textOf(created.href)).toContain('SUMMARY:Dinner');
    const stale = await failure(apply({ kind: 'delete', calendar, href: created.href, etag: created.etag }));
    expect([stale.code, stale.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    const etag = replaced?.etag ?? '';
    expect(await apply({ kind: 'delete', calendar, href: created.href, etag })).toBeUndefined();
    const gone = await failure(apply({ kind: 'delete', calendar, href: created.href, etag }));
    expect([gone.code, gone.info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
    const replace = await failure(
      apply({ kind: 'replace', calendar, href: created.href, etag, ics: eventText(uid, 'Ghost') }),
    );
    expect([replace.code, replace.info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
    expect((await scan(ALL_TIME, [created.href])).missing).toEqual([created.href]);
  });

  it("has calendars that are the account's own", async () => {
    const infos = await backend.calendars({ signal: NEVER });
    expect(infos.filter(({ foreign }) => foreign)).toEqual([]);
  });

  it('refuses a stale version and leaves the newer one alone', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'First'), uid);
    await rawRequest(server, 'PUT', created.href, eventText(uid, 'From elsewhere'), {
      'Content-Type': 'text/calendar',
    });
    const patch = {
      kind: 'replace',
      calendar,
      href: created.href,
      etag: created.etag,
      ics: eventText(uid, 'Mine'),
    };
    const error = await failure(apply(patch as Patch));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(await textOf(created.href)).toContain('From elsewhere');
  });

  it('lets one of eight writers of one version win', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'Start'), uid);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        apply({
          kind: 'replace',
          calendar,
          href: created.href,
          etag: created.etag,
          ics: eventText(uid, `Writer ${index}`),
        }),
      ),
    );
    const winners = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await textOf(created.href)).toContain(`Writer ${winners[0]}`);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('creates one event however often and in parallel it is asked', async () => {
    const uid = randomUUID();
    const fileName = `${uid}.ics`;
    const results = await Promise.all(
      Array.from({ length: 8 }, () => create(eventText(uid, 'Only once'), uid, fileName)),
    );
    expect(new Set(results.map(({ href }) => href)).size).toBe(1);
    const error = await failure(create(eventText(uid, 'Something else'), uid, fileName));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    expect(await textOf(results[0]?.href ?? '')).toContain('Only once');
  });

  caseIf(otherwise.uids === undefined)(
    'recognises the same event under another file name, and refuses a different one',
    async () => {
      const uid = randomUUID();
      const first = await create(eventText(uid, 'Same identity'), uid);
      const again = await create(eventText(uid, 'Same identity'), uid);
      expect(again.href).toBe(first.href);
      const error = await failure(create(eventText(uid, 'Another'), uid));
      expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    },
  );

  it('moves an event, and not a version that has changed', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'Traveller'), uid);
    const patch = { kind: 'move', calendar, href: created.href, to: other, ics: created.ics } as const;
    const stale = await failure(apply({ ...patch, etag: '"not-this-one"' }));
    expect([stale.code, stale.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    const moved = await apply({ ...patch, etag: created.etag }, `${uid}.ics`);
    expect(moved?.href).toBe(`${other.href}${uid}.ics`);
    expect(await textOf(moved?.href ?? '')).toContain('Traveller');
    expect((await rawRequest(server, 'GET', created.href)).status).toBe(404);
  });

  it.each(
    [
      'sp ace',
      'plus+plus',
      'at@home',
      'semi;colon',
      'percent%25',
      'hash#tag',
      'naïve',
      'no-extension',
    ].filter((base) => otherwise[base] === undefined),
  )('keeps an event under the file name %s', async (base) => {
    const uid = randomUUID();
    const fileName = base === 'no-extension' ? `${base}-${uid}` : `${base}-${uid}.ics`;
    const created = await create(eventText(uid, 'Odd name'), uid, fileName);
    const listed = (await scan()).objects.find(({ ics }) => ics.includes(uid));
    expect(listed?.href).toBe(created.href);
    const fetched = await scan(ALL_TIME, [created.href]);
    expect(fetched.objects.map(({ href }) => href)).toEqual([created.href]);
    await apply({ kind: 'delete', calendar, href: created.href, etag: created.etag });
  });

  it.each(['a/b\\c', '../../up', 'ünïcödé-😀', 'with "quotes" & <tags>', ']]>', "it's"])(
    'keeps an event with the UID %s',
    async (odd) => {
      const uid = `${odd}-${randomUUID()}`;
      const escaped = uid.replace(/\\/g, '\\\\');
      const created = await create(eventText(escaped, 'Odd UID'), uid);
      const { objects } = await scan(ALL_TIME, [created.href]);
      expect(objects[0]?.ics.replace(/\r\n /g, '')).toContain(`UID:${escaped}`);
    },
  );

  it('returns text that could break XML as it was written', async () => {
    const uid = randomUUID();
    const title = 'a ]]> b &amp; <![CDATA[ c ]]> &#11; </D:multistatus>';
    const created = await create(eventText(uid, title), uid);
    const { objects } = await scan();
    const found = objects.find(({ href }) => href === created.href);
    expect(found?.ics.replace(/\r\n |\\/g, '')).toContain(`SUMMARY:${title}`);
  });

  it('returns characters that XML cannot hold as they are stored', async () => {
    const uid = randomUUID();
    const href = `${calendar.href}${uid}.ics`;
    const put = await rawRequest(server, 'PUT', href, eventText(uid, 'bell \u0007 tab \u000b end'), {
      'Content-Type': 'text/calendar',
    });
    expect(put.status).toBe(201);
    const [object] = (await scan(ALL_TIME, [href])).objects;
    if (otherwise.controls === undefined) expect(object?.ics).toContain('SUMMARY:bell \u0007 tab \u000b end');
    expect(object?.ics).toContain('SUMMARY:bell ');
    expect((await scan()).objects.map((other) => other.href)).toContain(href);
    await apply({ kind: 'delete', calendar, href, etag: object?.etag ?? '' });
  });

  it('selects by time with a day to spare, and takes open ends', async () => {
    const uid = randomUUID();
    const created = await create(
      eventText(uid, 'Weekly', ['DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', 'RRULE:FREQ=WEEKLY']),
      uid,
    );
    const day = (text: string): number => Date.parse(text);
    const found = async (range: Range): Promise<boolean> =>
      (await scan(range)).objects.some(({ href }) => href === created.href);
    expect(await found({ from: day('2026-11-23'), to: day('2026-11-24') })).toBe(true);
    const narrowed = NARROWED.includes(name);
    expect(await found({ from: day('2025-01-01'), to: day('2025-02-01') })).toBe(!narrowed);
    expect(await found({ from: day('2026-11-23'), to: ALL_TIME.to })).toBe(true);
    expect(await found({ from: ALL_TIME.from, to: day('2026-01-04') })).toBe(!narrowed);
    expect(await found({ from: day('2060-01-01'), to: day('2060-02-01') })).toBe(true);
    const rare = randomUUID();
    const decades = await create(
      eventText(rare, 'Rare', [
        'DTSTART:20200105T090000Z',
        'DTEND:20200105T100000Z',
        'RRULE:FREQ=YEARLY;INTERVAL=20',
      ]),
      rare,
    );
    const { objects } = await scan({ from: day('2026-01-01'), to: day('2041-01-01') });
    expect(objects.map(({ href }) => href)).toContain(decades.href);
  });

  it('fetches many by address in pieces and names what is gone', async () => {
    const uids = Array.from({ length: 60 }, () => randomUUID());
    const created = await Promise.all(uids.map((uid) => create(eventText(uid, 'One of many'), uid)));
    const hrefs = [...created.map(({ href }) => href), `${calendar.href}gone.ics`];
    const { objects, missing, unreadable } = await scan(ALL_TIME, hrefs);
    expect(objects.map(({ href }) => href).sort()).toEqual(created.map(({ href }) => href).sort());
    expect({ missing, unreadable }).toEqual({ missing: [`${calendar.href}gone.ics`], unreadable: [] });
  });

  caseIf(otherwise.password === undefined)('says that a password is wrong, without it', async () => {
    const wrong = connect({ password: 'canary-wrong-password' });
    const error = await failure(wrong.calendars({ signal: NEVER }));
    expect(error.code).toBe('AUTH_FAILED');
    expect(JSON.stringify([error, error.info, String(error.stack)])).not.toContain('canary');
  });

  it('says that a calendar is gone', async () => {
    const href = `${calendar.href.slice(0, -1)}-gone/`;
    const read = { kind: 'query', calendar: { id: 'x', href }, depth: 1, body: readBody() } as const;
    expect((await failure(backend.scan(read, { signal: NEVER }))).code).toBe('CALENDAR_NOT_FOUND');
  });

  it('refuses what the server refuses, and says that nothing was stored', async () => {
    const uid = randomUUID();
    const error = await failure(create('BEGIN:VCALENDAR\r\nnonsense\r\n', uid));
    const code = otherwise.refusal === undefined ? 'INVALID_ICS' : 'NOT_FOUND';
    expect([error.code, error.info.outcome]).toEqual([code, 'not_applied']);
  });

  function readBody(): string {
    const call = read();
    return call.kind === 'query' ? call.body : '';
  }
});
