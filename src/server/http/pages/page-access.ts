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
  /** Of people who sign in at a provider. */
  readonly lasting?: LastingSessions | undefined;
  /** Opens the pages to the owner, by the link that has it. */
  readonly key?: OneTimeKey;
}

/** How people get to the pages of a server, and stay signed in. */
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
