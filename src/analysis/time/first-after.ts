import type { Instant, Range } from '../../../schemas/model/time.js';

/** Index of the first range that ends after the instant, or the length if there is none. Ranges are sorted and disjoint. */
export function firstAfter(times: readonly Range[], instant: Instant): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.to ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
