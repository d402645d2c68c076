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
  /** Somebody insists: the next request goes out, whatever was refused before; at most one in ten seconds. */
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
/** Who insists again and again is heard this often. */
const INSISTENCE_MS = 10_000;

/**
 * Puts credentials on requests. A refusal is answered once where the server asks for another form, and once more where
 * the secret has been changed meanwhile. After that the server is left alone for a while, because many lock accounts
 * that keep trying: 30 s, then longer each time, up to 5 min. Until a credential was accepted, requests go one by one.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { authorizer, fetch, now = () => performance.now() } = options;
  const turn = createRequestSlots(1);
  /** Addresses that were refused while others were not: of one, the account may know nothing; two are the account. */
  const alone = new Map<string, Rest>();
  let accepted = false;
  let rest: Rest | undefined;
  let looking: Promise<boolean> | undefined;
  let insistedAt = Number.NEGATIVE_INFINITY;

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

  async function checkRest({ href }: URL): Promise<void> {
    const current = [rest, alone.get(href)].find((one) => one !== undefined && now() < one.until);
    if (current === undefined) return;
    if (!(await hasNewSecret())) throw resting(current, now());
    rest = undefined;
    alone.clear();
  }

  function begin(previous: Rest | undefined, error: CalendarError): Rest {
    // Requests that were on their way together are refused together.
    if (previous !== undefined && now() < previous.until) return previous;
    const pauseMs = Math.min((previous?.pauseMs ?? SHORTEST_REST_MS / 2) * 2, LONGEST_REST_MS);
    return { until: now() + pauseMs, pauseMs, error };
  }

  function refusedAltogether(error: CalendarError): CalendarError {
    accepted = false;
    alone.clear();
    rest = begin(rest, error);
    return resting(rest, now());
  }

  function refusedAt({ href }: URL): CalendarError {
    const error = httpFailure(401);
    if (!accepted || [...alone.keys()].some((other) => other !== href)) return refusedAltogether(error);
    const own = begin(alone.get(href), error);
    alone.set(href, own);
    return resting(own, now());
  }

  async function attempt(url: URL, init: AuthorizedInit): Promise<Response> {
    await checkRest(url);
    let answered = false;
    let renewed = false;
    for (;;) {
      const credential = await authorizer.credential(init.method, url).catch((error: unknown) => {
        if (!(error instanceof CalendarError)) throw error;
        // Without a credential nothing is sent, and what was sent before was refused.
        throw error.code === 'AUTH_FAILED'
          ? refusedAltogether(error)
          : error.with({ outcome: 'not_applied' });
      });
      const headers = new Headers(init.headers);
      headers.set('Authorization', credential.header);
      const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
      if (answer.status !== 401) {
        // OPTIONS is often answered without a look at who asks.
        if (answer.ok && init.method !== 'OPTIONS') {
          accepted = true;
          rest = undefined;
          alone.delete(url.href);
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
        throw refusedAt(url);
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
      const time = now();
      if ((rest === undefined && alone.size === 0) || time - insistedAt < INSISTENCE_MS) return;
      insistedAt = time;
      if (rest !== undefined) rest = { ...rest, until: time };
      alone.clear();
    },
  };
}

function resting({ error, until }: Rest, now: number): CalendarError {
  return error.with({
    outcome: 'not_applied',
    retryAfterMs: Math.max(1, Math.ceil(until - now)),
    suggestion: `${error.info.suggestion} It is left alone for a while, so that it does not lock the account.`,
  });
}
