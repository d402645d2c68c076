import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Grant } from './auth/grant.js';

/** A grant as the SDK passes it on to the handlers of a server; without the token, which nothing needs there. */
export function authInfoOf({ identity, scopes }: Grant): AuthInfo {
  return { token: '', clientId: identity, scopes: [...scopes] };
}
