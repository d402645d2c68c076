import { CalendarError } from '../../../../schemas/model/error.js';
import { semaphore } from '../../../concurrency/semaphore.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import { httpFailure } from '../dav/http-failure.js';
import type { AuthorizedInit, AuthorizedSend, Fetch } from '../transport/fetch.js';
import { AccountRests } from './account-rests.js';
import type { Authorizer } from './authorizer.js';
import type { KeptRefusal } from './kept-refusal.js';

export interface AuthorizedFetch {
  readonly send: AuthorizedSend;
  /** Ends the pause early, after a look for another secret; at most once in ten seconds. */
  tryAgain(): void;
}

export interface AuthorizedFetchOptions {
  /** For errors about a refused login. */
  readonly asker?: { readonly account: string; readonly user: string };
  readonly authorizer: Authorizer;
  readonly fetch: Fetch;
  /** Login requirements of the provider. */
  readonly login?: string;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Refusal remembered from earlier processes. */
  readonly kept?: KeptRefusal;
}

/**
 * Adds credentials to requests. Retries a 401 once if the server wants another scheme, and once more if the
 * secret has changed. Then pauses, because many servers lock accounts that keep trying: 30 s, doubling up to
 * 5 min. The pause also skips reading the secret: a locked keychain would prompt at each call. Until a
 * credential is accepted, requests go one by one.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { authorizer, fetch, kept, now = () => performance.now() } = options;
  const turn = semaphore(1);
  const rests = new AccountRests(now);
  const explained = explainer(options);
  /** True until the first request or a refresh: only then does a kept refusal apply. */
  let isFirst = true;

  /** False also if unknown, for example because the keychain is locked. */
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

  async function attempt(url: URL, init: AuthorizedInit): Promise<Response> {
    let looked = await rests.end(url, () => look(init.signal));
    let answered = false;
    for (;;) {
      const made = authorizer.credential(init.method, url);
      const credential = await waitUnlessAborted(made, init.signal).catch((error: unknown) => {
        // Without a credential nothing is sent, and earlier attempts were refused.
        if (error instanceof CalendarError && error.code === 'AUTH_FAILED')
          throw rests.refusedAltogether(explained(error, true));
        return unsent(error);
      });
      if (isFirst && (await kept?.isResting(credential.header)) === true)
        throw rests.refusedAltogether(explained(httpFailure(401)));
      isFirst = false;
      const headers = new Headers(init.headers);
      headers.set('Authorization', credential.header);
      const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
      if (answer.status !== 401) {
        // Servers often answer OPTIONS without checking credentials.
        if (answer.ok && init.method !== 'OPTIONS') {
          rests.acceptedAt(url);
          await kept?.accepted();
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
        if (!rests.accepted) await kept?.refused(credential.header);
        throw rests.refusedAt(url, explained(httpFailure(401)));
      }
    }
  }

  return {
    async send(url, init) {
      if (rests.accepted) return attempt(url, init);
      const release = await turn.take(init.signal);
      try {
        if (rests.accepted) release();
        return await attempt(url, init);
      } finally {
        release();
      }
    },
    tryAgain() {
      isFirst = false;
      rests.tryAgain();
    },
  };
}

/** Adds the login requirements and the account to a refusal. */
function explainer({ login, asker }: Pick<AuthorizedFetchOptions, 'login' | 'asker'>) {
  return (error: CalendarError, isEnded = false): CalendarError =>
    error.with({
      ...(login !== undefined && { suggestion: `${error.info.suggestion} ${login}` }),
      ...(asker !== undefined && { refusedLogin: { ...asker, isEnded } }),
    });
}

function unsent(error: unknown): never {
  throw error instanceof CalendarError ? error.with({ outcome: 'not_applied' }) : error;
}
