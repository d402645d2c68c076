import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LastingSessions } from '../../../ports/users/user-directory.js';
import { tokenDigest } from '../../../secrets/access-tokens.js';
import type { Grant } from '../auth/grant.js';
import { HttpRefusal } from '../refusal.js';

/** Checked at every request, so a revoked token ends its session. */
export type GrantSource = () => Promise<Grant>;

/**
 * Signed-in browsers. Sessions by token are in memory only, so users sign in again after a restart; sessions
 * at a provider are persistent.
 */
export interface PageSessions {
  /** Returns the secret for the cookie. */
  begin(credential: GrantSource): string;
  /** Undefined if the session has ended. */
  grantOf(secret: string): Promise<Grant | undefined>;
  end(secret: string): Promise<void>;
}

export interface SessionBounds {
  readonly pageSessions: number;
  readonly pageSessionMs: number;
}

/** Keyed by the digest of the secret, so lookup times reveal nothing. */
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
