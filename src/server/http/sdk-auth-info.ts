import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Grant } from './auth/grant.js';

/** Converts a grant for the SDK, without the token, which its handlers do not need. */
export function authInfoOf({ identity, scopes }: Grant): AuthInfo {
  return { token: '', clientId: identity, scopes: [...scopes] };
}
