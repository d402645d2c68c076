import { CalendarError } from '../../schemas/model/error.js';

export interface Semaphore {
  /** Waits for a free slot; call the returned function to free it. Throws CANCELLED if the signal fires first. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** At most `count` requests at a time, in order of arrival: servers drop or throttle clients that open more. */
export function semaphore(count: number): Semaphore {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  const once = (): (() => void) => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      giveBack();
    };
  };
  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(cancelled());
      if (free > 0) {
        free--;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const go = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(go), 1);
          reject(cancelled());
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(go);
      });
    },
  };
}

function cancelled(): CalendarError {
  return new CalendarError('CANCELLED', 'The call was cancelled before the calendar server was asked.', {
    outcome: 'not_applied',
  });
}
