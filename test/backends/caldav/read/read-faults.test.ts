import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import type { ErrorCode } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import type { Backend, ScanResult } from '../../../../src/ports/backend.js';
import { eventText } from '../event-text.js';
import { assertNoSecret, CANARY, failure } from '../expect-failure.js';
import {
  type Fault,
  type FaultServer,
  MULTISTATUS_HEAD,
  objectResponse,
  startFaultServer,
  xml,
} from '../fault-server.js';

const NEVER = new AbortController().signal;
const TEXT = eventText('one', 'Kept');
const GOOD = `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', xml(TEXT))}</D:multistatus>`;

let server: FaultServer;
let elsewhere: FaultServer;
const logged: unknown[] = [];

beforeAll(async () => {
  server = await startFaultServer();
  elsewhere = await startFaultServer();
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));
beforeEach(() => {
  server.requests.length = 0;
  elsewhere.requests.length = 0;
  server.fault = undefined;
  server.objects.clear();
  server.objects.set('/home/cal/one.ics', { etag: '"e1"', ics: TEXT });
});

function connect(options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend {
  const note = (message: string, data?: unknown): void => {
    logged.push([message, data]);
  };
  return createCalDavBackend({
    name: 'work',
    url: server.origin,
    ...CANARY,
    deadlineMs: 1500,
    maxBytes: 1_000_000,
    log: { debug: note, info: note, warn: note },
    ...options,
  });
}

const calendar = () => ({ id: 'c', href: server.calendar });
function query(backend = connect(), signal = NEVER): Promise<ScanResult> {
  return backend.scan(
    { kind: 'query', calendar: calendar(), depth: 1, body: calendarQueryBody(ALL_TIME) },
    signal,
  );
}
function multiget(hrefs: readonly string[]): Promise<ScanResult> {
  return connect().scan({ kind: 'multiget', calendar: calendar(), hrefs }, NEVER);
}

const status =
  (code: number, headers: Record<string, string> = {}, body = 'secret words of the server'): Fault =>
  ({ answer }) => {
    answer({ status: code, headers, body });
    return true;
  };
const body = (
  text: string | Buffer,
  headers: Record<string, string> = { 'Content-Type': 'text/xml' },
): Fault => status(207, headers, text as string);

const refusal = (condition: string): Fault =>
  status(
    403,
    {},
    `<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><${condition}/></D:error>`,
  );

const reset: Fault = ({ socket }) => {
  socket.resetAndDestroy();
  return true;
};

describe('a read that cannot be trusted is an error', () => {
  const deep = `${MULTISTATUS_HEAD}${'<x>'.repeat(5000)}`;
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' +
    `${MULTISTATUS_HEAD.replace(/^<\?.*?\?>/, '')}&b;</D:multistatus>`;
  const cases: readonly (readonly [string, Fault, ErrorCode])[] = [
    ['hang', () => true, 'TIMEOUT'],
    [
      'slow drip',
      ({ response }) => {
        response.writeHead(207);
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
        return true;
      },
      'TIMEOUT',
    ],
    ['reset before the answer', reset, 'UNAVAILABLE'],
    [
      'reset in the body',
      ({ response, socket }) => {
        response.writeHead(207, { 'Content-Length': GOOD.length + 100 });
        response.write(GOOD, () => socket.destroy());
        return true;
      },
      'UNAVAILABLE',
    ],
    [
      'chunked body that stops',
      ({ response, socket }) => {
        response.writeHead(207);
        response.write(GOOD, () => socket.destroy());
        return true;
      },
      'UNAVAILABLE',
    ],
    ['truncated XML', body(GOOD.slice(0, -20)), 'BAD_UPSTREAM_RESPONSE'],
    ['truncated after a whole response', body(GOOD.replace('</D:multistatus>', '')), 'BAD_UPSTREAM_RESPONSE'],
    ['empty 207', body(''), 'BAD_UPSTREAM_RESPONSE'],
    ['blank 207', body('  \n'), 'BAD_UPSTREAM_RESPONSE'],
    ['204 instead of 207', status(204, {}, ''), 'BAD_UPSTREAM_RESPONSE'],
    [
      '200 with a login page',
      status(200, { 'Content-Type': 'text/html' }, '<html>Log in</html>'),
      'BAD_UPSTREAM_RESPONSE',
    ],
    ['200 with a good multistatus', status(200, {}, GOOD), 'BAD_UPSTREAM_RESPONSE'],
    ['207 with HTML', body('<html><body>x</body></html>'), 'BAD_UPSTREAM_RESPONSE'],
    ['207 with JSON', body('{"events":[]}', { 'Content-Type': 'application/json' }), 'BAD_UPSTREAM_RESPONSE'],
    ['plain text', body('no events', { 'Content-Type': 'text/plain' }), 'BAD_UPSTREAM_RESPONSE'],
    ['another root element', body('<D:error xmlns:D="DAV:"/>'), 'BAD_UPSTREAM_RESPONSE'],
    ['multistatus of another namespace', body('<multistatus xmlns="urn:x"/>'), 'BAD_UPSTREAM_RESPONSE'],
    ['two documents', body(GOOD + GOOD), 'BAD_UPSTREAM_RESPONSE'],
    ['entity bomb', body(bomb), 'BAD_UPSTREAM_RESPONSE'],
    ['unknown entity', body(GOOD.replace('Kept', '&nbsp;')), 'BAD_UPSTREAM_RESPONSE'],
    ['nesting bomb', body(deep), 'BAD_UPSTREAM_RESPONSE'],
    ['response without an address', body(GOOD.replace(/<D:href>.*?<\/D:href>/, '')), 'BAD_UPSTREAM_RESPONSE'],
    [
      'propstat without a status',
      body(GOOD.replace(/<D:status>.*?<\/D:status>/, '')),
      'BAD_UPSTREAM_RESPONSE',
    ],
    ['unreadable status', body(GOOD.replace('HTTP/1.1 200 OK', 'fine')), 'BAD_UPSTREAM_RESPONSE'],
    ['unknown charset', body(GOOD, { 'Content-Type': 'text/xml; charset=klingon' }), 'BAD_UPSTREAM_RESPONSE'],
    ['broken gzip', body('not gzip', { 'Content-Encoding': 'gzip' }), 'BAD_UPSTREAM_RESPONSE'],
    [
      'gzip bomb',
      body(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'gzip' }),
      'RESPONSE_TOO_LARGE',
    ],
    ['large body', body(GOOD + ' '.repeat(2_000_000)), 'RESPONSE_TOO_LARGE'],
    [
      'not HTTP',
      ({ socket }) => {
        socket.end('SSH-2.0-OpenSSH_9.2\r\n');
        return true;
      },
      'BAD_UPSTREAM_RESPONSE',
    ],
    [
      'redirect loop',
      ({ answer, request }) => {
        answer({ status: 302, headers: { Location: request.url } });
        return true;
      },
      'REDIRECT_REFUSED',
    ],
    ['redirect to nowhere', status(301), 'REDIRECT_REFUSED'],
    ['redirect to a file', status(301, { Location: 'file:///etc/passwd' }), 'REDIRECT_REFUSED'],
    ['redirect that asks for GET', status(303, { Location: '/home/cal/' }), 'REDIRECT_REFUSED'],
    ['401', status(401, { 'WWW-Authenticate': 'Basic realm="x"' }), 'AUTH_FAILED'],
    ['403', status(403), 'PERMISSION_DENIED'],
    ['404', status(404), 'CALENDAR_NOT_FOUND'],
    ['405', status(405), 'UNSUPPORTED'],
    ['400', status(400), 'UNSUPPORTED'],
    ['409', status(409), 'UNSUPPORTED'],
    ['412', status(412), 'UNSUPPORTED'],
    ['413', status(413), 'UNSUPPORTED'],
    ['415', status(415), 'UNSUPPORTED'],
    ['422', status(422), 'UNSUPPORTED'],
    ['a filter it does not know', refusal('C:supported-filter'), 'UNSUPPORTED'],
    ['a time too far away', refusal('C:max-date-time'), 'UNSUPPORTED'],
    ['more than it gives at once', refusal('D:number-of-matches-within-limits'), 'RESPONSE_TOO_LARGE'],
    ['423', status(423), 'LOCKED'],
    ['429', status(429, { 'Retry-After': '7' }), 'RATE_LIMITED'],
    ['500', status(500), 'UPSTREAM_ERROR'],
    ['502', status(502), 'UPSTREAM_ERROR'],
    ['503', status(503), 'UNAVAILABLE'],
    ['504', status(504), 'UPSTREAM_ERROR'],
    ['507', status(507), 'QUOTA_EXCEEDED'],
    [
      '507 for the calendar itself',
      body(
        GOOD.replace(
          '</D:multistatus>',
          `<D:response><D:href>/home/cal/</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response></D:multistatus>`,
        ),
      ),
      'RESPONSE_TOO_LARGE',
    ],
  ];

  it.each(cases)('%s', async (_, fault, code) => {
    server.fault = fault;
    const error = await failure(query());
    expect(error.code).toBe(code);
    expect(error.message + (error.info.suggestion ?? '')).not.toContain('secret words');
  });

  it.each(cases)('%s, while calendars are listed', async (_, fault) => {
    server.fault = fault;
    await failure(connect().calendars(NEVER));
  });

  it('nobody listens', async () => {
    const gone = await startFaultServer();
    await gone.close();
    const backend = connect({ url: gone.origin });
    expect((await failure(backend.calendars(NEVER))).code).toBe('UNAVAILABLE');
  });

  it('a host that does not exist', async () => {
    const backend = connect({ url: 'http://no-such-host.invalid/' });
    expect((await failure(backend.calendars(NEVER))).code).toBe('UNAVAILABLE');
  });

  it('plain HTTP where TLS is due', async () => {
    const backend = connect({ url: server.origin.replace('http:', 'https:') });
    expect((await failure(backend.calendars(NEVER))).code).toBe('TLS_ERROR');
  });
});

describe('credentials stay where they belong', () => {
  it.each([301, 302, 307, 308])('a %i to another origin is not followed', async (code) => {
    server.fault = status(code, { Location: `${elsewhere.calendar}?x` });
    expect((await failure(query())).code).toBe('REDIRECT_REFUSED');
    expect((await failure(connect().calendars(NEVER))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });

  it('another origin is reached only by a rule, and then with the credentials', async () => {
    server.fault = status(307, { Location: elsewhere.calendar });
    await query(connect({ allowedHosts: [elsewhere.origin] }));
    expect(elsewhere.requests[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('a home on another host, or with a user in it, is refused', async () => {
    for (const home of [elsewhere.calendar, `${server.origin.replace('//', '//user:pass@')}/home/`]) {
      server.fault = ({ request, apply, answer }) => {
        const good = apply();
        if (request.method !== 'PROPFIND') return false;
        answer({
          ...good,
          body: String(good.body).replace('<D:href>/home/</D:href>', `<D:href>${home}</D:href>`),
        });
        return true;
      };
      await failure(connect().calendars(NEVER));
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('objects on other hosts are named and never asked for', async () => {
    server.fault = body(GOOD.replace('/home/cal/one.ics', `${elsewhere.origin}/home/cal/one.ics`));
    const { objects, unreadable } = await query();
    expect([objects.length, unreadable.length]).toEqual([0, 1]);
    expect(await multiget([`${elsewhere.origin}/home/cal/one.ics`])).toMatchObject({
      objects: [],
      unreadable: [{}],
    });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    '/home/cal/../other/x.ics',
    '/home/cal/%2E%2e/other/x.ics',
    '/home/calendar/x.ics',
    '/bob/cal/x.ics',
    '../other/x.ics',
    '//user:pw@127.0.0.1/home/cal/x.ics',
    'javascript:alert(1)',
    'http://[',
  ])('objects at %s are named, not taken for those of the calendar', async (href) => {
    server.fault = body(GOOD.replace('/home/cal/one.ics', href));
    const { objects, unreadable, missing } = await query();
    expect([objects, unreadable.length, missing]).toEqual([[], 1, []]);
  });

  it('a name that is encoded twice stays a name', async () => {
    server.fault = body(GOOD.replace('one.ics', '%252e%252e%252fother.ics'));
    expect((await query()).objects[0]?.href).toBe(`${server.calendar}%252e%252e%252fother.ics`);
  });

  it('a non-ASCII password goes as UTF-8', async () => {
    await query();
    const [, token = ''] = server.requests[0]?.headers.authorization?.split(' ') ?? [];
    expect(Buffer.from(token, 'base64').toString('utf8')).toBe(`${CANARY.username}:${CANARY.password}`);
  });

  it.each(['ftp://host/', 'http://user:pw@host/', 'not a url at all', 'https://'])(
    'refuses the URL %s',
    async (url) => {
      const made = async () => connect({ url });
      expect((await failure(made())).code).toBe('CONFIGURATION');
    },
  );

  it('nothing that was logged holds a secret', () => {
    expect(logged.length).toBeGreaterThan(100);
    assertNoSecret(logged);
  });
});

describe('what a server may do is survived', () => {
  const once = (fault: Fault): Fault => {
    let done = false;
    return (context) => {
      if (done) return false;
      done = true;
      return fault(context);
    };
  };
  it.each<[string, Fault]>([
    ['a reset connection', once(reset)],
    ['503', once(status(503))],
    ['429 with a short wait', once(status(429, { 'Retry-After': '0' }))],
    [
      '503 until a date',
      once(
        status(503, {
          'Retry-After': 'Sat, 21 Nov 2026 10:00:00 GMT',
          Date: 'Sat, 21 Nov 2026 10:00:00 GMT',
        }),
      ),
    ],
    ['a redirect in the same origin', once(status(308, { Location: '/home/cal/' }))],
  ])('%s once', async (_, fault) => {
    server.fault = fault;
    expect((await query()).objects).toHaveLength(1);
    expect(server.requests.map(({ method }) => method)).toEqual(['REPORT', 'REPORT']);
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
  });

  it('tries a reading request three times and no more', async () => {
    server.fault = reset;
    await failure(query());
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['7', 7000],
    ['1000000000', 3_600_000],
    ['-5', undefined],
    ['soon', undefined],
  ])('passes on Retry-After: %s', async (value, expected) => {
    server.fault = status(429, { 'Retry-After': value });
    expect((await failure(query())).info.retryAfterMs).toBe(expected);
  });

  it('cancellation ends the request', async () => {
    const controller = new AbortController();
    server.fault = () => {
      controller.abort();
      return true;
    };
    expect((await failure(query(connect(), controller.signal))).code).toBe('CANCELLED');
  });

  it('an odd content type does not matter when the body is right', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'text/html', '']) {
      server.fault = body(GOOD, { 'Content-Type': type });
      expect((await query()).objects).toHaveLength(1);
    }
  });

  it('an empty calendar is empty', async () => {
    server.fault = body(`${MULTISTATUS_HEAD}</D:multistatus>`);
    expect(await query()).toEqual({ objects: [], unreadable: [], missing: [] });
  });

  const data = async (raw: string, headers?: Record<string, string>): Promise<string | undefined> => {
    const buffer = Buffer.from(
      `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', raw)}</D:multistatus>`,
    );
    server.fault = body(buffer, headers);
    return (await query()).objects[0]?.ics;
  };

  it('text, CDATA and split CDATA are joined', async () => {
    const [head = '', tail = ''] = TEXT.split('Kept');
    expect(await data(`<![CDATA[${head}a ]]]]><![CDATA[> b]]> c &lt;d&gt;<![CDATA[${tail}]]>`)).toBe(
      TEXT.replace('Kept', 'a ]]> b c <d>'),
    );
  });

  it.each(['\u0001', '\u000b', '\u0000', '\uffff', '\u0001\ue001\u001f'])(
    'forbidden characters stay what they are',
    async (odd) => {
      const text = TEXT.replace('Kept', `x${odd}y`);
      expect(await data(xml(text))).toBe(text);
      expect(await data(`<![CDATA[${text}]]>`)).toBe(text);
    },
  );

  it('forbidden character references stay what they mean', async () => {
    expect(await data(xml(TEXT).replace('Kept', 'a&#1;b&#x0B;c&#65;'))).toBe(
      TEXT.replace('Kept', 'a\u0001b\u000bcA'),
    );
    expect(await data(`<![CDATA[${TEXT.replace('Kept', '&#1;')}]]>`)).toBe(TEXT.replace('Kept', '&#1;'));
  });

  it('values are never coerced', async () => {
    expect(await data('true')).toBe('true\r\n');
    expect(await data('1e3')).toBe('1e3\r\n');
  });

  it('a text that is not UTF-8 is named, the others are read', async () => {
    const two = `${MULTISTATUS_HEAD}${objectResponse('/home/cal/one.ics', '"e1"', xml(TEXT))}${objectResponse('/home/cal/two.ics', '"e2"', xml(TEXT.replace('Kept', 'caf\u00e9')))}</D:multistatus>`;
    server.fault = body(Buffer.from(two, 'latin1'));
    const { objects, unreadable } = await query();
    expect(objects.map(({ href }) => href)).toEqual([`${server.calendar}one.ics`]);
    expect(unreadable.map(({ href }) => href)).toEqual([`${server.calendar}two.ics`]);
    server.fault = body(Buffer.from(two, 'latin1'), { 'Content-Type': 'text/xml; charset=ISO-8859-1' });
    expect((await query()).objects[1]?.ics).toContain('café');
  });

  it('each object has its own status', async () => {
    const failed = (name: string, code: number): string =>
      `<D:response><D:href>/home/cal/${name}</D:href><D:status>HTTP/1.1 ${code} Not so good</D:status></D:response>`;
    const withheld =
      '<D:response><D:href>/home/cal/bare.ics</D:href><D:propstat><D:prop><C:calendar-data/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>';
    server.objects.set('/home/cal/bare.ics', { etag: '"b"', ics: TEXT });
    server.fault = ({ request, answer }) => {
      if (!request.body.includes('calendar-query')) return false;
      answer({
        status: 207,
        body: GOOD.replace(
          '</D:multistatus>',
          `${failed('gone.ics', 404)}${failed('broken.ics', 500)}${failed('secret.ics', 403)}${withheld}` +
            `${objectResponse('/elsewhere/x.ics', '"x"', xml(TEXT))}</D:multistatus>`,
        ),
      });
      return true;
    };
    const { objects, unreadable, missing } = await query();
    const names = (hrefs: readonly { href: string }[]) =>
      hrefs.map(({ href }) => href.replace(server.calendar, '')).sort();
    expect(names(objects)).toEqual(['bare.ics', 'one.ics']);
    expect(names(unreadable)).toEqual(
      [`${server.origin}/elsewhere/x.ics`, 'broken.ics', 'secret.ics'].sort(),
    );
    expect(missing).toEqual([`${server.calendar}gone.ics`]);
  });

  it('an object without getetag gets a version from its content', async () => {
    server.fault = body(GOOD.replace('<D:getetag>"e1"</D:getetag>', ''));
    const [object] = (await query()).objects;
    expect(object?.etag).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('addresses are compared decoded, and names may hold what URLs may not', async () => {
    server.fault = body(GOOD.replace('one.ics', 'a%40b+c%2bd;e?f.ics'));
    expect((await query()).objects[0]?.href).toBe(`${server.calendar}a%40b%2Bc%2Bd%3Be%3Ff.ics`);
  });

  it('a multiget that is refused as a whole is asked one by one; what is left out is looked for', async () => {
    const hrefs = [`${server.calendar}one.ics`, `${server.calendar}gone.ics`];
    server.fault = ({ request, answer }) => {
      if (request.method !== 'REPORT') return false;
      answer({ status: 404 });
      return true;
    };
    const refused = await multiget(hrefs);
    expect([refused.objects.length, refused.missing]).toEqual([1, [hrefs[1]]]);
    server.fault = ({ request, answer }) => {
      if (request.method !== 'REPORT') return false;
      answer({ status: 207, body: `${MULTISTATUS_HEAD}</D:multistatus>` });
      return true;
    };
    const silent = await multiget(hrefs);
    expect([silent.objects.length, silent.missing]).toEqual([1, [hrefs[1]]]);
  });

  it('tasks a server returns unasked are left out', async () => {
    server.objects.set('/home/cal/task.ics', { etag: '"t"', ics: TEXT.replaceAll('VEVENT', 'VTODO') });
    expect((await query()).objects).toHaveLength(1);
  });

  it.each([
    ['1, 2, calendar-access, calendar-auto-scheduling', false],
    ['1, 2, 3, calendar-access, addressbook, extended-mkcol', false],
    ['1, 2, 3, calendar-access, addressbook, extended-mkcol, calendar-auto-schedule', true],
    ['', true],
  ])('what calls itself %j is narrowed by time: %s', async (header, narrowed) => {
    const time = { from: Date.parse('2026-11-20'), to: Date.parse('2026-11-30') };
    const narrow = { kind: 'query', calendar: calendar(), depth: 1, body: calendarQueryBody(time) } as const;
    server.fault = ({ request, answer }) => {
      if (request.method !== 'OPTIONS') return false;
      answer({ status: 200, headers: { DAV: header } });
      return true;
    };
    const backend = connect();
    await backend.scan(narrow, NEVER);
    await backend.scan(narrow, NEVER);
    const reports = server.requests.filter(({ method }) => method === 'REPORT');
    expect(reports.map(({ body: sent }) => sent.includes('time-range'))).toEqual([narrowed, narrowed]);
    expect(server.requests.filter(({ method }) => method === 'OPTIONS')).toHaveLength(1);
  });

  it('a calendar too large for one answer is read in pieces', async () => {
    for (let index = 0; index < 120; index++) {
      const text = eventText(`many-${index}`, 'x'.repeat(10_000));
      server.objects.set(`/home/cal/many-${index}.ics`, { etag: `"m${index}"`, ics: text });
    }
    server.fault = ({ request, apply, answer }) => {
      if (request.body.includes('calendar-data') || request.method !== 'REPORT') return false;
      const good = apply();
      answer({ ...good, body: String(good.body).replace(/<C:calendar-data>[^<]*<\/C:calendar-data>/g, '') });
      return true;
    };
    const { objects, unreadable, missing } = await query();
    expect([objects.length, unreadable, missing]).toEqual([121, [], []]);
  });

  it.each<[string, Fault]>([
    ['hangs', () => true],
    ['fails', status(500)],
  ])('a server that %s over a time range is asked for all, and remembered for it', async (_, fault) => {
    const time = { from: Date.parse('2026-11-20'), to: Date.parse('2026-11-30') };
    const narrow = { kind: 'query', calendar: calendar(), depth: 1, body: calendarQueryBody(time) } as const;
    server.fault = (context) => context.request.body.includes('time-range') && fault(context);
    const backend = connect();
    expect((await backend.scan(narrow, NEVER)).objects).toHaveLength(1);
    const before = server.requests.length;
    expect((await backend.scan(narrow, NEVER)).objects).toHaveLength(1);
    expect(server.requests).toHaveLength(before + 1);
  });

  it('questions one after another do not each open a connection', async () => {
    const sockets = new Set<unknown>();
    server.fault = ({ socket }) => {
      sockets.add(socket);
      return false;
    };
    const backend = connect();
    for (let n = 0; n < 12; n++) await query(backend);
    expect(server.requests).toHaveLength(12);
    expect(sockets.size).toBeLessThan(4);
  });

  it('a connection that the server ends after an answer is not used again', async () => {
    server.fault = ({ response, apply }) => {
      const { status: code, body: text } = apply();
      response.writeHead(code, { Connection: 'close' }).end(text);
      return true;
    };
    const backend = connect();
    for (let n = 0; n < 4; n++) expect((await query(backend)).objects).toHaveLength(1);
    expect(server.requests).toHaveLength(4);
  });

  it.each<[string, Buffer, string?]>([
    ['a byte order mark', Buffer.from(`\ufeff${GOOD}`)],
    ['UTF-16', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), 'text/xml'],
    [
      'UTF-16 the other way round',
      Buffer.from(`\ufeff${GOOD}`, 'utf16le').swap16(),
      'text/xml; charset=utf-8',
    ],
    ['an encoding that only its XML declares', Buffer.from(GOOD.replace('utf-8', 'iso-8859-1'), 'latin1')],
  ])('%s is read as what it is', async (_, bytes, type = 'text/xml') => {
    server.fault = body(bytes, { 'Content-Type': type });
    expect((await query()).objects).toHaveLength(1);
  });

  it('at most the configured number of requests are under way', async () => {
    const backend = connect({ concurrency: 3 });
    // Until a password was taken, requests go one by one.
    await query(backend);
    const waiting: (() => void)[] = [];
    let most = 0;
    server.fault = ({ apply, answer }) => {
      waiting.push(() => answer(apply()));
      most = Math.max(most, waiting.length);
      // Three are let wait for a fourth before they are answered.
      if (waiting.length === 3) setTimeout(() => waiting.splice(0).forEach((say) => void say()), 20);
      return true;
    };
    await Promise.all(Array.from({ length: 12 }, () => query(backend)));
    expect(most).toBe(3);
  });
});

describe('discovery', () => {
  it('is asked once for many callers, and one who leaves does not stop it', async () => {
    const backend = connect();
    const leaver = new AbortController();
    const left = failure(backend.calendars(leaver.signal));
    const stayed = Promise.all([backend.calendars(NEVER), backend.calendars(NEVER)]);
    leaver.abort();
    expect((await left).code).toBe('CANCELLED');
    expect((await stayed)[0].map(({ name }) => name)).toEqual(['cal', 'other']);
    expect(server.requests.map(({ url }) => url)).toEqual(['/', '/principal/', '/home/']);
  });

  it('goes by the well-known address when the configured one leads nowhere', async () => {
    server.fault = ({ request, answer }) => {
      if (request.url === '/')
        answer({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html/>' });
      else if (request.url === '/.well-known/caldav') answer({ status: 301, headers: { Location: '/dav' } });
      else return false;
      return true;
    };
    expect(await connect().calendars(NEVER)).toHaveLength(2);
  });

  it.each([400, 403, 415, 501])(
    'goes on to other addresses when the configured one says %i',
    async (code) => {
      server.fault = (context) => context.request.url === '/' && status(code)(context);
      expect(await connect().calendars(NEVER)).toHaveLength(2);
    },
  );

  it('goes on when the configured one is a web site that leads to another host, and else names that', async () => {
    const site = status(301, { Location: `${elsewhere.origin}/` });
    server.fault = (context) => context.request.url === '/' && site(context);
    expect(await connect().calendars(NEVER)).toHaveLength(2);
    server.fault = site;
    expect((await failure(connect().calendars(NEVER))).code).toBe('REDIRECT_REFUSED');
    expect(elsewhere.requests).toEqual([]);
  });

  const cannotTell = (how: (body: string) => string): Fault => {
    return ({ request, apply, answer }) => {
      if (request.url !== '/home/') return false;
      const good = apply();
      answer({ ...good, body: how(String(good.body)) });
      return true;
    };
  };
  const OTHER = /(<D:href>\/home\/other\/<\/D:href>)<D:propstat>(.*?)200 OK(.*?)<\/D:propstat>/;
  const saysOfOther = (status: string) =>
    cannotTell((body) => body.replace(OTHER, `$1<D:status>HTTP/1.1 ${status}</D:status>`));
  const ANY = /(<D:href>\/home\/\w+\/<\/D:href>)<D:propstat>.*?<\/D:propstat>/g;

  it.each<[string, Fault]>([
    ['500', saysOfOther('500 Oops')],
    ['503', saysOfOther('503 Later')],
    ['429', saysOfOther('429 Later')],
    ['423', saysOfOther('423 Locked')],
    ['of what one is', cannotTell((body) => body.replace(OTHER, '$1<D:propstat>$2503 Later$3</D:propstat>'))],
  ])(
    'does not take a calendar for gone that the server fails over (%s), and asks again',
    async (_, fault) => {
      server.fault = fault;
      const backend = connect();
      const [cal, other] = await backend.calendars(NEVER);
      expect(cal).not.toHaveProperty('unlisted');
      expect(other).toMatchObject({ name: 'other', href: `${server.origin}/home/other/`, unlisted: true });
      expect(other).not.toHaveProperty('stale');
      server.requests.length = 0;
      const body = calendarQueryBody(ALL_TIME);
      const asked = backend.scan({ kind: 'query', calendar: other ?? calendar(), depth: 1, body }, NEVER);
      expect(await failure(asked)).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
      expect(server.requests).toEqual([]);
      server.fault = undefined;
      expect((await backend.calendars(NEVER))[1]).toEqual({ ...other, unlisted: undefined });
    },
  );

  it('believes what it says of a calendar elsewhere in the same list', async () => {
    const twice = '$1<D:status>HTTP/1.1 500 Oops</D:status></D:response><D:response>$&';
    server.fault = cannotTell((body) => body.replace(OTHER, twice));
    const listed = await connect().calendars(NEVER);
    expect(listed.map(({ name, unlisted }) => [name, unlisted])).toEqual([
      ['cal', undefined],
      ['other', undefined],
    ]);
  });

  it('changes no calendar that is not listed', async () => {
    const backend = connect();
    const [, other = expect.fail()] = await backend.calendars(NEVER);
    server.fault = saysOfOther('500 Oops');
    const patch = { kind: 'delete-calendar', calendar: other, withEvents: true } as const;
    const error = await failure(backend.applyCalendar?.(patch, NEVER) ?? Promise.resolve());
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(server.requests.map(({ method }) => method)).not.toContain('DELETE');
  });

  it.each<[string, (body: string) => string]>([
    [
      'of more of them',
      (body) => body.replace('</D:propstat>', '</D:propstat><D:status>HTTP/1.1 507 x</D:status>'),
    ],
    ['of any of them', (body) => body.replace(ANY, '$1<D:status>HTTP/1.1 500 Oops</D:status>')],
    [
      'where one is',
      (body) => body.replace(OTHER, '<D:href>ftp://else/</D:href><D:status>HTTP/1.1 500 No</D:status>'),
    ],
  ])('does not take calendars for gone when the server cannot tell %s', async (_, how) => {
    server.fault = cannotTell(how);
    const error = await failure(connect().calendars(NEVER));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  });

  it('does not take a failure over the one calendar of an account for an answer', async () => {
    server.fault = ({ request, apply, answer }) => {
      if (request.url !== '/home/cal/') return false;
      const how = request.headers.depth === '0' && request.body.includes('calendar-color');
      const good = apply();
      const bad = String(good.body).replace(
        /<D:propstat>.*<\/D:propstat>/,
        '<D:status>HTTP/1.1 500 x</D:status>',
      );
      answer(how ? { ...good, body: bad } : good);
      return true;
    };
    const error = await failure(connect({ url: server.calendar }).calendars(NEVER));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
  });

  it.each(['401 No', '403 No', '404 None', '410 Gone'])(
    'leaves out what is not there or the account may not see (%s)',
    async (status) => {
      server.fault = saysOfOther(status);
      expect(await connect().calendars(NEVER)).toHaveLength(1);
    },
  );

  it('is renewed when the home has moved', async () => {
    const backend = connect({ listFreshMs: 0 });
    await backend.calendars(NEVER);
    let moved = true;
    server.fault = ({ request, answer }) => {
      if (request.url !== '/home/' || !moved) return false;
      moved = false;
      answer({ status: 404 });
      return true;
    };
    expect(await backend.calendars(NEVER)).toHaveLength(2);
  });

  it('an account that is not logged in is told so', async () => {
    server.fault = ({ apply, answer }) => {
      const good = apply();
      answer({
        ...good,
        body: String(good.body).replace('<D:href>/principal/</D:href>', '<D:unauthenticated/>'),
      });
      return true;
    };
    expect((await failure(connect().calendars(NEVER))).code).toBe('AUTH_FAILED');
  });

  it('reads names, colours, rights and components as the server means them', async () => {
    const props = (href: string, inner: string, type = '<C:calendar/>'): string =>
      `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/>${type}</D:resourcetype>${inner}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const rights = (...names: string[]): string =>
      `<D:current-user-privilege-set>${names.map((name) => `<D:privilege><D:${name}/></D:privilege>`).join('')}</D:current-user-privilege-set>`;
    const listing =
      props(
        '/home/a/',
        '<D:displayname>12345</D:displayname><A:calendar-color xmlns:A="http://apple.com/ns/ical/">#FF2968FF</A:calendar-color>',
      ) +
      props('/home/b%20c/', `<D:displayname/>${rights('read')}`) +
      props('/home/d/', `<D:displayname>true</D:displayname>${rights('read', 'write-content')}`) +
      props(
        '/home/tasks/',
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>',
      ) +
      props(
        '/home/inbox/',
        '<C:schedule-default-calendar-URL><D:href>/home/d</D:href></C:schedule-default-calendar-URL>',
        '<C:schedule-inbox/>',
      ) +
      props('/home/a.ics', '', '');
    server.fault = ({ request, answer }) => {
      if (request.url !== '/home/') return false;
      answer({ status: 207, body: `${MULTISTATUS_HEAD}${listing}</D:multistatus>` });
      return true;
    };
    const infos = await connect().calendars(NEVER);
    expect(infos).toMatchObject([
      { name: '12345', color: '#ff2968', writable: true, isDefault: false },
      { name: 'b c', href: `${server.origin}/home/b%20c/`, writable: false },
      { name: 'true', writable: true, isDefault: true },
    ]);
    expect(infos[1]?.readOnlyReason).toBeTypeOf('string');
    expect(infos).toHaveLength(3);
  });
});
