import { CalendarError } from '../../../../schemas/model/error.js';
import { semaphore } from '../../../concurrency/semaphore.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import { httpFailure } from '../dav/http-failure.js';
import type { AuthorizedInit, AuthorizedSend, Fetch } from '../transport/fetch.js';
import type { Authorizer } from './authorizer.js';

export interface AuthorizedFetch {
  readonly send: AuthorizedSend;
  /** The next request goes out after all, after a look for another secret; at most one in ten seconds. */
  tryAgain(): void;
}

export interface AuthorizedFetchOptions {
  readonly authorizer: Authorizer;
  readonly fetch: Fetch;
  /** What a login at the provider needs. */
  readonly login?: string;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

interface Rest {
  readonly until: number;
  readonly pauseMs: number;
  readonly error: CalendarError;
  /** Another secret was looked for since its end. */
  looked: boolean;
}

const SHORTEST_REST_MS = 30_000;
const LONGEST_REST_MS = 5 * 60_000;
/** How often the server is tried before its rest is over. */
const TRY_AGAIN_MS = 10_000;

/**
 * Puts credentials on requests. A refusal is answered once where the server asks for another form, and once more where
 * the secret has been changed meanwhile. After that the server is left alone for a while, because many lock accounts
 * that keep trying: 30 s, then longer each time, up to 5 min. Meanwhile the secret is not asked for either: a locked
 * keychain would ask its owner at each call. Until a credential was accepted, requests go one by one.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { authorizer, fetch, login, now = () => performance.now() } = options;
  const turn = semaphore(1);
  /** Addresses that were refused while others were not: of one, the account may know nothing; two are the account. */
  const alone = new Map<string, Rest>();
  let accepted = false;
  let rest: Rest | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  /** False also if it is unknown, for example because the keychain is locked by now. */
  const newSecret = singleFlight(
    () =>
      authorizer.renewed().catch((error: unknown) => {
        if (error instanceof CalendarError) return false;
        throw error;
      }),
    0,
  );

  function look(signal: AbortSignal): Promise<boolean> {
    return newSecret.get(signal).catch(unsent);
  }

  /** Throws while the server is left alone; after that, whether another secret was looked for before it is asked. */
  async function endRest({ href }: URL, signal: AbortSignal): Promise<boolean> {
    const rests = [rest, alone.get(href)].filter((one) => one !== undefined);
    const current = rests.find(({ until }) => now() < until);
    if (current !== undefined) throw resting(current);
    if (rests.every(({ looked }) => looked)) return rests.length > 0;
    for (const one of rests) one.looked = true;
    if (await look(signal)) {
      rest = undefined;
      alone.clear();
    }
    return true;
  }

  function begin(previous: Rest | undefined, error: CalendarError): Rest {
    // Requests that were on their way together are refused together.
    if (previous !== undefined && now() < previous.until) return previous;
    const pauseMs = Math.min((previous?.pauseMs ?? SHORTEST_REST_MS / 2) * 2, LONGEST_REST_MS);
    return { until: now() + pauseMs, pauseMs, error, looked: false };
  }

  function refusedAltogether(error: CalendarError): CalendarError {
    accepted = false;
    alone.clear();
    rest = begin(rest, error);
    return resting(rest);
  }

  function explained(error: CalendarError): CalendarError {
    return login === undefined ? error : error.with({ suggestion: `${error.info.suggestion} ${login}` });
  }

  function refusedAt({ href }: URL): CalendarError {
    const error = explained(httpFailure(401));
    if (!accepted || [...alone.keys()].some((other) => other !== href)) return refusedAltogether(error);
    const own = begin(alone.get(href), error);
    alone.set(href, own);
    return resting(own);
  }

  async function attempt(url: URL, init: AuthorizedInit): Promise<Response> {
    let looked = await endRest(url, init.signal);
    let answered = false;
    for (;;) {
      const made = authorizer.credential(init.method, url);
      const credential = await waitUnlessAborted(made, init.signal).catch((error: unknown) => {
        // Without a credential nothing is sent, and what was sent before was refused.
        if (error instanceof CalendarError && error.code === 'AUTH_FAILED')
          throw refusedAltogether(explained(error));
        return unsent(error);
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
      } else if (!looked && (await look(init.signal))) {
        looked = true;
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
    tryAgain() {
      const time = now();
      if ((rest === undefined && alone.size === 0) || time - triedAt < TRY_AGAIN_MS) return;
      triedAt = time;
      if (rest !== undefined) rest = { ...rest, until: time, looked: false };
      for (const [href, own] of alone) alone.set(href, { ...own, until: time, looked: false });
    },
  };
}

/** Waiting does not cure a refusal, so the error does not say how long the pause is, but to correct the secret. */
function resting({ error }: Rest): CalendarError {
  return error.with({
    outcome: 'not_applied',
    suggestion: `${error.info.suggestion} Do not repeat the call before that: requests pause for a while so that the server does not lock the account. Once the secret is corrected, read with refresh: true.`,
  });
}

function unsent(error: unknown): never {
  throw error instanceof CalendarError ? error.with({ outcome: 'not_applied' }) : error;
}
