import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { SessionChange } from '../../../ports/replicas/session-records.js';
import { type CalendarServer, createServer } from '../../create-server.js';
import type { McpRequest, RpcMessage } from '../adapter.js';
import { HttpRefusal } from '../refusal.js';
import { authInfoOf } from '../sdk-auth-info.js';

/** Ids of a session for its client and for the audit log. */
export interface SessionName {
  readonly id: string;
  readonly conversation: string;
}

export interface ServedSession extends SessionName {
  readonly identity: string;
  readonly calendar: CalendarServer;
  readonly transport: StreamableHTTPServerTransport;
  /** Ids of unanswered requests. */
  readonly open: Set<string | number>;
  /** Open responses, including the GET stream. */
  responses: number;
  usedAt: number;
}

export interface SessionEvents {
  /** The client has opened it and waits for the answer. */
  begun?(): Promise<void> | undefined;
  /** The client has changed a setting and waits for the answer. */
  changed?(change: SessionChange): Promise<void>;
  ended(session: ServedSession): void;
}

export async function openSession(
  { grant, lease }: McpRequest,
  { id, conversation }: SessionName,
  { begun, changed, ended }: SessionEvents,
): Promise<ServedSession> {
  const own = lease.again();
  const calendar = createServer({ ...own.program, conversation, ...(changed && { changed }) });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized: () => begun?.(),
  });
  const session: ServedSession = {
    id,
    identity: grant.identity,
    conversation,
    calendar,
    transport,
    open: new Set(),
    responses: 0,
    usedAt: performance.now(),
  };
  transport.onclose = () => {
    ended(session);
    // Running calls still use the user's resources.
    void calendar.settled().then(own.release);
  };
  await calendar.server.connect(transport);
  return session;
}

export function isBusy({ responses, calendar }: ServedSession): boolean {
  return responses > 0 || calendar.running() > 0;
}

/** Handles a request unless too many are running. */
export async function serveRequest(
  session: ServedSession,
  { req, res, message, grant }: McpRequest,
  { requests }: { readonly requests: number },
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
  if (message !== undefined) endCancelled(session, message);
}

/** A cancelled request gets no answer, so its stream must be closed here. */
export function endCancelled({ transport }: ServedSession, message: RpcMessage): void {
  const cancelled = cancelledBy(message);
  if (cancelled !== undefined) transport.closeSSEStream(cancelled);
}

/** Id of the request that a message cancels. */
export function cancelledBy({ method, params }: RpcMessage): string | number | undefined {
  const id = method === 'notifications/cancelled' ? params?.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
