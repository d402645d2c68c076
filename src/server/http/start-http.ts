import {
  createServer as createNodeServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Log } from '../../ports/log.js';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import type { SessionRecords } from '../../ports/replicas/session-records.js';
import { settleWithinGrace } from '../settle-within-grace.js';
import { type Authenticator, createAuthenticator, type VerifyToken } from './auth/authenticate.js';
import type { TokenIssuer } from './auth/json-web-token.js';
import { createBodyRoom } from './body-room.js';
import { createSourceCheck, hostInUrl, isLoopback } from './check-source.js';
import { type ClientAddress, createClientAddresses } from './client-address.js';
import type { SelfService } from './connect/self-service.js';
import { allowPages, isPreflight } from './cross-origin.js';
import type { Endpoint } from './endpoint.js';
import { createEndpoints } from './endpoints.js';
import { HTTP_LIMITS, type HttpLimits } from './limits.js';
import { createOpenStreams } from './operate/open-streams.js';
import type { ReadyCheck } from './operate/readiness.js';
import { type AccessOptions, createPageAccess } from './pages/page-access.js';
import { answerRefusal } from './pages/refusal-page.js';
import { recheckGrants } from './recheck-grants.js';
import { HttpRefusal } from './refusal.js';
import { createRoute } from './route.js';
import { createUserPrograms, type HttpUsers } from './user-programs.js';
import { createWaitingConnections } from './waiting-connections.js';

export interface HttpOptions extends Omit<AccessOptions, 'lasting'> {
  /** Lets users who sign in at a provider connect their calendars. */
  readonly selfService?: SelfService;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  /** Addresses and networks of reverse proxies on other computers. */
  readonly trustedProxies?: readonly string[];
  readonly stateless: boolean;
  readonly idleMs: number;
  readonly users: HttpUsers;
  readonly log: Log;
  /** Time from `stop` until requests are refused, for the load balancer to notice. */
  readonly drainMs?: number;
  /** Further readiness checks. */
  readonly ready?: readonly ReadyCheck[];
  readonly callLimit?: CallLimit;
  /** Shared sessions of all replicas. */
  readonly sessionRecords?: SessionRecords;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpServer {
  /** For example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Reports not ready, refuses requests after `drainMs`, finishes running calls and closes everything. */
  stop(): Promise<void>;
}

/** Time for the rest after running calls had theirs. */
const CLOSING_MS = 500;

export async function startHttp(options: HttpOptions): Promise<HttpServer> {
  refuseUnprotected(options);
  const { host, port, log, publicUrl, oauth, idleMs, selfService } = options;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const route = createRoute({ ...options, ...limits });
  const programs = createUserPrograms(options.users, idleMs);
  const authenticator = await authenticatorOf(options);
  const grants = recheckGrants(authenticator, limits.recheckMs);
  const addresses = createClientAddresses(options.trustedProxies);
  const waiting = createWaitingConnections(limits.waitingConnections, addresses.isProxy);
  const pages = createPageAccess({ ...options, lasting: selfService?.sessions }, limits);
  const streams = createOpenStreams();
  let state: 'serving' | 'draining' | 'stopping' = 'serving';
  const endpointAt = createEndpoints({
    waiting,
    addresses,
    authenticator,
    grants,
    bodyRoom: createBodyRoom(limits),
    users: options.users,
    programs,
    route,
    bodyBytes: limits.bodyBytes,
    tokens: options.tokens,
    pages,
    ready: [...readyChecks(options, () => state === 'serving'), ...(options.ready ?? [])],
    ...(selfService && { selfService }),
    ...(options.callLimit && { callLimit: options.callLimit }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(oauth !== undefined && { issuer: oauth.issuer }),
  });
  const checkSource = createSourceCheck(options);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const endpoint = endpointAt(path);
    if (endpoint?.isOpenToAnyHost !== true) checkSource(req);
    // Makes the next request go to another server.
    if (state !== 'serving') res.setHeader('Connection', 'close');
    if (state === 'stopping') throw new HttpRefusal(503, 'The server is stopping.');
    if (endpoint === undefined)
      throw new HttpRefusal(404, 'Nothing is at this address: MCP clients use /mcp, browsers /week.');
    // Public endpoints must not tell web pages that the server runs.
    if (endpoint.isOpenToAnyHost !== true) allowPages(req, res);
    if (isPreflight(req)) {
      res.writeHead(204).end();
      return;
    }
    demandMethod(req, endpoint);
    streams.watch(res);
    await endpoint.handle(req, res, path);
  }

  const server = createLimitedServer(limits, (req, res) => {
    answer(req, res).catch((error: unknown) => {
      answerRefusal(req, res, { refusal: refusalOf(error, log, () => addresses.of(req)), ways: pages.ways });
    });
  });
  server.on('connection', waiting.opened);
  await listen(server, { port, host, backlog: limits.connections });
  // Always set while listening on a TCP port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${address.port}`,
    async stop() {
      state = 'draining';
      await sleep(options.drainMs ?? 0);
      state = 'stopping';
      grants.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      await settleWithinGrace({ settled: route.settled, stop: route.stop });
      streams.sendAway();
      await route.close();
      await Promise.race([Promise.all([programs.close(), closed]), sleep(CLOSING_MS)]);
      server.closeAllConnections();
    },
  };
}

/** A stopping server takes no new work; without a valid token file it admits no clients. */
function readyChecks(
  { tokens }: Pick<HttpOptions, 'tokens'>,
  isServing: () => boolean,
): readonly ReadyCheck[] {
  const serving = (): void => {
    if (!isServing()) throw new Error('draining');
  };
  return [
    { name: 'serving', check: serving },
    ...(typeof tokens === 'function' ? [{ name: 'tokens', check: async () => void (await tokens()) }] : []),
  ];
}

/** Converts and logs a failed request. Never logs its URL, which may contain a key. */
function refusalOf(error: unknown, log: Log, from: () => ClientAddress): HttpRefusal {
  if (error instanceof HttpRefusal) {
    const { status, message: reason } = error;
    log.info('a request was refused', { status, reason, ...from() });
    return error;
  }
  const isKnown = error instanceof CalendarError;
  log.warn('a request failed', { reason: isKnown ? error.message : 'unexpected error' });
  return isKnown
    ? new HttpRefusal(503, 'The server cannot be used at the moment; its log says why.')
    : new HttpRefusal(500, 'Something went wrong in the server.', { code: -32603 });
}

async function authenticatorOf({ tokens, oauth, publicUrl }: HttpOptions): Promise<Authenticator> {
  return createAuthenticator({
    ...(tokens !== undefined && { tokens }),
    ...(oauth !== undefined && {
      verify: await verifierOf(oauth),
      metadataUrl: `${publicUrl}/.well-known/oauth-protected-resource/mcp`,
    }),
  });
}

async function verifierOf(oauth: TokenIssuer): Promise<VerifyToken> {
  const { createTokenVerifier } = await import('./auth/json-web-token.js');
  return createTokenVerifier(oauth);
}

function demandMethod({ method }: IncomingMessage, { methods }: Endpoint): void {
  if (methods.includes(method ?? '')) return;
  throw new HttpRefusal(405, 'This method is not supported here.', {
    headers: { Allow: methods.join(', ') },
  });
}

/** Throws without authentication: knowing the address must not be enough to read calendars. */
function refuseUnprotected({ host, publicUrl, tokens, oauth }: HttpOptions): void {
  if (tokens !== undefined || oauth !== undefined) return;
  const suggestion =
    'Configure http.tokenFile or http.oauth, or listen on 127.0.0.1 without a public http.publicUrl.';
  if (!isLoopback(host)) {
    throw new CalendarError(
      'CONFIGURATION',
      'Without authentication the server only listens on this computer.',
      { suggestion },
    );
  }
  const name = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname.replace(/[[\]]/g, '');
  if (!isLoopback(name)) {
    throw new CalendarError('CONFIGURATION', 'A server with a public address needs authentication.', {
      suggestion,
    });
  }
}

function createLimitedServer(limits: HttpLimits, handle: RequestListener): Server {
  const server = createNodeServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    },
    handle,
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.silenceMs;
  return server;
}

function listen(server: Server, at: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(cause)));
    server.listen(at, resolve);
  });
}

function cannotListen(cause: Error): CalendarError {
  const code = 'code' in cause ? cause.code : undefined;
  const reason =
    code === 'EADDRINUSE'
      ? 'another program uses this port'
      : code === 'EACCES'
        ? 'this port needs permissions'
        : 'this address is not available';
  return new CalendarError('CONFIGURATION', `The server cannot listen: ${reason}.`, {
    suggestion: 'Choose another address or port after --http.',
    cause,
  });
}
