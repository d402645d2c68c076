import type { LastingSessions } from '../../../ports/users/user-directory.js';
import type { AuthenticationOptions } from '../auth/authenticate.js';
import type { TokenIssuer } from '../auth/json-web-token.js';
import { type BrowserRequests, createBrowserRequests } from './browser-request.js';
import type { OneTimeKey } from './one-time-key.js';
import { createPageSessions, type PageSessions, type SessionBounds } from './page-sessions.js';
import type { WaysIn } from './sign-in-page.js';

export interface AccessOptions extends Pick<AuthenticationOptions, 'tokens'> {
  readonly oauth?: TokenIssuer;
  readonly publicUrl?: string;
  /** Sessions of users who sign in at a provider. */
  readonly lasting?: LastingSessions | undefined;
  /** Opens the pages to the owner, by a link. */
  readonly key?: OneTimeKey;
}

/** Ways to sign in to the pages, and the sessions. */
export interface PageAccess {
  readonly browser: BrowserRequests;
  readonly sessions: PageSessions;
  readonly ways: WaysIn;
  readonly key?: OneTimeKey;
}

export function createPageAccess(
  { key, tokens, oauth, publicUrl, lasting }: AccessOptions,
  bounds: SessionBounds,
): PageAccess {
  return {
    browser: createBrowserRequests(publicUrl, bounds.pageSessionMs),
    sessions: createPageSessions(bounds, lasting),
    ways: {
      tokens: key === undefined && (tokens ?? oauth) !== undefined,
      link: key !== undefined,
      provider: lasting !== undefined,
      ...(oauth !== undefined && { issuer: oauth.issuer }),
    },
    ...(key !== undefined && { key }),
  };
}
