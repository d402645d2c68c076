import { throwIfCancelled } from './cancelled.js';

/**
 * Yields to the event loop between two steps of a computation when it is due. Undefined if it is not, so most steps
 * cost nothing. Throws CANCELLED once the result is no longer wanted.
 */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** How long the program computes before it looks at what has arrived meanwhile. */
const SLICE_MS = 8;

let sliceStart = Number.NEGATIVE_INFINITY;
const waiting: (() => void)[] = [];

/** However many calls compute, one slice is run in each turn of the event loop. */
export function yielderFor(signal?: AbortSignal): YieldToEventLoop {
  return () => {
    throwIfCancelled(signal);
    // A clock that was put back ends the slice too: nobody is kept from their turn until it has caught up.
    return Math.abs(performance.now() - sliceStart) < SLICE_MS ? undefined : nextSlice(signal);
  };
}

/** Does some work with a breath between its steps. */
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
