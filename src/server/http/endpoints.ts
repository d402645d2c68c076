import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import { isWriting } from '../listed-tools.js';
import { readMessage } from '../read-message.js';
import type { McpAdapter, McpRequest } from './adapter.js';
import type { AuthenticationOptions, Authenticator } from './auth/authenticate.js';
import { type Grant, SCOPES } from './auth/grant.js';
import type { BodyShare } from './body-room.js';
import type { ClientAddresses } from './client-address.js';
import { createConnectEndpoints } from './connect/connect-endpoints.js';
import type { SelfService } from './connect/self-service.js';
import type { Endpoint } from './endpoint.js';
import { type ReadyCheck, readinessEndpoint } from './operate/readiness.js';
import type { PageAccess } from './pages/page-access.js';
import { createPageEndpoints } from './pages/page-endpoints.js';
import { readRequestBody } from './read-body.js';
import type { GrantCheck } from './recheck-grants.js';
import { HttpRefusal, sendRefusal } from './refusal.js';
import type { HttpUsers, Lease, UserPrograms } from './user-programs.js';
import type { WaitingConnections } from './waiting-connections.js';

export interface EndpointParts {
  readonly authenticator: Authenticator;
  readonly users: HttpUsers;
  readonly programs: UserPrograms;
  readonly route: McpAdapter;
  readonly bodyBytes: number;
  readonly bodyRoom: (identity: string) => BodyShare;
  readonly grants: GrantCheck;
  readonly waiting: WaitingConnections;
  readonly addresses: ClientAddresses;
  readonly tokens: AuthenticationOptions['tokens'];
  readonly publicUrl?: string;
  /** Issuer of tokens for this resource. */
  readonly issuer?: string;
  readonly pages: PageAccess;
  readonly selfService?: SelfService;
  readonly ready: readonly ReadyCheck[];
  readonly callLimit?: CallLimit;
}

const METADATA = '/.well-known/oauth-protected-resource';
const READS = ['GET', 'HEAD'];

/** All endpoints: MCP, its metadata, web pages, health and readiness. */
export function createEndpoints(parts: EndpointParts): (path: string) => Endpoint | undefined {
  const { publicUrl, issuer } = parts;
  const json = (body: object): Endpoint['handle'] => {
    const text = JSON.stringify(body);
    return async (_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    };
  };
  const metadata: Endpoint = {
    methods: READS,
    handle: json({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [issuer],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Calendar',
    }),
  };
  const health = json({ status: 'ok' });
  const fixed = new Map<string, Endpoint>([
    ['/mcp', { methods: ['GET', 'POST', 'DELETE'], handle: (req, res) => handleMcp(parts, req, res) }],
    [
      '/healthz',
      {
        methods: READS,
        isOpenToAnyHost: true,
        handle: async (...request) => {
          // Throws if the token file is missing or invalid: then no client can connect.
          if (typeof parts.tokens === 'function') await parts.tokens();
          await health(...request);
        },
      },
    ],
    ['/readyz', readinessEndpoint(parts.ready)],
    ...(issuer === undefined ? [] : [METADATA, `${METADATA}/mcp`].map((path) => [path, metadata] as const)),
  ]);
  const pageAt = createPageEndpoints({
    ...parts.pages,
    authenticator: parts.authenticator,
    bodyRoom: parts.bodyRoom,
    admit: (grant, req, res) => admit(parts, grant, { req, res }),
    ...(publicUrl !== undefined && { publicUrl }),
    connect: connectOf(parts),
  });
  return (path) => fixed.get(path) ?? pageAt(path);
}

/** Pages for users who sign in at a provider, if enabled. */
function connectOf({ selfService: service, publicUrl = '', pages, bodyRoom, addresses }: EndpointParts) {
  if (service === undefined) return new Map<string, Endpoint>();
  return createConnectEndpoints({ service, publicUrl, bodyRoom, addresses, browser: pages.browser });
}

/** Gets the sender's resources, held until the response is closed. Refuses a sender without any. */
async function admit(
  { authenticator, users, programs, waiting }: EndpointParts,
  grant: Grant,
  { req, res }: Pick<McpRequest, 'req' | 'res'>,
): Promise<Lease> {
  waiting.accepted(req.socket);
  authenticator.demand(grant, 'calendar:read');
  const key = await users.keyOf(grant.identity);
  if (key === undefined) throw new HttpRefusal(403, 'This user has no calendars on this server.');
  const lease = await programs.acquire(key);
  if (res.closed) lease.release();
  else res.once('close', lease.release);
  return lease;
}

async function handleMcp(parts: EndpointParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // Ignores cookies, so that a web page cannot make calls.
  const grant = await parts.authenticator.authenticate(req.headers.authorization);
  const lease = await admit(parts, grant, { req, res });
  parts.grants.watch(res, req.headers.authorization);
  if (req.method !== 'POST') return parts.route.handle({ req, res, grant, lease });
  const share = parts.bodyRoom(grant.identity);
  res.once('close', share.leave);
  const read = readMessage(
    await readRequestBody(req, { type: 'application/json', most: parts.bodyBytes, share }),
  );
  if (!('message' in read)) {
    const [refusal] = read.refusals;
    const { code, message } = refusal?.error ?? { code: -32600, message: read.reason };
    sendRefusal(res, new HttpRefusal(400, message, { code }), refusal?.id);
    return;
  }
  const { message } = read;
  if ('method' in message && message.method === 'tools/call') {
    const tool = lease.program.tools.find(({ name }) => name === message.params?.name);
    if (tool !== undefined && isWriting(tool)) parts.authenticator.demand(grant, 'calendar:write');
  }
  const carryOut = async (): Promise<void> => {
    if ('method' in message && message.method === 'tools/call') await countCall(parts, grant);
    await parts.route.handle({ req, res, message, grant, lease });
  };
  return carryOut().catch((error: unknown) => {
    if (error instanceof HttpRefusal && 'method' in message && 'id' in message) error.id = message.id;
    throw error;
  });
}

async function countCall(
  { callLimit }: Pick<EndpointParts, 'callLimit'>,
  { identity }: Grant,
): Promise<void> {
  const waitMs = await callLimit?.take(identity);
  if (waitMs === undefined) return;
  throw new HttpRefusal(429, 'Too many calls in a minute: wait as long as Retry-After says.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });
}
