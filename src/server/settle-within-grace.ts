import { setTimeout as sleep } from 'node:timers/promises';

/** How long calls that are still running at shutdown may take before they are cancelled. */
const GRACE_MS = 3000;
/** Extra time for reporting how they ended. */
const ENDING_MS = 1000;
/** Time is counted in turns of this length: a busy machine, where everything comes late, gives calls as many turns. */
const TURN_MS = 10;

export interface Work {
  /** Resolves when no call is running. */
  settled(): Promise<void>;
  /** Tells the calls that are running to come to an end. */
  stop(): void;
  /** True if messages have arrived that nothing has started on. */
  isBehind?(): boolean;
}

/** Waits for the calls that are running, and for messages that were read just before the end. */
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

/** Waits for so many turns of the event loop. */
export async function sleepInTurns(ms: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += TURN_MS) await sleep(TURN_MS);
}
