import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real authorization server on this computer, whose pages a person of the tests fills in. */
export interface AuthorizationServer {
  readonly issuer: string;
  /** What clients asked for at the page to sign in. */
  readonly asked: URLSearchParams[];
  /** Whether an Authorization header holds an access token of this server. */
  accepts(authorization: string | undefined): Promise<boolean>;
  /** From now on no refresh token is good. */
  endLogins(): void;
  startLogins(): void;
  close(): void;
}

export const CLIENT = { id: 'calendar-client', scope: 'openid offline_access calendar' } as const;

export interface AuthorizationOptions {
  readonly rotate?: boolean;
  /** The only server that its access tokens are for, which they say as RFC 9068 has it. */
  readonly resource?: { readonly audience: string; readonly scope: string };
  /** What it says of a person in ID tokens. */
  readonly claims?: (sub: string) => Readonly<Record<string, unknown>>;
  /** Clients that register by themselves (RFC 7591), or one that an operator has registered. */
  readonly registration?: 'dynamic' | RegisteredClient | readonly RegisteredClient[];
}

interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method?: string;
}

export async function startAuthorizationServer({
  rotate = true,
  resource,
  registration,
  claims = () => ({}),
}: AuthorizationOptions = {}): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: URLSearchParams[] = [];
  let isOver = false;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
      },
      ...(typeof registration === 'object' ? [registration].flat() : []).map((client) => ({
        ...client,
        grant_types: ['authorization_code', 'refresh_token'],
      })),
    ],
    scopes: ['openid', 'offline_access', 'calendar', 'calendar:read', 'calendar:write'],
    features: {
      devInteractions: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      registration: { enabled: registration === 'dynamic' },
      ...(resource !== undefined && {
        resourceIndicators: {
          enabled: true,
          defaultResource: () => resource.audience,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            ...resource,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      }),
    },
    pkce: { required: () => true },
    rotateRefreshToken: rotate,
    ttl: {
      AccessToken: 3600,
      Grant: 3600,
      RefreshToken: 3600,
      Interaction: 600,
      Session: 600,
      IdToken: 600,
      DeviceCode: 600,
    },
    claims: { openid: ['sub', 'name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...claims(sub), sub }),
    }),
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/auth') asked.push(url.searchParams);
    if (url.pathname === '/token' && isOver) {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    void handle(request, response);
  });
  return {
    issuer,
    asked,
    async accepts(authorization = '') {
      return (await provider.AccessToken.find(authorization.replace(/^Bearer /, ''))) !== undefined;
    },
    endLogins() {
      isOver = true;
    },
    startLogins() {
      isOver = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
