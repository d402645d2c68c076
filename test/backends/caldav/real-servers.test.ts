// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import { caseIf } from '../../conformance/cases/case-if.js';
import { rawRequest } from '../../servers/make-calendar.js';
import { SERVER_NAMES, type ServerName } from '../../servers/test-server.js';
import { eventText } from './event-text.js';
import { failure } from './expect-failure.js';
import {
  apply,
  backend,
  calendar,
  connect,
  create,
  NEVER,
  OTHERWISE,
  onceOnServer,
  other,
  read,
  scan,
} from './real-account.js';

/** Servers that are asked for everything: their own narrowing loses events. */
const NARROWED: readonly ServerName[] = ['cyrus', 'davical'];

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  const otherwise = OTHERWISE[name] ?? {};
  onceOnServer(server);

  it('finds the calendars from the bare origin and says what they are', () => {
    expect(calendar).toMatchObject({ account: name, writable: true });
    if (otherwise.names === undefined) expect(calendar.name).toBe('Küche & <Keller>');
    if (otherwise.components === undefined) expect(calendar.components).toEqual(['VEVENT', 'VTODO']);
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

  it("has calendars that are the account's own", async () => {
    const infos = await backend.calendars({ signal: NEVER });
    expect(infos.filter(({ foreign }) => foreign)).toEqual([]);
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

  function readBody(): string {
    const call = read();
    return call.kind === 'query' ? call.body : '';
  }
});
