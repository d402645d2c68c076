import { timingSafeEqual } from 'node:crypto';
import { type AccessToken, tokenDigest } from '../../../secrets/access-tokens.js';
import { HttpRefusal } from '../refusal.js';
import { type Grant, SCOPES, type Scope } from './grant.js';

/** Verifies a token that is not in the list. */
export type VerifyToken = (token: string) => Promise<Grant>;

export interface AuthenticationOptions {
  /** A list, or a function that reads it for each request. */
  readonly tokens?: readonly AccessToken[] | (() => Promise<readonly AccessToken[]>);
  readonly verify?: VerifyToken;
  /** Metadata address of this resource, if an authorization server issues its tokens. */
  readonly metadataUrl?: string;
}

export interface Authenticator {
  /** Identifies the sender by the Authorization header. */
  authenticate(authorization: string | undefined): Promise<Grant>;
  /** Throws unless the token allows the scope. */
  demand(grant: Grant, scope: Scope): void;
}

/** A rejected token; the message is trusted text. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** Authentication by bearer tokens (RFC 6750). Without tokens, everyone who can connect may do everything. */
export function createAuthenticator({ tokens, verify, metadataUrl }: AuthenticationOptions): Authenticator {
  const refuse = (status: number, message: string, parts: Readonly<Record<string, string>>): HttpRefusal => {
    const all = { ...(metadataUrl !== undefined && { resource_metadata: metadataUrl }), ...parts };
    const challenge = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
    return new HttpRefusal(status, message, {
      headers: { 'WWW-Authenticate': `Bearer ${challenge.join(', ')}` },
    });
  };
  const unknown = (message: string): HttpRefusal =>
    refuse(401, message, { error: 'invalid_token', error_description: message });
  return {
    async authenticate(authorization) {
      if (tokens === undefined && verify === undefined) return { identity: 'anyone', scopes: SCOPES };
      if (authorization === undefined) {
        throw refuse(401, 'A bearer token is required.', { realm: 'calendar-mcp', scope: SCOPES.join(' ') });
      }
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined) throw unknown('The Authorization header must be Bearer and a token');
      const known = typeof tokens === 'function' ? await tokens() : tokens;
      const listed = known && grantOf(known, token);
      if (listed !== undefined) return listed;
      if (verify === undefined) throw unknown('The token is not known');
      return verify(token).catch((error: unknown) => {
        throw error instanceof TokenRefused ? unknown(error.message) : error;
      });
    },
    demand({ scopes }, scope) {
      if (scopes.includes(scope)) return;
      const message = `The token does not allow ${scope}`;
      const needed = SCOPES.slice(0, SCOPES.indexOf(scope) + 1).join(' ');
      throw refuse(403, message, {
        error: 'insufficient_scope',
        error_description: message,
        scope: needed,
      });
    },
  };
}

/** Compares all tokens in constant time, so the duration reveals nothing. */
function grantOf(tokens: readonly AccessToken[], presented: string): Grant | undefined {
  const digest = tokenDigest(presented);
  const [found] = tokens.filter((token) => timingSafeEqual(token.digest, digest));
  if (found === undefined) return undefined;
  return { identity: `token:${found.name}`, scopes: found.readOnly ? ['calendar:read'] : SCOPES };
}
