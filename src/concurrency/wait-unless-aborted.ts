import { setMaxListeners } from 'node:events';
import { CalendarError } from '../../schemas/model/error.js';
import { stoppedBy } from './cancelled.js';

/** Waits for shared work. Aborting or timing out ends this wait only; the work goes on for the others. */
export function waitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal, patienceMs?: number): Promise<T> {
  if (signal.aborted) {
    // No one waits for it now; a failure is left for later callers to find.
    work.catch(() => undefined);
    return Promise.reject(stoppedBy(signal));
  }
  return new Promise((resolve, reject) => {
    // One question may wait for many calendars; Node would warn of a leak at the eleventh.
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
