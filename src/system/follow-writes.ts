import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../schemas/model/error.js';
import type { WriteCounter } from '../ports/state-store.js';

/** Keeps this process's cache as new as the writes of all replicas. */
export interface FollowedWrites {
  /** Forgets data that others may have changed since; forgets everything if that is unknown. */
  catchUp(): Promise<void>;
  /** Notifies the others of a write. Never fails: retries later. */
  wrote(): Promise<void>;
}

const AGAIN_MS = 200;
/** Longest delay of a write's answer for the notification. */
const PATIENCE_MS = 3000;

/** Calls `forget` when others have written. */
export function followWrites(counter: WriteCounter, forget: () => void): FollowedWrites {
  let known: number | undefined;
  return {
    async catchUp() {
      const count = await counter.read().catch(unknown);
      if (count !== undefined && count === known) return;
      known = count;
      forget();
    },
    async wrote() {
      const raising = (async () => {
        for (;;) {
          const count = await counter.raise().catch(unknown);
          // Otherwise others have written in between.
          if (count !== undefined && known === count - 1) known = count;
          if (count !== undefined) return;
          await sleep(AGAIN_MS, undefined, { ref: false });
        }
      })();
      await Promise.race([raising, sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

function unknown(error: unknown): undefined {
  if (!(error instanceof CalendarError)) throw error;
  return undefined;
}
