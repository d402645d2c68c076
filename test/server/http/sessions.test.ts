import { describe, expect, it } from 'vitest';
import { tokenDigest } from '../../../src/secrets/access-tokens.js';
import { call } from '../connect.js';
import { stubService } from '../stub-service.js';
import { beginSession, connectHttp, HELLO, messageIn, post, send, serveHere } from './http-server.js';

const ana = 'ana-token-0123456789-0123456789-0123456789';
const ben = 'ben-token-0123456789-0123456789-0123456789';
const tokens = [
  { name: 'ana', digest: tokenDigest(ana), readOnly: false },
  { name: 'ben', digest: tokenDigest(ben), readOnly: false },
];
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const ping = { id: 1, method: 'ping' };

/** A service whose searches wait until they are let go. */
function waiting() {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = 0;
  const aborted: unknown[] = [];
  const { service } = stubService({
    search: async (_, { signal }) => {
      begun++;
      signal.addEventListener('abort', () => aborted.push(signal.reason));
      await gone;
      return { results: [] };
    },
  });
  return { service, letGo, begun: () => begun, aborted };
}
const slow = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'x' } },
});

describe('a session', () => {
  it('serves a real client: tools, a write and what it wrote', async () => {
    const { client } = await connectHttp(await serveHere());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'calendar_read',
      'calendar_write',
      'calendar_analyze',
      'search',
      'fetch',
    ]);
    const data = { title: 'Lunch', start: '2026-11-24T12:00', durationMinutes: 60 };
    const written = await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    expect(written.json).toMatchObject({ success: true });
    const found = await call(client, 'search', { query: 'lunch' });
    expect(found.json).toMatchObject({ results: [{ title: expect.stringContaining('Lunch') }] });
  });

  it('says who calls and in which session, whatever is asked: a tool, a resource, a completion', async () => {
    const callers: unknown[] = [];
    const { service } = stubService({
      read: async (_, { caller }) => {
        callers.push(caller);
        return { success: true, data: { calendars: [] }, meta: {} };
      },
      fetch: async (_, { caller }) => {
        callers.push(caller);
        return { id: 'a', title: 'A', text: 'A', url: '', metadata: {} };
      },
    });
    const server = await serveHere({ tokens }, () => service);
    const { client } = await connectHttp(server, ana);
    const other = await connectHttp(server, ana);
    await call(client, 'calendar_read', { query: { type: 'calendars' } });
    await client.readResource({ uri: 'calendar://event/a' });
    const ref = { type: 'ref/prompt', name: 'plan_my_week' } as const;
    await client.complete({ ref, argument: { name: 'calendar', value: 'a' } });
    await call(other.client, 'calendar_read', { query: { type: 'calendars' } });
    const caller = { kind: 'assistant', name: 'test', version: '0', principal: 'token:ana' };
    const conversation = expect.any(String);
    expect(callers).toEqual(Array(4).fill({ ...caller, conversation }));
    const sessions = callers.map((one) => (one as { conversation: string }).conversation);
    expect(new Set(sessions.slice(0, 3)).size).toBe(1);
    expect(sessions[3]).not.toBe(sessions[0]);
  });

  it('has an id that nobody can guess, belongs to its user and ends with DELETE', async () => {
    const server = await serveHere({ tokens });
    const session = await beginSession(server, bearer(ana));
    const other = await beginSession(server, bearer(ana));
    expect(session['Mcp-Session-Id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(session['Mcp-Session-Id']).not.toBe(other['Mcp-Session-Id']);
    expect((await post(server, ping, session)).status).toBe(200);
    expect((await post(server, ping, { ...session, ...bearer(ben) })).status).toBe(404);
    const made = { ...session, 'Mcp-Session-Id': '7c9a2f6e-7d3c-4d0e-9a52-0c4c8f1f9e11' };
    expect((await post(server, ping, made)).status).toBe(404);
    expect((await send(server, { method: 'DELETE', headers: { ...session, ...bearer(ben) } })).status).toBe(
      404,
    );
    expect((await send(server, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await post(server, ping, session)).status).toBe(404);
    expect((await post(server, ping, other)).status).toBe(200);
  });

  it('begins with initialize, and not with one that is refused', async () => {
    const server = await serveHere({ limits: { sessions: 1 } });
    expect((await post(server, ping)).status).toBe(400);
    const refused = await post(server, HELLO, { Accept: 'application/json' });
    expect(refused.status).toBe(406);
    const session = await beginSession(server);
    expect((await post(server, HELLO, session)).status).toBe(400);
    expect((await post(server, ping, { ...session, 'Mcp-Protocol-Version': '1999-01-01' })).status).toBe(400);
  });

  it('gives way to a new one of its user when it is the longest unused', async () => {
    const server = await serveHere({ tokens, limits: { sessions: 2 } });
    const ofBen = await beginSession(server, bearer(ben));
    const first = await beginSession(server, bearer(ana));
    const second = await beginSession(server, bearer(ana));
    await post(server, ping, first);
    const third = await beginSession(server, bearer(ana));
    const left = await Promise.all(
      [ofBen, first, second, third].map(async (session) => (await post(server, ping, session)).status),
    );
    expect(left).toEqual([200, 200, 404, 200]);
  });

  it('ends when nobody has used it for a while', async () => {
    const server = await serveHere({ idleMs: 50 });
    const session = await beginSession(server);
    await expect.poll(async () => (await post(server, ping, session)).status, { interval: 200 }).toBe(404);
  });

  it('takes so many requests at once, each with an id of its own', async () => {
    const { service, letGo, begun } = waiting();
    const server = await serveHere({ limits: { requests: 2 } }, () => service);
    const session = await beginSession(server);
    const both = [post(server, slow(1), session), post(server, slow(2), session)];
    await expect.poll(begun).toBe(2);
    expect((await post(server, slow(2), session)).status).toBe(400);
    const refused = await post(server, slow(3), session);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    letGo();
    expect((await Promise.all(both)).map((answer) => messageIn(answer).id)).toEqual([1, 2]);
    expect((await post(server, slow(3), session)).status).toBe(200);
  });

  it('ends the response of a request that is cancelled', async () => {
    const { service, begun, aborted, letGo } = waiting();
    const server = await serveHere({}, () => service);
    const session = await beginSession(server);
    const open = post(server, slow(7), session);
    await expect.poll(begun).toBe(1);
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await post(server, cancel, session)).status).toBe(202);
    expect(await open).toMatchObject({ status: 200, text: expect.not.stringContaining('data: {') });
    expect(aborted).toHaveLength(1);
    letGo();
  });

  it('has one stream for what the server says by itself', async () => {
    const server = await serveHere();
    const session = await beginSession(server);
    const headers = { ...session, Accept: 'text/event-stream' };
    const stream = fetch(`${server.url}/mcp`, { headers });
    expect((await stream).headers.get('content-type')).toBe('text/event-stream');
    expect((await send(server, { method: 'GET', headers })).status).toBe(409);
  });
});

describe('without sessions', () => {
  it('every request is on its own, and there is nothing to get or delete', async () => {
    const server = await serveHere({ stateless: true });
    const list = await post(server, { id: 5, method: 'tools/list' });
    expect(list.headers).not.toHaveProperty('mcp-session-id');
    expect(messageIn(list)).toMatchObject({ id: 5, result: { tools: expect.any(Array) } });
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await send(server, { method, headers: { Accept: 'text/event-stream' } });
      expect([status, headers.allow]).toEqual([405, 'POST']);
    }
    const { client } = await connectHttp(server);
    expect((await call(client, 'search', { query: 'nothing' })).json).toEqual({ results: [] });
  });

  it('what nobody waits for is ended, and each user has so many at once', async () => {
    const { service, begun, aborted, letGo } = waiting();
    const server = await serveHere({ stateless: true, limits: { requests: 1 } }, () => service);
    const leaving = new AbortController();
    const body = JSON.stringify({ jsonrpc: '2.0', ...slow(1) });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const left = fetch(`${server.url}/mcp`, { method: 'POST', headers, body, signal: leaving.signal });
    await expect.poll(begun).toBe(1);
    expect((await post(server, slow(2))).status).toBe(429);
    leaving.abort();
    await left.catch(() => undefined);
    await expect.poll(() => aborted.length).toBe(1);
    letGo();
    await expect.poll(async () => (await post(server, slow(2))).status).toBe(200);
  });
});
