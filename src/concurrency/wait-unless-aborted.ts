import { setMaxListeners } from 'node:events';
import { CalendarError } from '../../schemas/model/error.js';

/** Waits for work that others may wait for too: whoever leaves, or loses patience, does not stop it for them. */
export function leavable<T>(work: Promise<T>, signal: AbortSignal, patienceMs?: number): Promise<T> {
  if (signal.aborted) {
    // Nobody waits any more; a failure is for those who come later to find.
    work.catch(() => undefined);
    return Promise.reject(cancelled());
  }
  return new Promise((resolve, reject) => {
    // One question may wait for many calendars; Node would warn of a leak at the eleventh.
    setMaxListeners(0, signal);
    const leave = (): void => reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    const timer =
      patienceMs === undefined ? undefined : setTimeout(() => reject(tooSlow()), patienceMs).unref();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  });
}

function cancelled(): CalendarError {
  return new CalendarError('CANCELLED', 'The call was cancelled.');
}

function tooSlow(): CalendarError {
  return new CalendarError('TIMEOUT', 'The calendar server did not answer in time.', {
    suggestion: 'Try again in a moment.',
  });
}
