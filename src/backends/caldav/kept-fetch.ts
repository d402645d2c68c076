import type { Fetch } from './guarded-fetch.js';

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

/** Where Node keeps the client below its fetch, once that was used. */
const CLIENT = Symbol.for('undici.globalDispatcher.1');
const kept = new WeakMap<Dispatcher, Dispatcher>();

/**
 * The fetch of Node, which ends a connection after a REPORT because it does not know that one has a body: each question
 * would begin with handshakes. Here it is kept as after other requests, unless the server ends it.
 */
export const keptFetch: Fetch = (input, init) => {
  const client: unknown = Reflect.get(globalThis, CLIENT);
  return fetch(input, isDispatcher(client) ? { ...init, dispatcher: keeping(client) } : init);
};

function keeping(client: Dispatcher): Dispatcher {
  const known =
    kept.get(client) ??
    client.compose((dispatch) => (options, handler) => {
      const reset = options.method === ('REPORT' as string) ? false : options.reset;
      return dispatch({ ...options, ...(reset === undefined ? {} : { reset }) }, handler);
    });
  kept.set(client, known);
  return known;
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'compose' in value;
}
