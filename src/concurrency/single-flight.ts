import { waitUnlessAborted } from './wait-unless-aborted.js';

export interface SingleFlight<T> {
  /** The value, computed at most once at a time for all callers; a caller who leaves does not stop the others. */
  get(signal?: AbortSignal): Promise<T>;
  forget(): void;
}

/** Caches the value of `make` for `freshMs`; failures are not cached. */
export function singleFlight<T>(make: () => Promise<T>, freshMs: number): SingleFlight<T> {
  let current: { readonly value: Promise<T>; madeAt: number } | undefined;

  function start(): Promise<T> {
    const made = { value: make(), madeAt: Number.POSITIVE_INFINITY };
    current = made;
    made.value.then(
      () => {
        made.madeAt = performance.now();
      },
      () => {
        if (current === made) current = undefined;
      },
    );
    return made.value;
  }

  return {
    get(signal) {
      const fresh = current !== undefined && performance.now() - current.madeAt < freshMs;
      const value = fresh && current !== undefined ? current.value : start();
      return signal === undefined ? value : waitUnlessAborted(value, signal);
    },
    forget() {
      current = undefined;
    },
  };
}
