// @module-tag servers
import { describe, expect, it } from 'vitest';
import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD } from '../fault-server.js';
import { server } from '../fault-servers.js';
import {
  body,
  calendar,
  connect,
  eachWithOneEvent,
  GOOD,
  multiget,
  NEVER,
  query,
  reset,
  status,
} from './faulty-reads.js';

eachWithOneEvent();

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
    await backend.scan(narrow, { signal: NEVER });
    await backend.scan(narrow, { signal: NEVER });
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
    expect((await backend.scan(narrow, { signal: NEVER })).objects).toHaveLength(1);
    const before = server.requests.length;
    expect((await backend.scan(narrow, { signal: NEVER })).objects).toHaveLength(1);
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
