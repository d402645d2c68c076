import { CalendarError } from '../schemas/error.js';

/** Waits for work that others may wait for too, and that goes on when this caller leaves. */
export function leavable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = (): CalendarError => new CalendarError('CANCELLED', 'The call was cancelled.');
  if (signal.aborted) {
    // Nobody waits any more; a failure is for those who come later to find.
    work.catch(() => undefined);
    return Promise.reject(cancelled());
  }
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
