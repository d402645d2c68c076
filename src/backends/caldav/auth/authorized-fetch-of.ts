import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Fetch } from '../transport/fetch.js';
import { createKeepAliveFetch } from '../transport/keep-alive-fetch.js';
import { observedFetch } from '../transport/observed-fetch.js';
import { publicFetch } from '../transport/public-fetch.js';
import { type AuthorizedFetch, createAuthorizedFetch } from './authorized-fetch.js';
import type { Authorizer } from './authorizer.js';
import type { KeptRefusal } from './kept-refusal.js';
import { createOAuthTokens, type OAuthGrant, type OAuthTokens } from './oauth-tokens.js';
import { createPasswordAuthorizer, type PasswordSource } from './password-authorizer.js';

export interface AccountAccess {
  /** Account name, unique in the configuration. */
  readonly name: string;
  readonly username: string;
  readonly password?: PasswordSource;
  /** Its current display name, if different. */
  readonly shownAs?: string | undefined;
  readonly oauth?: OAuthGrant;
  /** Login requirements of the provider, added to errors. */
  readonly login?: string;
  /** Blocks addresses inside a network. */
  readonly publicOnly?: boolean;
  readonly fetch?: Fetch;
  readonly kept?: KeptRefusal;
}

export function authorizedFetchOf(access: AccountAccess): AuthorizedFetch {
  const { publicOnly = false, fetch = observedFetch(publicOnly ? publicFetch : createKeepAliveFetch()) } =
    access;
  const { login, kept } = access;
  return createAuthorizedFetch({
    asker: { account: access.shownAs ?? access.name, user: access.username },
    authorizer: authorizerOf(access, fetch),
    fetch,
    ...defined({ login, kept }),
  });
}

function authorizerOf({ username, password, oauth }: AccountAccess, fetch: Fetch): Authorizer {
  if (oauth !== undefined) return createBearerAuthorizer(createOAuthTokens(oauth, { fetch }));
  if (password !== undefined) return createPasswordAuthorizer(username, password);
  throw new CalendarError('CONFIGURATION', 'The CalDAV account has neither a password nor an OAuth grant.', {
    suggestion: 'Configure one of password, passwordEnv, passwordCommand, passwordKeychain or oauth.',
  });
}

/** Bearer tokens (RFC 6750). Replaces a refused token, unless that was its first use. */
function createBearerAuthorizer(tokens: OAuthTokens): Authorizer {
  let last: { readonly token: string; uses: number } | undefined;
  return {
    async credential() {
      const token = await tokens.get();
      if (last?.token === token) last.uses++;
      else last = { token, uses: 1 };
      return {
        header: `Bearer ${token}`,
        answers() {
          // Another request has replaced it.
          if (last?.token !== token) return true;
          // Refused at its first use: a new token would fail too, because the account lacks permission.
          if (last.uses === 1) return false;
          tokens.forget(token);
          return true;
        },
      };
    },
    renewed: tokens.renewed,
  };
}
