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
  /** The next request goes out after all, after a look for another secret; at most one in ten seconds. */
  tryAgain(): void;
}

export interface AuthorizedFetchOptions {
  /** Who asks, for errors that say they may not. */
  readonly asker?: { readonly account: string; readonly user: string };
  readonly authorizer: Authorizer;
  readonly fetch: Fetch;
  /** What a login at the provider needs. */
  readonly login?: string;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
  /** What earlier processes know. */
  readonly kept?: KeptRefusal;
}

/**
 * Puts credentials on requests. A refusal is answered once where the server asks for another form, and once more where
 * the secret has been changed meanwhile. After that the server is left alone for a while, because many lock accounts
 * that keep trying: 30 s, then longer each time, up to 5 min. Meanwhile the secret is not asked for either: a locked
 * keychain would ask its owner at each call. Until a credential was accepted, requests go one by one.
 */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): AuthorizedFetch {
  const { authorizer, fetch, kept, now = () => performance.now() } = options;
  const turn = semaphore(1);
  const rests = new AccountRests(now);
  const explained = explainer(options);
  /** Nothing was sent yet, and nobody wants to know whether the server has changed its mind. */
  let isFirst = true;

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

  async function attempt(url: URL, init: AuthorizedInit): Promise<Response> {
    let looked = await rests.end(url, () => look(init.signal));
    let answered = false;
    for (;;) {
      const made = authorizer.credential(init.method, url);
      const credential = await waitUnlessAborted(made, init.signal).catch((error: unknown) => {
        // Without a credential nothing is sent, and what was sent before was refused.
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
        // OPTIONS is often answered without a look at who asks.
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

/** Says of a refusal what a login needs, and whose it is. */
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
