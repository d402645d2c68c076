import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../../../../src/secrets/access-tokens.js';
import { event, ics } from '../../../engine/service-on-memory.js';
import { type Answer, HELLO, memoryService, post, send, serveHere, type TestServer } from '../http-server.js';

const TOKEN = 'ana-token-0123456789-0123456789-0123456789';
const ANA = { name: 'ana', digest: tokenDigest(TOKEN), readOnly: false };
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', ...HTML };
const COOKIE = /^(calendar-\d+=[\w-]{43}); Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/;

const service = () =>
  memoryService([ics(...event('UID:a', 'DTSTART:20261124T110000Z', 'DURATION:PT1H', 'SUMMARY:Lunch'))]);
const serve = (options: Parameters<typeof serveHere>[0] = {}) =>
  serveHere({ tokens: [ANA], ...options }, service);

const get = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  send(server, { method: 'GET', path, headers });
const own = (server: TestServer) => ({ Origin: server.url, Host: `127.0.0.1:${server.port}` });

function signIn(
  server: TestServer,
  fields: Record<string, string>,
  headers: Record<string, string> = own(server),
) {
  const body = new URLSearchParams(fields).toString();
  return send(server, { path: '/sign-in', headers: { ...FORM, ...headers }, body });
}

function cookieOf({ headers }: Answer): string {
  const found = COOKIE.exec(headers['set-cookie']?.join('\n') ?? '')?.[1];
  if (found === undefined) throw new Error(`no cookie: ${headers['set-cookie']}`);
  return found;
}

const signedIn = async (server: TestServer) => ({ Cookie: cookieOf(await signIn(server, { token: TOKEN })) });

describe('who is not signed in', () => {
  it('sees a form where a browser asks, and a program the error it knows', async () => {
    const server = await serve();
    const page = await get(server, '/week?from=2026-11-30', HTML);
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<input type="hidden" name="to" value="/week?from=2026-11-30">');
    expect(page.text).not.toContain('Lunch');
    for (const accept of ['application/json, text/event-stream', '*/*']) {
      const plain = await get(server, '/week', { Accept: accept });
      expect(plain.status).toBe(401);
      expect(JSON.parse(plain.text)).toEqual({
        jsonrpc: '2.0',
        error: { code: -32000, message: 'A bearer token is required.' },
        id: null,
      });
      expect(plain.headers['www-authenticate']).toBe(page.headers['www-authenticate']);
      expect(plain.headers['www-authenticate']).toMatch(/^Bearer realm="calendar-mcp", scope="calendar:read/);
    }
  });

  it('finds out at the root what this is, and nothing else', async () => {
    const { status, text } = await get(await serve({ publicUrl: 'https://calendar.example.org' }), '/');
    expect(status).toBe(200);
    expect(text).toContain('<code>https://calendar.example.org/mcp</code>');
    expect(text).toContain('<a href="/week">');
  });

  it('reads the other refusals as pages, too', async () => {
    const server = await serve();
    const missing = await get(server, '/metrics', HTML);
    expect([missing.status, missing.text]).toEqual([
      404,
      expect.stringContaining('<h1>Page not found.</h1>'),
    ]);
    const evil = await get(server, '/week', { ...HTML, Host: 'evil.example.org' });
    expect([evil.status, evil.text]).toEqual([
      403,
      expect.stringMatching(/<h1>This is not allowed\.<\/h1><p>The Host header/),
    ]);
  });
});

describe('signing in', () => {
  it('sets a cookie for the page, its data and events, and for nothing else', async () => {
    const server = await serve();
    const answer = await signIn(server, { token: ` ${TOKEN}\n`, to: '/week?from=2026-11-23' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/week?from=2026-11-23']);
    const cookie = { Cookie: `other=1; ${cookieOf(answer)}` };
    const week = await get(server, '/week?from=2026-11-23', cookie);
    expect([week.status, week.text]).toEqual([200, expect.stringContaining('"title":"Lunch"')]);
    expect(week.text).toContain('"who":"ana","isSignedIn":true');
    const id = /"id":"(\w+)","title":"Lunch"/.exec(week.text)?.[1];
    expect((await get(server, `/events/${id}`, cookie)).text).toContain('<h1>Lunch</h1>');
    expect((await post(server, HELLO, cookie)).status).toBe(401);
    expect((await get(server, '/mcp', { ...cookie, ...HTML })).status).toBe(401);
    for (const path of ['/week', `/events/${id}`])
      expect((await send(server, { path, headers: { ...cookie, ...own(server) } })).status).toBe(405);
  });

  it('needs the page of this server: no other origin, and none at all', async () => {
    const app = 'https://app.example.org';
    const server = await serve({ allowedOrigins: [app], publicUrl: 'https://calendar.example.org' });
    for (const headers of [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example.org' },
      { Origin: app },
      { Origin: 'http://calendar.example.org', Host: 'calendar.example.org' },
      { ...own(server), 'Sec-Fetch-Site': 'same-site' },
      { ...own(server), 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const { status, headers: answered } = await signIn(server, { token: TOKEN }, headers);
      expect([status, answered['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('over https sets a cookie that only https and this host get', async () => {
    const server = await serve({ publicUrl: 'https://calendar.example.org' });
    const there = { Origin: 'https://calendar.example.org', Host: 'calendar.example.org' };
    const { headers } = await signIn(server, { token: TOKEN }, there);
    const [set = ''] = headers['set-cookie'] ?? [];
    expect(set).toMatch(/^__Host-calendar=[\w-]{43}; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/);
    const cookie = set.split(';', 1)[0] ?? '';
    expect((await get(server, '/week', { Host: 'calendar.example.org', Cookie: cookie })).status).toBe(200);
    expect((await get(server, '/week', { Cookie: cookie })).status).toBe(401);
  });

  it('refuses what is no token, and does not repeat it', async () => {
    const server = await serve();
    for (const token of ['', 'wrong', `${TOKEN}\r\nX-Evil: 1`, '"><script>alert(1)</script>', `${TOKEN} x`]) {
      const { status, headers, text } = await signIn(server, { token });
      expect([status, headers['set-cookie']]).toEqual([401, undefined]);
      expect(text).toContain('This token is not accepted.');
      if (token !== '') expect(text).not.toContain(token);
      expect(headers).not.toHaveProperty('x-evil');
    }
    const json = await send(server, {
      path: '/sign-in',
      headers: { ...own(server), 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
    expect((await signIn(server, { token: 'x'.repeat(20_000) })).status).toBe(413);
    expect(server.lines.join('')).not.toContain(TOKEN);
  });

  it.each([
    'https://evil.example.org',
    '//evil.example.org',
    '/\\evil.example.org',
    '/mcp',
    'week',
    '/week\r\nX-Evil: 1',
    '/events/a/../../mcp?x',
  ])('leads to no other place: %j', async (to) => {
    const { headers } = await signIn(await serve(), { token: TOKEN, to });
    expect(headers.location).toBe('/week');
    expect(headers).not.toHaveProperty('x-evil');
  });

  it('is not for those who have no calendars here, or may not read', async () => {
    const server = await serve({
      users: { keyOf: () => undefined, open: () => Promise.reject(new Error('never')) },
    });
    const { status, headers } = await signIn(server, { token: TOKEN });
    expect([status, headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('is not there where nobody needs it', async () => {
    const open = await serveHere({}, service);
    expect((await get(open, '/week')).status).toBe(200);
    expect((await get(open, '/sign-in')).status).toBe(404);
  });
});

describe('a session', () => {
  it('ends when one signs out, which another page cannot do', async () => {
    const server = await serve();
    const cookie = await signedIn(server);
    const out = (headers: Record<string, string>) =>
      send(server, { path: '/sign-out', headers: { ...FORM, ...cookie, ...headers } });
    expect((await out({ Origin: 'https://evil.example.org' })).status).toBe(403);
    expect((await get(server, '/week', cookie)).status).toBe(200);
    const { status, headers } = await out(own(server));
    expect([status, headers.location]).toEqual([303, '/']);
    expect(headers['set-cookie']?.[0]).toMatch(/^calendar-\d+=; Path=\/; Max-Age=0; /);
    expect((await get(server, '/week', cookie)).status).toBe(401);
  });

  it('ends with its token, at the next request, and is taken out of the browser', async () => {
    let tokens = [ANA];
    const server = await serve({ tokens: async () => tokens });
    const cookie = await signedIn(server);
    expect((await get(server, '/week', cookie)).status).toBe(200);
    tokens = [{ ...ANA, digest: tokenDigest('another') }];
    const { status, headers } = await get(server, '/week', { ...cookie, ...HTML });
    expect([status, headers['set-cookie']]).toEqual([401, [expect.stringContaining('; Max-Age=0;')]]);
    tokens = [ANA];
    expect((await get(server, '/week', cookie)).status).toBe(401);
  });

  it('ends after its time, whatever the browser keeps', async () => {
    const server = await serve({ limits: { pageSessionMs: 200 } });
    const { headers } = await signIn(server, { token: TOKEN });
    const [cookie = ''] = headers['set-cookie']?.[0]?.split(';') ?? [];
    await expect.poll(async () => (await get(server, '/week', { Cookie: cookie })).status).toBe(401);
  });

  it('has a secret that cannot be guessed, chosen or injected', async () => {
    const server = await serve();
    const name = `calendar-${server.port}`;
    for (const value of ['', 'a', 'x'.repeat(43), '__proto__', `${'x'.repeat(42)};`])
      expect((await get(server, '/week', { Cookie: `${name}=${value}` })).status).toBe(401);
    const before = 'y'.repeat(43);
    const answer = await signIn(server, { token: TOKEN }, { ...own(server), Cookie: `${name}=${before}` });
    expect(cookieOf(answer)).not.toContain(before);
  });

  it('gives way to an Authorization header', async () => {
    const server = await serve();
    const cookie = await signedIn(server);
    expect((await get(server, '/week', { ...cookie, Authorization: 'Bearer wrong' })).status).toBe(401);
  });
});
