import { CalendarError } from '../../../../schemas/model/error.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import type { RefreshTokenStore } from '../../../ports/refresh-token-store.js';
import type { Fetch } from '../transport/fetch.js';
import { requestToken, type TokenAnswer, tokenAddress } from './request-token.js';

/** A standing permission to get access tokens (RFC 6749 §6). */
export interface OAuthGrant {
  /** https, or a loopback address. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: () => Promise<string>;
  readonly refreshToken: RefreshTokenStore;
  /** People sign in on the page of this server, not at a terminal. */
  readonly isOnPage?: true;
}

export interface OAuthTokenOptions {
  readonly fetch?: Fetch;
  /** Total time for one answer. Default 15 s. */
  readonly deadlineMs?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

export interface OAuthTokens {
  /** A token that is good for a while yet; asked for at most once at a time. */
  get(): Promise<string>;
  /** The token was refused: the next one is a new one. */
  forget(token: string): void;
  /** Whether the stored refresh token differs from the one used last: then the refusal was not about it. */
  renewed(): Promise<boolean>;
}

interface Token {
  readonly text: string;
  readonly until: number;
}

const DEADLINE_MS = 15_000;
/** Tokens are changed this long before they end, so that none ends on its way. */
const EARLY_MS = 60_000;
/** How long a token is considered valid if the server does not say. */
const UNSAID_MS = 5 * 60_000;

/** Access tokens from a refresh token, which the provider may change each time and refuse the old one then. */
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

  /** Another process, or a person, may have changed the token after it was read. */
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
      // Before anything else is done: with the new one lost and the old one dead, the account is locked out.
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
