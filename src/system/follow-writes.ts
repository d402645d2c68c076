import { setTimeout as sleep } from 'node:timers/promises';
import { CalendarError } from '../../schemas/model/error.js';
import type { WriteCounter } from '../ports/state-store.js';

/** Keeps what this process remembers as new as what all replicas have written. */
export interface FollowedWrites {
  /** Forgets what others may have changed since; where that cannot be known, everything. */
  catchUp(): Promise<void>;
  /** Tells the others of a write. Never fails: what cannot be told now is told later. */
  wrote(): Promise<void>;
}

const AGAIN_MS = 200;
/** So long the answer of a write waits for the others to be told. */
const PATIENCE_MS = 3000;

/** `forget` is called where others have written. */
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
          // What others have written in between is not known here.
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
