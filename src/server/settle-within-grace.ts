import { setTimeout as sleep } from 'node:timers/promises';

/** How long calls that are still running at shutdown may take before they are cancelled. */
const GRACE_MS = 3000;
/** Extra time for reporting how they ended. */
const ENDING_MS = 1000;
const POLL_MS = 10;

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
  const begun = performance.now();
  const isOver = (ms: number): boolean => performance.now() - begun > ms;
  let isDone = false;
  while (!isDone && !isOver(GRACE_MS + ENDING_MS)) {
    if (isOver(GRACE_MS)) stop();
    await sleep(POLL_MS);
    isDone = !isBehind() && (await Promise.race([settled().then(() => true), sleep(POLL_MS)])) === true;
  }
  await sleep(0);
}
