import { CalendarError } from '../../../../schemas/model/error.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import type { RefreshTokenStore } from '../../../ports/refresh-token-store.js';
import type { Fetch } from '../transport/fetch.js';
import { requestToken, type TokenAnswer, tokenAddress } from './request-token.js';

/** A long-lived permission to get access tokens (RFC 6749 §6). */
export interface OAuthGrant {
  /** https, or a loopback address. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: () => Promise<string>;
  readonly refreshToken: RefreshTokenStore;
  /** Users sign in on this server's page, not at a terminal. */
  readonly isOnPage?: true;
}

export interface OAuthTokenOptions {
  readonly fetch?: Fetch;
  /** Deadline of one answer. Default 15 s. */
  readonly deadlineMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export interface OAuthTokens {
  /** A token that is valid for a while. At most one request for it runs at a time. */
  get(): Promise<string>;
  /** Call after a token was refused; the next one is new. */
  forget(token: string): void;
  /** True if the stored refresh token has changed since its last use: the refusal was about the old one. */
  renewed(): Promise<boolean>;
}

interface Token {
  readonly text: string;
  readonly until: number;
}

const DEADLINE_MS = 15_000;
/** Renew this early, so no token expires in transit. */
const EARLY_MS = 60_000;
/** Default token lifetime. */
const UNSAID_MS = 5 * 60_000;

/** Gets access tokens. The provider may replace the refresh token each time and refuse the old one. */
export function createOAuthTokens(grant: OAuthGrant, options: OAuthTokenOptions = {}): OAuthTokens {
  const { fetch = globalThis.fetch, deadlineMs = DEADLINE_MS, now = () => performance.now() } = options;
  const url = tokenAddress(grant.tokenUrl);
  const store = grant.refreshToken;
  let used: string | undefined;
  let current: Token | undefined;
  const refreshing = singleFlight(refresh, 0);

  async function exchange(refreshToken: string): Promise<TokenAnswer> {
    used = refreshToken;
    const clientSecret = await grant.clientSecret?.();
    const { clientId, isOnPage } = grant;
    return requestToken({ url, clientId, clientSecret, refreshToken, isOnPage }, fetch, deadlineMs);
  }

  /** Retries once if another process or a user has replaced the token meanwhile. */
  async function exchangeNewest(): Promise<TokenAnswer> {
    const first = await store.read();
    try {
      return await exchange(first);
    } catch (error) {
      if (!(error instanceof CalendarError) || error.code !== 'AUTH_FAILED') throw error;
      const second = await store.read();
      if (second === first) throw error;
      return exchange(second);
    }
  }

  async function refresh(): Promise<string> {
    const answer = await store.alone(async () => {
      const received = await exchangeNewest();
      // Save it first: if the new token is lost and the old one is dead, the account is locked out.
      if (received.refreshToken !== undefined) {
        await store.replace(received.refreshToken);
        used = received.refreshToken;
      }
      return received;
    });
    const { accessToken: text, lifetimeMs = UNSAID_MS } = answer;
    current = { text, until: now() + Math.max(lifetimeMs - EARLY_MS, lifetimeMs / 2) };
    return text;
  }

  return {
    get() {
      if (current !== undefined && now() < current.until) return Promise.resolve(current.text);
      return refreshing.get();
    },
    forget(token) {
      if (current?.text === token) current = undefined;
    },
    async renewed() {
      if (used === undefined || (await store.read()) === used) return false;
      current = undefined;
      return true;
    },
  };
}
