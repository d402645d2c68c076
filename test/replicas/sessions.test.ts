// @module-tag database
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { tokenDigest } from '../../src/secrets/access-tokens.js';
import { createDatabaseSessions } from '../../src/state/database/database-sessions.js';
import {
  beginSession,
  JSON_HEADERS,
  messageIn,
  post,
  send,
  serveHere,
  type TestServer,
} from '../server/http/http-server.js';
import { stubService } from '../server/stub-service.js';
import { asAdmin, freshDatabase, open, server } from '../state/database/fresh-database.js';
import { streamOf } from './stream-of.js';

const tokens = ['ana', 'ben'].map((name) => ({
  name,
  digest: tokenDigest(`${name}-0123456789-0123456789-0123456789`),
  readOnly: false,
}));
const bearer = (name: string) => ({ Authorization: `Bearer ${name}-0123456789-0123456789-0123456789` });
const ping = { id: 1, method: 'ping' };
const ask = { id: 7, method: 'tools/call', params: { name: 'search', arguments: { query: 'x' } } };

/** Two replicas in this process, over one database. */
async function replicas({ idleMs = 60_000, sessions = 100 } = {}) {
  const url = await freshDatabase();
  const callers: unknown[] = [];
  /** Which calls that wait were cancelled. */
  const ended = new Map<string, boolean>();
  const { service } = stubService({
    search: async (args, { caller, ask: askPerson, signal }) => {
      const { query } = args as { query: string };
      if (query.startsWith('wait')) {
        ended.set(query, false);
        await once(signal, 'abort');
        ended.set(query, true);
        throw new Error('cancelled');
      }
      callers.push(caller);
      const said = await askPerson?.('Really?');
      return { results: [{ id: 'a', title: String(said), url: '' }] };
    },
  });
  const start = () => {
    const sessionRecords = createDatabaseSessions(open(url), { idleMs });
    return serveHere({ tokens, idleMs, limits: { sessions }, sessionRecords }, () => service);
  };
  return { url, callers, ended, a: await start(), b: await start() };
}

const statusAt = async (at: TestServer, session: Record<string, string>, id = 1) =>
  (await post(at, { ...ping, id }, session)).status;

/** A session of a client that can ask its person. */
async function beginWithForms(at: TestServer, name: string) {
  const capabilities = { elicitation: { form: {} } };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '7' } };
  const { headers } = await post(at, { id: 0, method: 'initialize', params }, bearer(name));
  return { ...bearer(name), 'Mcp-Session-Id': String(headers['mcp-session-id']) };
}

it.skipIf(server === null)('a session goes on at another replica, for its own user only', async () => {
  const { a, b, callers, url } = await replicas();
  const session = await beginSession(a, bearer('ana'));
  const other = { ...session, ...bearer('ben') };
  expect(await statusAt(b, other)).toBe(404);
  expect(await statusAt(b, { ...session, 'Mcp-Session-Id': 'no such' })).toBe(404);
  // Of two at once, one makes it anew.
  expect(await Promise.all([statusAt(b, session), statusAt(b, session, 2)])).toEqual([200, 200]);
  expect(await statusAt(b, other)).toBe(404);
  await a.stop();
  expect(messageIn(await post(b, ask, session)).result.structuredContent).toBeDefined();
  await post(a, ask, session).catch(() => undefined);
  expect(callers).toEqual([
    expect.objectContaining({ name: 'raw', principal: 'token:ana', conversation: expect.any(String) }),
  ]);
  // Who reads the tables cannot use what is there.
  const rows = await open(url).query('SELECT * FROM calendar_mcp.sessions');
  expect(JSON.stringify(rows)).not.toContain(session['Mcp-Session-Id']);
});

it.skipIf(server === null)('a cancellation ends a call of another replica, and no other', async () => {
  const { a, b, ended } = await replicas();
  const session = await beginSession(a, bearer('ana'));
  const waits = (query: string) => ({ name: 'search', arguments: { query } });
  const started = (id: number, query: string) =>
    post(a, { id, method: 'tools/call', params: waits(query) }, session);
  const first = started(7, 'wait for ever');
  const second = started(8, 'wait on');
  await expect.poll(() => ended.size).toBe(2);
  const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
  expect((await post(b, cancel, session)).status).toBe(202);
  // Nothing is answered, and nothing more is waited for.
  expect((await first).text).not.toContain('result');
  expect([...ended]).toEqual([
    ['wait for ever', true],
    ['wait on', false],
  ]);
  await post(a, { ...cancel, params: { requestId: 8 } }, session);
  await second;
});

it.skipIf(server === null)('DELETE at one replica ends it at all, and nothing else does', async () => {
  const { a, b } = await replicas();
  const session = await beginSession(a, bearer('ana'));
  const stays = await beginSession(a, bearer('ana'));
  expect(await statusAt(b, session)).toBe(200);
  const remove = (name: string) =>
    send(b, { method: 'DELETE', headers: { ...session, ...bearer(name) } }).then(({ status }) => status);
  expect(await remove('ben')).toBe(404);
  expect(await remove('ana')).toBe(200);
  expect(await statusAt(b, session)).toBe(404);
  await expect.poll(() => statusAt(a, session)).toBe(404);
  expect(await statusAt(b, stays)).toBe(200);
});

it.skipIf(server === null)(
  'ends when nobody has used it for a while, and beyond the limit of its user',
  async () => {
    const { a, b, url } = await replicas({ sessions: 2 });
    const ofBen = await beginSession(b, bearer('ben'));
    const [first, second, third] = [
      await beginSession(a, bearer('ana')),
      await beginSession(b, bearer('ana')),
      await beginSession(a, bearer('ana')),
    ];
    await expect.poll(() => statusAt(b, first ?? {})).toBe(404);
    expect(await Promise.all([second, third, ofBen].map((one) => statusAt(a, one ?? {})))).toEqual([
      200, 200, 200,
    ]);
    const idle = await beginSession(a, bearer('ben'));
    await a.stop();
    await asAdmin(url, "UPDATE calendar_mcp.sessions SET used_at = used_at - interval '61 seconds'");
    expect(await statusAt(b, idle)).toBe(404);
  },
);

it.skipIf(server === null)('what the client has set is set at the other replica, too', async () => {
  const { a, b } = await replicas();
  const session = await beginSession(a, bearer('ana'));
  const uri = 'calendar://calendars';
  const set = async (at: TestServer, method: string, params: object) =>
    expect(messageIn(await post(at, { id: 2, method, params }, session)).result).toEqual({});
  await set(a, 'logging/setLevel', { level: 'error' });
  await set(a, 'resources/subscribe', { uri });
  // It is told once more: what it has missed meanwhile nobody knows.
  const stream = await streamOf(b, session);
  await expect.poll(() => stream.updated()).toEqual([uri]);
  await set(a, 'resources/unsubscribe', { uri });
  // The first replica hears of a later subscription, and so of what came before it.
  const later = 'calendar://agenda/2027-01-15';
  await set(b, 'resources/subscribe', { uri: later });
  const again = await streamOf(a, session);
  await expect.poll(() => again.updated()).toEqual([later]);
});

it.skipIf(server === null)(
  'a question is answered through any replica, and only by its own answer',
  async () => {
    const { a, b } = await replicas();
    const session = await beginWithForms(a, 'ana');
    const asked = async (at: TestServer) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...ask });
      const headers = { ...JSON_HEADERS, ...session };
      const response = await fetch(`${at.url}/mcp`, { method: 'POST', headers, body });
      const reader = (response.body ?? new ReadableStream()).getReader();
      let text = '';
      const next = async (): Promise<Record<string, unknown> & { id: string }> => {
        for (;;) {
          const at = text.indexOf('\n\n');
          if (at >= 0) {
            const line = text
              .slice(0, at)
              .split('\n')
              .find((one) => one.startsWith('data: {'));
            text = text.slice(at + 2);
            if (line !== undefined) return JSON.parse(line.slice(6));
            continue;
          }
          const { value, done } = await reader.read();
          if (done) throw new Error('the stream has ended');
          text += new TextDecoder().decode(value);
        }
      };
      return next;
    };
    const atA = await asked(a);
    const atB = await asked(b);
    const [ofA, ofB] = [await atA(), await atB()];
    expect([ofA.method, ofB.method]).toEqual(['elicitation/create', 'elicitation/create']);
    expect(ofA.id).not.toBe(ofB.id);
    const answer = (id: string, agree: boolean) =>
      post(
        b,
        { id, result: { action: agree ? 'accept' : 'decline', ...(agree && { content: { agree: true } }) } },
        session,
      );
    expect((await answer(ofA.id, false)).status).toBe(202);
    expect(JSON.stringify(await atA())).toContain('declined');
    // A replica that is gone has no questions any more: its answer agrees to nothing.
    await a.stop();
    expect((await answer(ofA.id, true)).status).toBe(202);
    await answer(ofB.id, false);
    expect(JSON.stringify(await atB())).toContain('declined');
  },
);
