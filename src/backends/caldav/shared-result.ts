import { CalendarError } from '../../../schemas/error.js';

export interface SharedResult<T> {
  /** The value, made at most once at a time for all who ask; a caller who leaves does not stop it for the others. */
  get(signal?: AbortSignal): Promise<T>;
  forget(): void;
}

/** Keeps what `make` gave for `freshMs`; failures are not kept. */
export function createSharedResult<T>(make: () => Promise<T>, freshMs: number): SharedResult<T> {
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
      return signal === undefined ? value : leavable(value, signal);
    },
    forget() {
      current = undefined;
    },
  };
}

function leavable<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = (): CalendarError => new CalendarError('CANCELLED', 'The call was cancelled.');
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
