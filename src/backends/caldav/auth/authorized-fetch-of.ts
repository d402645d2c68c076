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

/** Who asks, and with what. */
export interface AccountAccess {
  /** Account name, unique in the configuration. */
  readonly name: string;
  readonly username: string;
  /** For Basic and Digest. */
  readonly password?: PasswordSource;
  /** For Bearer tokens, instead of a password. */
  /** Its present name, where that is another. */
  readonly shownAs?: string | undefined;
  readonly oauth?: OAuthGrant;
  /** What a login at the provider needs, for errors that say it failed. */
  readonly login?: string;
  /** Nothing inside a network is reached. */
  readonly publicOnly?: boolean;
  readonly fetch?: Fetch;
  readonly kept?: KeptRefusal;
}

/** Requests with the credentials of an account. */
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

/** Bearer tokens (RFC 6750). A token that was refused is changed for a new one, unless it was new already. */
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
