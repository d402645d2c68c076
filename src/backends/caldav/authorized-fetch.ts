import { CalendarError } from '../../../schemas/error.js';
import type { Authorizer } from './authorizer.js';
import type { Fetch } from './guarded-fetch.js';
import { httpFailure } from './http-failure.js';
import { createRequestSlots } from './request-slots.js';

/** One request to an address that was found to be the account's own, and its answer with the body unread. */
export type AuthorizedSend = (url: URL, init: AuthorizedInit) => Promise<Response>;

export interface AuthorizedInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

export interface AuthorizedFetch {
  readonly send: AuthorizedSend;
  /** Somebody insists: the next request goes out, whatever was refused before. */
  insist(): void;
}

export interface AuthorizedFetchOptions {
  readonly authorizer: Authorizer;
  readonly fetch: Fetch;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

interface Rest {
  readonly until: number;
  readonly pauseMs: number;
  readonly error: CalendarError;
}

const SHORTEST_REST_MS = 30_000;
const LONGEST_REST_MS = 5 * 60_000;

/**
 * Puts credentials on requests. A refusal is answered once where the server asks for another form, and once more where
 * the secret has been changed meanwhile. After that the server is left alone for a while, because many lock accounts
 * that keep trying: 30 s, then longer each time, up to 5 min. Until a credential was accepted, requests go one by one.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { authorizer, fetch, now = () => performance.now() } = options;
  const turn = createRequestSlots(1);
  let accepted = false;
  let rest: Rest | undefined;
  let looking: Promise<boolean> | undefined;

  /** False also where it cannot be told, as with a keychain that is locked by now. */
  function hasNewSecret(): Promise<boolean> {
    looking ??= authorizer
      .renewed()
      .catch((error: unknown) => {
        if (error instanceof CalendarError) return false;
        throw error;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  async function checkRest(): Promise<void> {
    if (rest === undefined || now() >= rest.until) return;
    const { error, until } = rest;
    if (await hasNewSecret()) rest = undefined;
    else throw resting(error, until - now());
  }

  function beginRest(error: CalendarError): CalendarError {
    accepted = false;
    // Requests that were on their way together are refused together.
    if (rest === undefined || now() >= rest.until) {
      const pauseMs = Math.min(rest === undefined ? SHORTEST_REST_MS : rest.pauseMs * 2, LONGEST_REST_MS);
      rest = { until: now() + pauseMs, pauseMs, error };
    }
    return resting(error, rest.until - now());
  }

  async function attempt(url: URL, init: AuthorizedInit): Promise<Response> {
    await checkRest();
    let answered = false;
    let renewed = false;
    for (;;) {
      const credential = await authorizer.credential(init.method, url).catch((error: unknown) => {
        throw error instanceof CalendarError && error.code === 'AUTH_FAILED' ? beginRest(error) : error;
      });
      const headers = new Headers(init.headers);
      headers.set('Authorization', credential.header);
      const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
      if (answer.status !== 401) {
        // OPTIONS is often answered without a look at who asks.
        if (answer.ok && init.method !== 'OPTIONS') {
          accepted = true;
          rest = undefined;
        }
        return answer;
      }
      await answer.body?.cancel();
      if (!answered && credential.answers(answer.headers)) {
        answered = true;
      } else if (!renewed && (await hasNewSecret())) {
        renewed = true;
        answered = false;
      } else {
        throw beginRest(httpFailure(401));
      }
    }
  }

  return {
    async send(url, init) {
      if (accepted) return attempt(url, init);
      const release = await turn.take(init.signal);
      try {
        if (accepted) release();
        return await attempt(url, init);
      } finally {
        release();
      }
    },
    insist() {
      if (rest !== undefined) rest = { ...rest, until: now() };
    },
  };
}

function resting(error: CalendarError, waitMs: number): CalendarError {
  return error.with({
    outcome: 'not_applied',
    retryAfterMs: Math.max(1, Math.ceil(waitMs)),
    suggestion: `${error.info.suggestion} It is left alone for a while, so that it does not lock the account.`,
  });
}
