import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type CalendarServer, createServer } from '../create-server.js';
import type { McpAdapter, McpRequest } from './adapter.js';
import { HttpRefusal } from './refusal.js';
import { authInfoOf } from './sdk-auth-info.js';

export interface SessionLimits {
  /** Of one user. */
  readonly sessions: number;
  /** At once, of one session. */
  readonly requests: number;
  readonly idleMs: number;
}

interface Session {
  readonly identity: string;
  readonly calendar: CalendarServer;
  readonly transport: StreamableHTTPServerTransport;
  /** Ids of requests that are not answered yet. */
  readonly open: Set<string | number>;
  /** Responses that are not closed, the stream of GET among them. */
  responses: number;
  usedAt: number;
}

const SWEEP_MS = 10_000;
const NOT_FOUND = 'Session not found.';
const NO_SESSION = -32001;

/**
 * MCP up to revision 2025-11-25, with sessions: each has a calendar server and a transport of its own, and belongs to
 * the user who began it.
 */
export function createSessionAdapter(limits: SessionLimits): McpAdapter {
  const { sessions: most, idleMs } = limits;
  const sessions = new Map<string, Session>();
  const isBusy = ({ responses, calendar }: Session): boolean => responses > 0 || calendar.running() > 0;

  const sweep = setInterval(
    () => {
      for (const session of sessions.values()) {
        if (!isBusy(session) && performance.now() - session.usedAt > idleMs) void session.transport.close();
      }
    },
    Math.min(idleMs, SWEEP_MS),
  ).unref();

  /** A user who has too many loses the one that was not used for longest: clients often leave without a word. */
  async function makeRoom(identity: string): Promise<void> {
    const own = [...sessions.values()].filter((session) => session.identity === identity);
    if (own.length < most) return;
    const [oldest] = own.filter((session) => !isBusy(session)).toSorted((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined) {
      throw new HttpRefusal(503, 'Too many sessions are in use.', { headers: { 'Retry-After': '10' } });
    }
    await oldest.transport.close();
  }

  async function begin({ grant, lease }: McpRequest): Promise<Session> {
    await makeRoom(grant.identity);
    const id = randomUUID();
    const own = lease.again();
    const calendar = createServer(own.program);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session: Session = {
      identity: grant.identity,
      calendar,
      transport,
      open: new Set(),
      responses: 0,
      usedAt: performance.now(),
    };
    sessions.set(id, session);
    transport.onclose = () => {
      sessions.delete(id);
      // Calls that were asked to end still use what belongs to the user.
      void calendar.settled().then(own.release);
    };
    await calendar.server.connect(transport);
    return session;
  }

  return {
    async handle(request) {
      const id = request.req.headers['mcp-session-id'];
      if (typeof id === 'string') {
        const session = sessions.get(id);
        if (session?.identity !== request.grant.identity) {
          throw new HttpRefusal(404, NOT_FOUND, { code: NO_SESSION });
        }
        return use(session, request, limits);
      }
      if (request.message?.method !== 'initialize') {
        throw new HttpRefusal(400, 'The Mcp-Session-Id header is required; sessions begin with initialize.');
      }
      const session = await begin(request);
      await use(session, request, limits);
      // What was refused began no session.
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
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

/** One request of a session, answered unless too many are under way. */
async function use(
  session: Session,
  { req, res, message, grant }: McpRequest,
  { requests }: Pick<SessionLimits, 'requests'>,
): Promise<void> {
  const id = message?.method === undefined ? undefined : message.id;
  if (id !== undefined) {
    if (session.open.has(id)) throw new HttpRefusal(400, 'A request with this id is not answered yet.');
    if (Math.max(session.open.size, session.calendar.running()) >= requests) {
      throw new HttpRefusal(429, 'Too many requests at once in this session.', {
        headers: { 'Retry-After': '1' },
      });
    }
    session.open.add(id);
  }
  session.responses++;
  res.once('close', () => {
    session.responses--;
    session.usedAt = performance.now();
    if (id !== undefined) session.open.delete(id);
  });
  await session.transport.handleRequest(Object.assign(req, { auth: authInfoOf(grant) }), res, message);
  if (message?.method === 'notifications/cancelled') {
    // It is never answered, so nothing else would end its response.
    session.transport.closeSSEStream(message.params?.requestId as string | number);
  }
}
