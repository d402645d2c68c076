import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startLine } from '../../../src/cli/http/start-line.js';
import { httpSettings } from '../../../src/config/http-settings.js';
import { followTokens, tokenDigest } from '../../../src/secrets/access-tokens.js';
import { atEnd } from '../../at-end.js';
import { sandbox } from '../stdio-process.js';
import { connectHttp, HELLO, post, send, serveHere } from './http-server.js';

const token = 'ana-token-0123456789-0123456789-0123456789';
const stranger = 'wrong-0123456789-0123456789-0123456789';
const tokens = [{ name: 'ana', digest: tokenDigest(token), readOnly: false }];

describe('the log of refused requests', () => {
  const refused = async (headers: Record<string, string>) => {
    const server = await serveHere({ tokens, trustedProxies: ['10.1.0.0/16'] });
    const { status } = await post(server, HELLO, { Authorization: `Bearer ${stranger}`, ...headers });
    const line = server.lines.find((one) => one.includes('a request was refused')) ?? '';
    return { status, line };
  };

  it.each([
    ['nothing else', {}, {}],
    ['the address that a proxy of this computer names', { 'X-Forwarded-For': '203.0.113.7' }, '203.0.113.7'],
    ['the last of several', { 'X-Forwarded-For': '10.0.0.1, 2001:db8::7' }, '2001:db8::7'],
    ['whom a trusted proxy names', { 'X-Forwarded-For': '203.0.113.7, 10.1.0.9' }, '203.0.113.7'],
    ['nothing that is no address', { 'X-Forwarded-For': '203.0.113.7, "} bad' }, {}],
  ])('has where they come from, and %s', async (_, headers, named) => {
    const { status, line } = await refused(headers as Record<string, string>);
    expect(status).toBe(401);
    expect(JSON.parse(line)).toEqual({
      ...{ level: 'info', message: 'a request was refused', status: 401, reason: 'The token is not known' },
      ...{ peer: '127.0.0.1', ...(typeof named === 'string' && { forwardedFor: named }) },
    });
    expect(line).not.toContain(stranger);
  });

  it('is matched by the filter for fail2ban in the guide', async () => {
    const guide = readFileSync('docs/guide/http.md', 'utf8');
    const [, filter = 'none'] = /^failregex = (.+)$/m.exec(guide) ?? [];
    const expression = new RegExp(filter.replace('<HOST>', '(?<host>[0-9a-f.:]+)'));
    const { line } = await refused({ 'X-Forwarded-For': '203.0.113.7' });
    expect(expression.exec(line)?.groups?.host).toBe('203.0.113.7');
    const server = await serveHere({ tokens });
    const body = new URLSearchParams({ token: stranger }).toString();
    const headers = {
      ...{ 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '203.0.113.7' },
      ...{ Origin: server.url, Host: `127.0.0.1:${server.port}` },
    };
    expect((await send(server, { path: '/sign-in', headers, body })).status).toBe(401);
    expect(expression.exec(server.lines.join(''))?.groups?.host).toBe('203.0.113.7');
    // A client that has no token yet asks for one first.
    expect(expression.test(line.replace('The token is not known', 'A bearer token is required.'))).toBe(
      false,
    );
  });
});

it('/healthz answers while somebody can be let in', async () => {
  const box = sandbox();
  atEnd(box.remove);
  const path = join(box.root, 'tokens');
  writeFileSync(path, `ana ${token}\n`, { mode: 0o600 });
  const server = await serveHere({ tokens: await followTokens(path) });
  const health = async () => (await send(server, { method: 'GET', path: '/healthz' })).status;
  expect(await health()).toBe(200);
  chmodSync(path, 0o644);
  expect(await health()).toBe(503);
  chmodSync(path, 0o600);
  expect(await health()).toBe(200);
});

describe('a client that the server leaves by a restart', () => {
  const restarted = async (stateless: boolean) => {
    const first = await serveHere({ stateless });
    const { client } = await connectHttp(first);
    await client.listTools();
    await first.stop();
    await serveHere({ stateless, port: first.port });
    // The first one may go to a connection that the old server has closed.
    await client.listTools().catch(() => undefined);
    return client.listTools();
  };

  it('goes on without noticing where there are no sessions', async () => {
    expect((await restarted(true)).tools).toHaveLength(5);
  });

  // As long as this is so, the guide recommends to have none.
  it('does not begin a new session by itself', async () => {
    await expect(restarted(false)).rejects.toThrow(/Session not found/);
  });
});

describe('the line at the start', () => {
  it.each<[string, object, number | undefined, string]>([
    ['a computer of one', {}, undefined, 'one user; without authentication'],
    ['tokens', { tokenFile: 'tokens' }, 1, 'one user; 1 token'],
    [
      'a family',
      {
        publicUrl: 'https://calendar.example.org/',
        tokenFile: 'tokens',
        oauth: { issuer: 'https://id.example.org', jwksUrl: 'https://id.example.org/jwks' },
        users: [
          { token: 'ana', config: 'ana.json' },
          { subject: 'ben', config: 'ben.json' },
        ],
        stateless: true,
      },
      2,
      '2 users: ana, ben; 2 tokens and OAuth by https://id.example.org; without sessions',
    ],
    [
      'many',
      { users: Array.from({ length: 10 }, (_, at) => ({ token: `u${at}`, config: 'x' })) },
      10,
      '10 users: u0, u1, u2, u3, u4, u5, u6, u7, 2 more; 10 tokens',
    ],
  ])('tells of %s', (_, http, count, expected) => {
    const settings = httpSettings(http, '/etc');
    const address = settings.publicUrl === undefined ? '' : ', for clients https://calendar.example.org/mcp';
    expect(startLine('http://127.0.0.1:8080', settings, count)).toBe(
      `Serving MCP at http://127.0.0.1:8080/mcp${address}; ${expected}`,
    );
  });
});
