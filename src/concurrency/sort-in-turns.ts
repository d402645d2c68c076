import type { YieldToEventLoop } from './yield-to-event-loop.js';

/** Items to sort, or steps to merge, without a pause. */
const RUN = 2000;

/** A stable sort with pauses. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    await yieldToEventLoop();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, yieldToEventLoop));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<T[]> {
  if (right.length === 0) return [...left];
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (merged.length < left.length + right.length) {
    if (merged.length % RUN === 0) await yieldToEventLoop();
    const [a, b] = [left[l] as T, right[r] as T];
    const takesLeft = r >= right.length || (l < left.length && compare(a, b) <= 0);
    if (takesLeft) l++;
    else r++;
    merged.push(takesLeft ? a : b);
  }
  return merged;
}
