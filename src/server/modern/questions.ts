import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a person may think. */
const KEPT_MS = 10 * 60_000;
const MOST = 1000;

/**
 * Questions that wait for a person's answer. Where the protocol has no way back to the client within a call, the call
 * ends with the question and is made again with the answer: a state of the server's own proves what was asked.
 */
export interface Questions {
  /** A state for a question about this: who calls, what, and what the person is shown. */
  put(about: readonly unknown[]): string;
  /** Whether the state was given by this server, and is not used up. */
  knows(state: string): boolean;
  /** Whether the state was given for exactly this; it is used up in any case. */
  take(state: string | undefined, about: readonly unknown[]): boolean;
}

export function createQuestions(): Questions {
  const open = new LRUCache<string, string>({ max: MOST, ttl: KEPT_MS });
  return {
    put(about) {
      const state = randomBytes(18).toString('base64url');
      open.set(state, digestOf(about));
      return state;
    },
    knows: (state) => open.has(state),
    take(state, about) {
      if (state === undefined) return false;
      const asked = open.get(state);
      open.delete(state);
      return asked === digestOf(about);
    },
  };
}

function digestOf(about: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(about)).digest('base64');
}
