// @module-tag servers
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../../schemas/model/error.js';
import { failure } from '../expect-failure.js';
import { type Fault, MULTISTATUS_HEAD, startFaultServer } from '../fault-server.js';
import { server } from '../fault-servers.js';
import { body, connect, eachWithOneEvent, GOOD, NEVER, query, reset, status } from './faulty-reads.js';

eachWithOneEvent();

const refusal = (condition: string): Fault =>
  status(
    403,
    {},
    `<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><${condition}/></D:error>`,
  );

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
    await failure(connect().calendars({ signal: NEVER }));
  });

  it('nobody listens', async () => {
    const gone = await startFaultServer();
    await gone.close();
    const backend = connect({ url: gone.origin });
    expect((await failure(backend.calendars({ signal: NEVER }))).code).toBe('UNAVAILABLE');
  });

  it('a host that does not exist', async () => {
    const backend = connect({ url: 'http://no-such-host.invalid/' });
    expect((await failure(backend.calendars({ signal: NEVER }))).code).toBe('UNAVAILABLE');
  });

  it('plain HTTP where TLS is due', async () => {
    const backend = connect({ url: server.origin.replace('http:', 'https:') });
    expect((await failure(backend.calendars({ signal: NEVER }))).code).toBe('TLS_ERROR');
  });
});
