import type { Authorizer } from './authorizer.js';
import type { OAuthTokens } from './oauth-tokens.js';

/** Bearer tokens (RFC 6750). A token that was refused is changed for a new one, unless it was new already. */
export function createBearerAuthorizer(tokens: OAuthTokens): Authorizer {
  let last: { readonly token: string; uses: number } | undefined;
  return {
    async credential() {
      const token = await tokens.get();
      if (last?.token === token) last.uses++;
      else last = { token, uses: 1 };
      return {
        header: `Bearer ${token}`,
        answers() {
          // Another request has changed it meanwhile.
          if (last?.token !== token) return true;
          // Refused at its first use, another one would be refused too: the account may not do this at all.
          if (last.uses === 1) return false;
          tokens.forget(token);
          return true;
        },
      };
    },
    renewed: tokens.renewed,
  };
}
