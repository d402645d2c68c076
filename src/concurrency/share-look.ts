import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop that a look waits for more callers. */
const MOST_TURNS = 8;

/**
 * Shares looks at something that changes without notice. A running look may have missed a change, so each question
 * waits for the next one and shares it with others. That look starts later while more callers arrive.
 */
export function shareLook<T>(look: () => T | Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  let asked = 0;

  async function startNext(): Promise<T> {
    await looking?.catch(() => undefined);
    for (let turns = 0, heard = -1; heard !== asked && turns < MOST_TURNS; turns++) {
      heard = asked;
      await turn();
    }
    next = undefined;
    looking = (async () => look())();
    return looking;
  }

  return () => {
    asked++;
    next ??= startNext();
    return next;
  };
}
