import { CalendarError } from '../../../schemas/error.js';
import type { Fetch } from './guarded-fetch.js';
import { networkFailure } from './network-failure.js';
import { readBody } from './read-body.js';

/** A standing permission to get access tokens (RFC 6749 §6). */
export interface OAuthGrant {
  /** https, or a loopback address. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly refreshToken: string;
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
}

interface Token {
  readonly text: string;
  readonly until: number;
}

const DEADLINE_MS = 15_000;
const MAX_BYTES = 64 * 1024;
/** Tokens are changed this long before they end, so that none ends on its way. */
const EARLY_MS = 60_000;
/** How long a token is taken for good when the server does not say. */
const UNSAID_MS = 5 * 60_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Access tokens from a refresh token. Neither of them is ever part of an error. */
export function createOAuthTokens(grant: OAuthGrant, options: OAuthTokenOptions = {}): OAuthTokens {
  const { now = () => performance.now() } = options;
  const url = tokenAddress(grant.tokenUrl);
  // Servers may hand out a new one with each answer and refuse the old one then.
  let { refreshToken } = grant;
  let current: Token | undefined;
  let pending: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const answer = await ask(url, { ...grant, refreshToken }, options);
    const { access_token: text, token_type: type, expires_in: seconds, refresh_token: next } = answer;
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) throw unreadable();
    if (typeof type === 'string' && type.toLowerCase() !== 'bearer') throw unreadable();
    const lifetime = Number(seconds);
    const good = Number.isFinite(lifetime) && lifetime > 0 ? lifetime * 1000 : UNSAID_MS;
    if (typeof next === 'string' && next !== '') refreshToken = next;
    current = { text, until: now() + Math.max(good - EARLY_MS, good / 2) };
    return text;
  }

  return {
    get() {
      if (current !== undefined && now() < current.until) return Promise.resolve(current.text);
      pending ??= refresh().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    forget(token) {
      if (current?.text === token) current = undefined;
    },
  };
}

async function ask(
  url: URL,
  { clientId, clientSecret, refreshToken }: OAuthGrant,
  { fetch = globalThis.fetch, deadlineMs = DEADLINE_MS }: OAuthTokenOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
  const signal = AbortSignal.timeout(deadlineMs);
  let answer: Response;
  let body: Uint8Array;
  try {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: form.toString(), signal, redirect: 'manual' } as const;
    answer = await fetch(url, init);
    body = await readBody(answer, MAX_BYTES);
  } catch (error) {
    if (error instanceof CalendarError) throw unreadable();
    throw signal.aborted ? slow() : networkFailure(error).error;
  }
  if (answer.status === 400 || answer.status === 401 || answer.status === 403) throw withdrawn(answer.status);
  if (answer.status === 429 || answer.status >= 500) throw busy(answer.status);
  if (answer.status !== 200) throw unreadable();
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw unreadable();
}

function tokenAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe =
    url !== undefined &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))) &&
    url.username === '' &&
    url.password === '';
  if (safe) return url;
  throw new CalendarError(
    'CONFIGURATION',
    'The address that OAuth tokens come from must be an https address.',
    {
      suggestion: 'The operator sets oauth.tokenUrl to the address that the provider documents.',
    },
  );
}

function withdrawn(status: number): CalendarError {
  return new CalendarError('AUTH_FAILED', 'The calendar provider no longer accepts the permission it gave.', {
    details: { httpStatus: status },
    suggestion: 'The operator must grant access again and set the new refresh token.',
  });
}

function busy(status: number): CalendarError {
  return new CalendarError('UNAVAILABLE', 'The calendar provider hands out no access tokens at the moment.', {
    details: { httpStatus: status },
    suggestion: 'Try again later.',
  });
}

function slow(): CalendarError {
  return new CalendarError(
    'TIMEOUT',
    'The calendar provider did not answer in time to a request for a token.',
    {
      suggestion: 'Try again later.',
    },
  );
}

function unreadable(): CalendarError {
  return new CalendarError('BAD_UPSTREAM_RESPONSE', 'The answer to a request for an access token is none.', {
    suggestion: 'The operator must check oauth.tokenUrl and oauth.clientId.',
  });
}
