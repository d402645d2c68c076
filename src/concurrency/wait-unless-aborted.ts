import { setMaxListeners } from 'node:events';
import { CalendarError } from '../../schemas/model/error.js';
import { stoppedBy } from './cancelled.js';

/** Waits for shared work. Aborting or timing out only ends this wait; the work continues for the others. */
export function waitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal, patienceMs?: number): Promise<T> {
  if (signal.aborted) {
    // No one waits now; later callers will see a failure.
    work.catch(() => undefined);
    return Promise.reject(stoppedBy(signal));
  }
  return new Promise((resolve, reject) => {
    // One question can wait for many calendars; Node warns of a leak at the eleventh listener.
    setMaxListeners(0, signal);
    const leave = (): void => reject(stoppedBy(signal));
    signal.addEventListener('abort', leave, { once: true });
    const timer =
      patienceMs === undefined ? undefined : setTimeout(() => reject(tooSlow()), patienceMs).unref();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  });
}

function tooSlow(): CalendarError {
  return new CalendarError('TIMEOUT', 'The calendar server did not answer in time.', {
    suggestion: 'Try again in a moment.',
  });
}
