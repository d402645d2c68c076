import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { tokenDigest } from '../../../secrets/access-tokens.js';
import type { Grant } from '../auth/grant.js';
import { HttpRefusal } from '../refusal.js';

/** Whom a session is for, asked at every request: a token that is no longer accepted ends it. */
export type GrantSource = () => Promise<Grant>;

/** Browsers in which a person has signed in. In memory only: when the server restarts, people sign in again. */
export interface PageSessions {
  /** The secret of a new session, for its cookie. */
  begin(credential: GrantSource): string;
  /** Undefined where the session has ended. */
  grantOf(secret: string): Promise<Grant | undefined>;
  end(secret: string): void;
}

export interface SessionBounds {
  readonly pageSessions: number;
  readonly pageSessionMs: number;
}

/** Sessions by the digest of their secret, so that how long a look-up takes says nothing about secrets. */
export function createPageSessions({ pageSessions, pageSessionMs }: SessionBounds): PageSessions {
  const sessions = new LRUCache<string, GrantSource>({ max: pageSessions, ttl: pageSessionMs });
  const keyOf = (secret: string): string => tokenDigest(secret).toString('hex');
  return {
    begin(credential) {
      const secret = randomBytes(32).toString('base64url');
      sessions.set(keyOf(secret), credential);
      return secret;
    },
    async grantOf(secret) {
      const key = keyOf(secret);
      try {
        return await sessions.get(key)?.();
      } catch (error) {
        if (!(error instanceof HttpRefusal && error.status === 401)) throw error;
        sessions.delete(key);
        return undefined;
      }
    },
    end: (secret) => void sessions.delete(keyOf(secret)),
  };
}
