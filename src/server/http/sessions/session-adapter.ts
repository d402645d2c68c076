import { randomUUID } from 'node:crypto';
import type { SessionRecords } from '../../../ports/replicas/session-records.js';
import type { McpAdapter, McpRequest } from '../adapter.js';
import { HttpRefusal } from '../refusal.js';
import { isBusy, openSession, type ServedSession, serveRequest } from './session.js';
import { SharedSessions } from './shared-sessions.js';

export interface SessionLimits {
  /** Per user. */
  readonly sessions: number;
  /** Concurrent, per session. */
  readonly requests: number;
  readonly idleMs: number;
}

const SWEEP_MS = 10_000;
const NOT_FOUND = 'Session not found.';
const NO_SESSION = -32001;

/**
 * MCP up to revision 2025-11-25 with sessions. Each has its own calendar server and transport, and belongs to
 * the user who opened it. With `records`, replicas share sessions.
 */
export function createSessionAdapter(limits: SessionLimits, records?: SessionRecords): McpAdapter {
  const { sessions: most, idleMs } = limits;
  const sessions = new Map<string, ServedSession>();
  const forget = (session: ServedSession): void => {
    if (sessions.get(session.id) === session) sessions.delete(session.id);
  };
  const shared = records && new SharedSessions(records, most, forget);

  const sweep = setInterval(
    () => {
      for (const session of sessions.values()) {
        if (!isBusy(session) && performance.now() - session.usedAt > idleMs) void session.transport.close();
      }
    },
    Math.min(idleMs, SWEEP_MS),
  ).unref();

  /** Closes the user's least recently used session if there are too many: clients often leave silently. */
  async function makeRoom(identity: string): Promise<void> {
    const own = [...sessions.values()].filter((session) => session.identity === identity);
    if (own.length < most) return;
    const [oldest] = own.filter((session) => !isBusy(session)).toSorted((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined) {
      throw new HttpRefusal(503, 'Too many sessions are in use.', { headers: { 'Retry-After': '10' } });
    }
    await oldest.transport.close();
  }

  async function begin(request: McpRequest): Promise<ServedSession> {
    await makeRoom(request.grant.identity);
    const name = { id: randomUUID(), conversation: randomUUID() };
    const session = await (shared?.begin(request, name) ?? openSession(request, name, { ended: forget }));
    sessions.set(session.id, session);
    return session;
  }

  /** Undefined if not found or owned by another user. */
  async function find(id: string, request: McpRequest): Promise<ServedSession | undefined> {
    const { identity } = request.grant;
    const known = sessions.get(id);
    if (known !== undefined) return known.identity === identity ? known : undefined;
    if (shared === undefined) return undefined;
    await makeRoom(identity);
    const found = await shared.find(id, request);
    if (found !== undefined) sessions.set(id, found);
    return found;
  }

  return {
    async handle(request) {
      const id = request.req.headers['mcp-session-id'];
      if (typeof id === 'string') {
        const session = await find(id, request);
        if (session === undefined) throw new HttpRefusal(404, NOT_FOUND, { code: NO_SESSION });
        await shared?.asked(session, request);
        return serveRequest(session, request, limits);
      }
      if (request.message?.method !== 'initialize') {
        throw new HttpRefusal(400, 'The Mcp-Session-Id header is required; sessions begin with initialize.');
      }
      const session = await begin(request);
      await serveRequest(session, request, limits);
      // A refused `initialize` opens no session.
      if (session.transport.sessionId === undefined) await session.transport.close();
    },
    async settled() {
      await Promise.all([...sessions.values()].map(({ calendar }) => calendar.settled()));
    },
    stop() {
      for (const { calendar } of sessions.values()) calendar.stop();
    },
    async close() {
      clearInterval(sweep);
      shared?.stop();
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}
