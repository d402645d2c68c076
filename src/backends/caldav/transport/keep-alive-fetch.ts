import type { Fetch } from './fetch.js';
import { networkFailure } from './network-failure.js';

export type Dispatcher = NonNullable<RequestInit['dispatcher']>;

/** Node keeps the client of its fetch here after first use. */
export const CLIENT = Symbol.for('undici.globalDispatcher.1');
/** After a broken connection, reuses none for this long. */
const FRESH_MS = 60_000;
const kept = new WeakMap<Dispatcher, Dispatcher>();
const fresh = new WeakMap<Dispatcher, Dispatcher>();

/**
 * Node's fetch closes the connection after a REPORT, because it does not know that REPORT has a body; each
 * query would begin with handshakes. This one keeps it open, unless the server closes it.
 *
 * A kept connection may be dead without a sign: SOGo closes each one a few milliseconds after its answer
 * without the `Connection: close` of RFC 9112 §9.6, and a network outage breaks all of them. A retry on the
 * next one fails too, so after the first loss each request gets its own connection. `now`: milliseconds of a
 * monotonic clock.
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

/** The same client, but keeps connections open after a REPORT. */
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

/** A separate client that keeps no connections. */
function opening(client: Dispatcher): Dispatcher {
  const known =
    fresh.get(client) ??
    another(client).compose(
      (dispatch) => (options, handler) => dispatch({ ...options, reset: true }, handler),
    );
  fresh.set(client, known);
  return known;
}

/** A new client of the same kind, or the same one if its kind needs settings, such as a proxy. */
function another(client: Dispatcher): Dispatcher {
  const made: unknown =
    client.constructor.name === 'Agent' ? Reflect.construct(client.constructor, []) : client;
  return isDispatcher(made) ? made : client;
}

export function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'compose' in value;
}
