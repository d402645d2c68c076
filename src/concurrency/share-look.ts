import { setImmediate as turn } from 'node:timers/promises';

/** How many turns of the event loop a look waits for others who ask. */
const MOST_TURNS = 8;

/**
 * Looks at something that others change without telling. A look that began before the question may have missed a change,
 * so each question waits for the next; whoever asks before that begins shares it, and it waits while more of them come.
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
