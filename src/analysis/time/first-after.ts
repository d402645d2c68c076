import type { Instant, Range } from '../../../schemas/model/time.js';

/** Index of the first of merged times that ends after an instant; their number where none does. */
export function firstAfter(times: readonly Range[], instant: Instant): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.to ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
