import { CalendarError } from '../../../../schemas/model/error.js';
import type { Fetch } from '../transport/fetch.js';
import { createKeepAliveFetch } from '../transport/keep-alive-fetch.js';
import { type AuthorizedFetch, createAuthorizedFetch } from './authorized-fetch.js';
import type { Authorizer } from './authorizer.js';
import { createBearerAuthorizer } from './bearer-authorizer.js';
import { createOAuthTokens, type OAuthGrant } from './oauth-tokens.js';
import { createPasswordAuthorizer, type PasswordSource } from './password-authorizer.js';

/** Who asks, and with what. */
export interface AccountAccess {
  readonly username: string;
  /** For Basic and Digest. */
  readonly password?: PasswordSource;
  /** For Bearer tokens, instead of a password. */
  readonly oauth?: OAuthGrant;
  /** What a login at the provider needs, for errors that say it failed. */
  readonly login?: string;
  readonly fetch?: Fetch;
}

/** Requests with the credentials of an account. */
export function authorizedFetchOf(access: AccountAccess): AuthorizedFetch {
  const { fetch = createKeepAliveFetch(), login } = access;
  return createAuthorizedFetch({
    authorizer: authorizerOf(access, fetch),
    fetch,
    ...(login !== undefined && { login }),
  });
}

function authorizerOf({ username, password, oauth }: AccountAccess, fetch: Fetch): Authorizer {
  if (oauth !== undefined) return createBearerAuthorizer(createOAuthTokens(oauth, { fetch }));
  if (password !== undefined) return createPasswordAuthorizer(username, password);
  throw new CalendarError('CONFIGURATION', 'The CalDAV account has neither a password nor an OAuth grant.', {
    suggestion: 'Configure one of password, passwordEnv, passwordCommand, passwordKeychain or oauth.',
  });
}
