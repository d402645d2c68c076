import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LastingSessions } from '../../../ports/users/user-directory.js';
import { tokenDigest } from '../../../secrets/access-tokens.js';
import type { Grant } from '../auth/grant.js';
import { HttpRefusal } from '../refusal.js';

/** Whom a session is for, asked at every request: a token that is no longer accepted ends it. */
export type GrantSource = () => Promise<Grant>;

/**
 * Browsers in which a person has signed in: with a token, in memory only, so that people sign in again after a restart;
 * at a provider, where they last.
 */
export interface PageSessions {
  /** The secret of a new session, for its cookie. */
  begin(credential: GrantSource): string;
  /** Undefined where the session has ended. */
  grantOf(secret: string): Promise<Grant | undefined>;
  end(secret: string): Promise<void>;
}

export interface SessionBounds {
  readonly pageSessions: number;
  readonly pageSessionMs: number;
}

/** Sessions by the digest of their secret, so that how long a look-up takes says nothing about secrets. */
export function createPageSessions(
  { pageSessions, pageSessionMs }: SessionBounds,
  lasting?: Pick<LastingSessions, 'userOf' | 'end'>,
): PageSessions {
  const sessions = new LRUCache<string, GrantSource>({ max: pageSessions, ttl: pageSessionMs });
  const keyOf = (secret: string): string => tokenDigest(secret).toString('hex');
  async function lastingGrant(secret: string): Promise<Grant | undefined> {
    const id = await lasting?.userOf(secret);
    return id === undefined ? undefined : { identity: `person:${id}`, scopes: ['calendar:read'] };
  }

  return {
    begin(credential) {
      const secret = randomBytes(32).toString('base64url');
      sessions.set(keyOf(secret), credential);
      return secret;
    },
    async grantOf(secret) {
      const key = keyOf(secret);
      try {
        const credential = sessions.get(key);
        return credential === undefined ? await lastingGrant(secret) : await credential();
      } catch (error) {
        if (!(error instanceof HttpRefusal && error.status === 401)) throw error;
        sessions.delete(key);
        return undefined;
      }
    },
    async end(secret) {
      sessions.delete(keyOf(secret));
      await lasting?.end(secret);
    },
  };
}
