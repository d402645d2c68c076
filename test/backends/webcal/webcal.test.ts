import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { createWebcalBackend, type WebcalOptions } from '../../../src/backends/webcal/webcal-backend.js';
import { FEED } from './feed-text.js';

const NEVER = new AbortController().signal;
const SECRET = 'private-canary-7QK';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
const origin = `http://127.0.0.1:${address.port}`;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = (_, response) => response.end(FEED);
});

let time = 0;
const subscribe = (options: Partial<WebcalOptions> = {}) =>
  createWebcalBackend({
    name: 'club',
    url: `${origin}/${SECRET}.ics`,
    allowPrivate: true,
    now: () => time,
    deadlineMs: 60_000,
    ...options,
  });
type Subscription = ReturnType<typeof subscribe>;

async function read(backend: Subscription, more: { hrefs?: string[]; refresh?: boolean } = {}) {
  const [info] = await backend.calendars({ signal: NEVER });
  if (info === undefined) throw new Error('no calendar');
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, ...more };
  return backend.scan(backend.target.compileRead(scan, info), { signal: NEVER });
}

async function failure(work: Promise<unknown>): Promise<CalendarError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof CalendarError)) throw new Error('expected a CalendarError');
  expect(`${error.message}${JSON.stringify(error.info)}`).not.toContain(SECRET);
  return error;
}

describe('a subscribed calendar', () => {
  it('is one calendar that is read only', async () => {
    const backend = subscribe();
    const [info] = await backend.calendars({ signal: NEVER });
    expect(info).toMatchObject({
      name: 'Club, outdoors',
      color: '#a1b2c3',
      account: 'club',
      writable: false,
    });
    expect(JSON.stringify(info)).not.toContain(SECRET);
    const { objects, unreadable, missing } = await read(backend);
    expect({ unreadable, missing }).toEqual({ unreadable: [], missing: [] });
    expect(objects.map(({ ics }) => ics.match(/BEGIN:VEVENT/g)?.length).sort()).toEqual([1, 2]);
    expect(objects.every(({ calendarId }) => calendarId === info?.id)).toBe(true);
    const [first] = objects;
    const named = await read(backend, { hrefs: [first?.href ?? '', 'gone.ics'] });
    expect(named).toMatchObject({ objects: [first], missing: ['gone.ics'] });
    expect(() => backend.target.compileWrite({ kind: 'delete' } as never, 'x.ics')).toThrow(
      /cannot be changed/,
    );
    expect((await failure(backend.apply(undefined as never, { signal: NEVER }))).code).toBe('READ_ONLY');
  });

  it('takes webcal for https', () => {
    for (const url of [
      'webcal://example.org/x.ics',
      'webcals://example.org/x.ics',
      'https://example.org/x.ics',
    ]) {
      expect(subscribe({ url }).name).toBe('club');
    }
    for (const url of ['ftp://example.org/', 'file:///etc/passwd', 'x', 'https://me:pw@example.org/']) {
      expect(() => subscribe({ url })).toThrow(/must start with http, https or webcal/);
    }
  });

  it('is asked again when it may have changed, and then with its version', async () => {
    time = 1_000_000;
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else
        response.writeHead(200, { ETag: '"v1"', 'Last-Modified': 'Mon, 09 Mar 2026 09:00:00 GMT' }).end(FEED);
    };
    const backend = subscribe({ freshMs: 60_000 });
    const before = await read(backend);
    expect(requests).toHaveLength(1);
    time += 59_000;
    expect(await read(backend)).toEqual(before);
    expect(requests).toHaveLength(1);
    time += 2000;
    expect(await read(backend)).toEqual({ ...before, asOf: time });
    expect(requests.map(({ headers }) => headers['if-modified-since'])).toEqual([
      undefined,
      'Mon, 09 Mar 2026 09:00:00 GMT',
    ]);
    expect(await read(backend, { refresh: true })).toEqual({ ...before, asOf: time });
    expect(requests).toHaveLength(3);
  });

  it('is asked once for all who want it at the same time, and one who leaves does not stop it', async () => {
    answer = (_, response) => response.end(FEED);
    const backend = subscribe();
    const leaving = new AbortController();
    const left = failure(backend.calendars({ signal: leaving.signal }));
    const stayed = Array.from({ length: 4 }, () => backend.calendars({ signal: NEVER }));
    leaving.abort();
    expect((await left).code).toBe('CANCELLED');
    for (const calendars of await Promise.all(stayed)) expect(calendars).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  it('is one of many that one question waits for, which does not look like a leak of listeners', async () => {
    const warnings: string[] = [];
    const hear = (warning: Error): number => warnings.push(warning.name);
    process.on('warning', hear);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 11 }, () => subscribe().calendars({ signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });

  it('is not fetched to the end when the program ends', async () => {
    answer = () => undefined;
    const backend = subscribe({ deadlineMs: 60_000 });
    const waiting = failure(backend.calendars({ signal: NEVER }));
    await backend.close();
    expect((await waiting).code).toBe('CANCELLED');
  });

  it('keeps what it had while its source is down, and says how old it is', async () => {
    time = 1_000_000;
    const backend = subscribe({ freshMs: 60_000 });
    const before = await read(backend);
    answer = (_, response) => response.writeHead(503).end();
    time += 61_000;
    expect(await read(backend)).toMatchObject({
      ...before,
      stale: { asOf: 1_000_000, because: { code: 'UNAVAILABLE' } },
    });
    expect(requests).toHaveLength(4);
    await read(backend);
    expect(requests).toHaveLength(4);
    answer = (_, response) => response.writeHead(410).end();
    expect((await failure(read(backend, { refresh: true }))).code).toBe('CALENDAR_NOT_FOUND');
  });

  it.each([429, 503])('is asked again when its source says %i and not for long', async (status) => {
    answer = (_, response) => {
      if (requests.length === 1) response.writeHead(status, { 'Retry-After': '0' }).end();
      else response.end(FEED);
    };
    expect((await read(subscribe())).objects).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  it('is left alone as long as its source asks for', async () => {
    time = 1_000_000;
    const backend = subscribe({ freshMs: 60_000 });
    await read(backend);
    answer = (_, response) => response.writeHead(503, { 'Retry-After': '600' }).end();
    for (const passed of [61_000, 300_000, 299_000]) {
      time += passed;
      expect(await read(backend)).toMatchObject({ stale: { asOf: 1_000_000 } });
      expect(requests).toHaveLength(2);
    }
    answer = (_, response) => response.end(FEED);
    time += 2000;
    expect(await read(backend)).not.toHaveProperty('stale');
    expect(requests).toHaveLength(3);
    answer = (_, response) => response.writeHead(429, { 'Retry-After': '600' }).end();
    const error = await failure(subscribe().calendars({ signal: NEVER }));
    expect(error.info.retryAfterMs).toBe(600_000);
    expect(requests).toHaveLength(4);
  });

  it('is asked again after the clock was set back, whether it was fresh or left alone', async () => {
    time = 1_000_000_000;
    const backend = subscribe({ freshMs: 60_000 });
    await read(backend);
    time -= 3_600_000;
    await read(backend);
    expect(requests).toHaveLength(2);
    answer = (_, response) => response.writeHead(503, { 'Retry-After': '600' }).end();
    time += 61_000;
    expect(await read(backend)).toHaveProperty('stale');
    expect(requests).toHaveLength(3);
    answer = (_, response) => response.end(FEED);
    time -= 7_200_000;
    expect(await read(backend)).not.toHaveProperty('stale');
    expect(requests).toHaveLength(4);
  });

  it.each<[string, string | Buffer, string]>([
    ['a page', '<html>Sign in</html>', 'BAD_UPSTREAM_RESPONSE'],
    ['nothing', '', 'BAD_UPSTREAM_RESPONSE'],
    ['a calendar that is cut off', FEED.slice(0, -20), 'BAD_UPSTREAM_RESPONSE'],
    ['far too much', FEED + ' '.repeat(2_000_000), 'RESPONSE_TOO_LARGE'],
  ])('is not taken for empty when it gives %s', async (_, body, code) => {
    answer = (__, response) => response.end(body);
    expect((await failure(subscribe({ maxBytes: 1_000_000 }).calendars({ signal: NEVER }))).code).toBe(code);
  });

  it.each([
    [401, 'PERMISSION_DENIED'],
    [404, 'CALENDAR_NOT_FOUND'],
    [429, 'UNAVAILABLE'],
    [500, 'UNAVAILABLE'],
    [206, 'PERMISSION_DENIED'],
    [204, 'BAD_UPSTREAM_RESPONSE'],
  ])('%i is %s', async (status, code) => {
    answer = (_, response) => response.writeHead(status).end(FEED);
    expect((await failure(subscribe().calendars({ signal: NEVER }))).code).toBe(code);
  });

  it('is read in the encoding that it names', async () => {
    const latin = Buffer.from(FEED.replace('outdoors', 'Gr\u00fcnkohl'), 'latin1');
    answer = (_, response) =>
      response.setHeader('Content-Type', 'text/calendar; charset=iso-8859-1').end(latin);
    const [info] = await subscribe().calendars({ signal: NEVER });
    expect(info?.name).toBe('Club, Gr\u00fcnkohl');
  });

  it('is not waited for for ever, whether it is silent or drips', async () => {
    answer = () => undefined;
    expect((await failure(subscribe({ deadlineMs: 100 }).calendars({ signal: NEVER }))).code).toBe('TIMEOUT');
    answer = (_, response) => {
      const drip = setInterval(() => response.write('B'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect((await failure(subscribe({ deadlineMs: 200 }).calendars({ signal: NEVER }))).code).toBe('TIMEOUT');
    const leaving = new AbortController();
    const waiting = subscribe().calendars({ signal: leaving.signal });
    leaving.abort();
    expect((await failure(waiting)).code).toBe('CANCELLED');
  });

  it('may hold a broken letter without being lost', async () => {
    answer = (_, response) => response.end(Buffer.from(FEED.replace('Hike', 'Caf\xe9'), 'latin1'));
    expect((await read(subscribe())).objects).toHaveLength(2);
  });
});

describe('the network of this computer', () => {
  const inside = [
    origin,
    `http://localhost:${address.port}`,
    `http://0x7f000001:${address.port}`,
    `http://2130706433:${address.port}`,
    `http://127.1:${address.port}`,
    `http://[::1]:${address.port}`,
    `http://[::ffff:127.0.0.1]:${address.port}`,
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.0.1/',
    'http://0.0.0.0/',
  ];
  it.each(inside)('is not reached by %s', async (url) => {
    const error = await failure(subscribe({ url, allowPrivate: false }).calendars({ signal: NEVER }));
    expect(error.code).toBe('REDIRECT_REFUSED');
    expect(requests).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'http://me:pw@127.0.0.1/', '//'])(
    'is not reached by a redirect to %s',
    async (location) => {
      answer = (_, response) => response.writeHead(302, { Location: location }).end();
      expect((await failure(subscribe().calendars({ signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
      expect(requests).toHaveLength(1);
    },
  );

  it('is not asked for ever by redirects', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/again' }).end();
    expect((await failure(subscribe().calendars({ signal: NEVER }))).code).toBe('REDIRECT_REFUSED');
    expect(requests).toHaveLength(6);
    answer = (request, response) => {
      if (request.url === '/final') response.end(FEED);
      else response.writeHead(301, { Location: '/final' }).end();
    };
    expect(await subscribe().calendars({ signal: NEVER })).toHaveLength(1);
  });
});
