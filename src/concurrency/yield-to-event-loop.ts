import { throwIfCancelled } from './cancelled.js';

/**
 * Yields to the event loop between two steps of a computation when it is due. Undefined if it is not, so most steps
 * cost nothing. Throws CANCELLED once the result is no longer wanted.
 */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** Milliseconds of computing between two yields. */
const SLICE_MS = 8;

let sliceStart = Number.NEGATIVE_INFINITY;
const waiting: (() => void)[] = [];

/** Only one slice runs per turn of the event loop, no matter how many calls compute. */
export function yielderFor(signal?: AbortSignal): YieldToEventLoop {
  return () => {
    throwIfCancelled(signal);
    // A clock that was set back ends the slice, too, or others would wait until it catches up.
    return Math.abs(performance.now() - sliceStart) < SLICE_MS ? undefined : nextSlice(signal);
  };
}

/** Runs steps, yielding between them. */
export async function inSlices<T>(
  steps: Generator<undefined, T, undefined>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}

async function nextSlice(signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
  throwIfCancelled(signal);
}

function nextTurn(): void {
  sliceStart = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}
