import { cancelled } from './cancelled.js';
import { waitUnlessAborted } from './wait-unless-aborted.js';

/**
 * Runs tasks with the same key one after another, even if one fails. Aborting `signal` ends the wait, and the task does
 * not run.
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A queue per key, which exists while it has tasks; different keys do not wait for each other. */
export function keyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return (key, work, signal) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = signal === undefined ? before : waitUnlessAborted(before, signal).catch(leave);
    const mine = turn.then(work);
    const settled = Promise.allSettled([before, mine]).then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    last.set(key, settled);
    return mine;
  };
}

function leave(): never {
  throw cancelled('not_applied');
}
