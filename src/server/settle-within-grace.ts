import { setTimeout as sleep } from 'node:timers/promises';

/** Time for running calls at shutdown, before they are cancelled. */
const GRACE_MS = 3000;
/** Extra time for cancelled calls to answer. */
const ENDING_MS = 1000;
/** Counts time in turns of this length, so a busy machine gives calls as many turns. */
const TURN_MS = 10;

export interface Work {
  settled(): Promise<void>;
  /** Asks running calls to finish. */
  stop(): void;
  /** True if unhandled messages have arrived. */
  isBehind?(): boolean;
}

/** Waits for running calls, and for messages that were read just before the end. */
export async function settleWithinGrace({ settled, stop, isBehind = () => false }: Work): Promise<void> {
  let waitedMs = 0;
  const turn = async (): Promise<void> => {
    await sleep(TURN_MS);
    waitedMs += TURN_MS;
  };
  let isDone = false;
  while (!isDone && waitedMs <= GRACE_MS + ENDING_MS) {
    if (waitedMs > GRACE_MS) stop();
    await turn();
    isDone = !isBehind() && (await Promise.race([settled().then(() => true), turn()])) === true;
  }
  await sleep(0);
}

/** Sleeps in short turns of the event loop. */
export async function sleepInTurns(ms: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += TURN_MS) await sleep(TURN_MS);
}
