import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { followTokens, readAccessTokens } from '../../../src/secrets/access-tokens.js';
import type { HttpOptions } from '../../../src/server/http/start-http.js';
import { atEnd } from '../../at-end.js';
import { failureOf } from '../../thrown.js';
import { beginSession, HELLO, messageIn, post, send, serveHere, type TestServer } from './http-server.js';
import { startIssuer } from './issuer.js';

const folder = mkdtempSync(join(tmpdir(), 'calendar-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));
const full = 'full-0123456789-0123456789-0123456789';
const reads = 'read-0123456789-0123456789-0123456789';
let files = 0;
function tokenFile(text: string, mode = 0o600): string {
  const path = join(folder, `tokens-${++files}`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const publicUrl = 'https://calendar.example.org';
const challengeOf = async (server: TestServer, headers: Record<string, string>) => {
  const { status, headers: answered } = await post(server, HELLO, headers);
  return [status, answered['www-authenticate']];
};
const create = {
  id: 2,
  method: 'tools/call',
  params: {
    name: 'calendar_write',
    arguments: { mutation: { operation: 'create', data: { title: 'Lunch', start: '2026-11-24T12:00' } } },
  },
};

/** A caller who may read sees no tool that writes, and cannot call it. */
async function onlyReads(server: TestServer, token: string): Promise<void> {
  const session = await beginSession(server, bearer(token));
  const list = messageIn(await post(server, { id: 1, method: 'tools/list' }, session));
  const names = list.result.tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['calendar_read', 'calendar_analyze', 'search', 'fetch']);
  const refused = await post(server, create, session);
  expect(refused.status).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope"');
  expect(refused.headers['www-authenticate']).toContain('scope="calendar:read calendar:write"');
  const found = { id: 3, method: 'tools/call', params: { name: 'search', arguments: { query: 'lunch' } } };
  expect(messageIn(await post(server, found, session)).result.structuredContent).toHaveProperty('results');
}

describe('a file of tokens', () => {
  it('lets in those who present one, each as much as it says', async () => {
    const path = tokenFile(`# callers\nana ${full}\n\nphone ${reads} read\n`);
    const server = await serveHere({ tokens: await readAccessTokens(path) });
    const none = 'Bearer realm="calendar-mcp", scope="calendar:read calendar:write"';
    expect(await challengeOf(server, {})).toEqual([401, none]);
    for (const wrong of [
      `Bearer ${full}x`,
      `Bearer ${full.slice(1)}`,
      `Basic ${full}`,
      'Bearer',
      'Bearer a b',
    ]) {
      const [status, challenge] = await challengeOf(server, { Authorization: wrong });
      expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    }
    const session = await beginSession(server, bearer(full));
    expect(messageIn(await post(server, create, session)).result.structuredContent).toMatchObject({
      success: true,
    });
    await onlyReads(server, reads);
    expect(server.lines.join('')).not.toContain(full.slice(0, 10));
  });

  it('is read again when it changes: who was taken out is refused, who was added is let in', async () => {
    const path = tokenFile(`ana ${full}\nben ${reads}\n`);
    const server = await serveHere({ tokens: await followTokens(path) });
    const session = await beginSession(server, bearer(full));
    const statusOf = async (headers: Record<string, string>) =>
      (await post(server, { id: 9, method: 'ping' }, headers)).status;
    expect(await statusOf(session)).toBe(200);
    writeFileSync(path, `ben ${reads}\n`);
    expect(await statusOf(session)).toBe(401);
    writeFileSync(path, `ben ${reads}\nana ${full} read\n`);
    expect(await statusOf(session)).toBe(200);
    expect((await post(server, create, session)).status).toBe(403);
    for (const text of ['', 'ana short\n']) {
      writeFileSync(path, text);
      expect(await statusOf(session)).toBe(503);
    }
    rmSync(path);
    expect(await statusOf(session)).toBe(503);
    expect(server.lines.join('')).toContain('does not exist');
    writeFileSync(path, `ana ${full}\n`, { mode: 0o600 });
    expect(await statusOf(session)).toBe(200);
  });

  it('ends streams that are open when their token is taken out, and no others', async () => {
    const path = tokenFile(`ana ${full}\nben ${reads}\n`);
    const server = await serveHere({ tokens: await followTokens(path), limits: { recheckMs: 20 } });
    const open = [];
    for (const token of [full, reads]) {
      const session = await beginSession(server, bearer(token));
      const headers = { ...session, Accept: 'text/event-stream' };
      const response = await fetch(new URL('/mcp', server.url), { headers });
      expect(response.status).toBe(200);
      open.push(
        response
          .text()
          .then(() => 'ended')
          .catch(() => 'cut off'),
      );
    }
    const [ofAna, ofBen] = open;
    writeFileSync(path, `ben ${reads}\n`);
    expect(await Promise.race(open.map(async (one, at) => [at, await one]))).toEqual([0, 'cut off']);
    rmSync(path);
    expect(await Promise.all([ofAna, ofBen])).toEqual(['cut off', 'cut off']);
  });

  it.each([
    ['can be read by others', `ana ${full}`, 0o644, /other users of this machine/],
    ['is empty', '# nobody\n', 0o600, /contains no token/],
    ['has a short token', `\nana short`, 0o600, /wrong line 2/],
    ['has a word too many', `ana ${full} write`, 0o600, /wrong line 1/],
    ['has a name twice', `ana ${full}\nana ${reads}`, 0o600, /a name twice/],
    ['has a token twice', `ana ${full}\nben ${full}`, 0o600, /a token twice/],
  ])('is not used when it %s', async (_, text, mode, reason) => {
    const error = await failureOf(readAccessTokens(tokenFile(text, mode)));
    expect(error).toMatchObject({ code: 'CONFIGURATION', message: expect.stringMatching(reason) });
    expect(JSON.stringify(error)).not.toContain(full);
  });

  it('is not there', async () => {
    const error = await failureOf(readAccessTokens(join(folder, 'nowhere')));
    expect(error.message).toMatch(/does not exist/);
  });
});

describe('tokens of an authorization server', () => {
  async function protectedServer(options: Partial<HttpOptions> = {}) {
    const issuer = await startIssuer(`${publicUrl}/mcp`);
    atEnd(issuer.close);
    return { issuer, server: await serveHere({ publicUrl, oauth: issuer.settings, ...options }) };
  }

  it('are accepted, as far as their scopes go', async () => {
    const { issuer, server } = await protectedServer();
    const session = await beginSession(server, bearer(await issuer.token()));
    expect((await post(server, create, session)).status).toBe(200);
    await onlyReads(server, await issuer.token({ sub: 'ben', scope: 'openid calendar:read' }));
    await onlyReads(server, await issuer.token({ sub: 'eve', scope: undefined, scp: ['calendar:read'] }));
    const [status, challenge] = await challengeOf(server, bearer(await issuer.token({ scope: 'mail' })));
    expect([status, challenge]).toEqual([403, expect.stringContaining('scope="calendar:read"')]);
    expect(issuer.asked()).toBe(1);
  });

  it('are explained: who issues them, and which there are', async () => {
    const { issuer, server } = await protectedServer();
    const where = `${publicUrl}/.well-known/oauth-protected-resource`;
    expect(await challengeOf(server, {})).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${where}/mcp"`),
    ]);
    for (const path of ['/mcp', '']) {
      const answer = await send(server, { method: 'GET', path: new URL(where).pathname + path });
      expect(JSON.parse(answer.text)).toEqual({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [issuer.settings.issuer],
        scopes_supported: ['calendar:read', 'calendar:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Calendar',
      });
    }
    const without = await serveHere();
    expect((await send(without, { method: 'GET', path: new URL(where).pathname })).status).toBe(404);
  });

  it('are refused for one of our reasons', async () => {
    const { issuer, server } = await protectedServer();
    const { token, now, settings } = issuer;
    const other = (await generateKeyPair('ES256')).privateKey;
    const claims = { iss: settings.issuer, aud: settings.audience, sub: 'ana', exp: now + 600 };
    const plain = new UnsecuredJWT({ ...claims, scope: 'calendar:read' }).encode();
    const cases: readonly (readonly [string, string])[] = [
      [await token({ aud: 'https://other.example.org' }), 'not issued for this server'],
      [await token({ aud: undefined }), 'not issued for this server'],
      [await token({ iss: 'https://evil.example.org' }), 'not issued for this server'],
      [await token({ nbf: now + 600 }), 'not valid yet'],
      [await token({ exp: now - 31 }), 'has expired'],
      [await token({ exp: undefined }), 'not issued for this server'],
      [await token({ sub: undefined }), 'not issued for this server'],
      [await token({ sub: 'two words' }), 'no usable subject'],
      [await token({ sub: ['ana'] }), 'no usable subject'],
      [await token({ sub: 1 }), 'no usable subject'],
      [await token({}, { key: other }), 'a wrong signature'],
      [await token({}, { kid: 'two' }), 'a key that its issuer does not have'],
      [plain, 'in a way that is not accepted'],
      ['not-a-token', 'is not valid'],
    ];
    for (const [presented, reason] of cases) {
      const { status, headers, text } = await post(server, HELLO, bearer(presented));
      expect([status, messageIn({ status, headers, text }).error.message]).toEqual([
        401,
        expect.stringContaining(reason),
      ]);
      expect(headers['www-authenticate']).toMatch(/^Bearer (?:\w+="[^"\\]*"(?:, )?)+$/);
    }
    expect((await post(server, HELLO, bearer(await token({ exp: now - 5 })))).status).toBe(200);
  });

  it('cannot be judged while the keys of their issuer cannot be read', async () => {
    const { issuer, server } = await protectedServer();
    issuer.goDown();
    const { status, headers } = await post(server, HELLO, bearer(await issuer.token()));
    expect([status, headers['www-authenticate']]).toEqual([503, undefined]);
    issuer.close();
    expect((await post(server, HELLO, bearer(await issuer.token()))).status).toBe(503);
  });

  it('are not waited for while their issuer sends keys without an end', async () => {
    const { issuer, server } = await protectedServer();
    issuer.sendEndlessly();
    expect((await post(server, HELLO, bearer(await issuer.token()))).status).toBe(503);
    expect(issuer.sent()).toBeLessThan(64 * 1024 * 1024);
  });

  it('stand beside tokens of a file', async () => {
    const tokens = await readAccessTokens(tokenFile(`cron ${reads} read`));
    const { issuer, server } = await protectedServer({ tokens });
    await onlyReads(server, reads);
    expect((await post(server, HELLO, bearer(await issuer.token()))).status).toBe(200);
  });
});
