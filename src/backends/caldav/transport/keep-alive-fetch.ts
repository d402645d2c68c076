import type { Fetch } from './fetch.js';
import { networkFailure } from './network-failure.js';

export type Dispatcher = NonNullable<RequestInit['dispatcher']>;

/** Where Node keeps the client below its fetch, once that was used. */
export const CLIENT = Symbol.for('undici.globalDispatcher.1');
/** For so long after one connection broke, none is used twice. */
const FRESH_MS = 60_000;
const kept = new WeakMap<Dispatcher, Dispatcher>();
const fresh = new WeakMap<Dispatcher, Dispatcher>();

/**
 * The fetch of Node, which ends a connection after a REPORT because it does not know that one has a body: each question
 * would begin with handshakes. Here it is kept as after other requests, unless the server ends it.
 *
 * A kept connection may be dead without a sign: SOGo ends each one a few milliseconds after its answer and does not say
 * so (RFC 9112, section 9.6, asks for `Connection: close`), and a network that was away takes all of them with it. A
 * request tried again on the next of them is lost again, so after the first loss each gets its own connection.
 * `now` is in milliseconds, on a clock that only goes forward.
 */
export function createKeepAliveFetch(now: () => number = () => performance.now()): Fetch {
  let brokenAt = Number.NEGATIVE_INFINITY;
  return async (input, init) => {
    const client: unknown = Reflect.get(globalThis, CLIENT);
    const choose = now() - brokenAt < FRESH_MS ? opening : keeping;
    try {
      return await fetch(input, isDispatcher(client) ? { ...init, dispatcher: choose(client) } : init);
    } catch (error) {
      if (networkFailure(error).dropped) brokenAt = now();
      throw error;
    }
  };
}

/** The same client, whose connections stay open behind a REPORT. */
export function keeping(client: Dispatcher): Dispatcher {
  const known =
    kept.get(client) ??
    client.compose((dispatch) => (options, handler) => {
      const reset = options.method === ('REPORT' as string) ? false : options.reset;
      return dispatch({ ...options, ...(reset === undefined ? {} : { reset }) }, handler);
    });
  kept.set(client, known);
  return known;
}

/** Shares no connection with the other, and keeps none. */
function opening(client: Dispatcher): Dispatcher {
  const known =
    fresh.get(client) ??
    another(client).compose(
      (dispatch) => (options, handler) => dispatch({ ...options, reset: true }, handler),
    );
  fresh.set(client, known);
  return known;
}

/** Of the same kind; a kind that needs more settings, such as one for a proxy, is used itself. */
function another(client: Dispatcher): Dispatcher {
  const made: unknown =
    client.constructor.name === 'Agent' ? Reflect.construct(client.constructor, []) : client;
  return isDispatcher(made) ? made : client;
}

export function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'compose' in value;
}
