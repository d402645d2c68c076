import { getHeapStatistics } from 'node:v8';

/** Memory of the program without caches, plus uncollected garbage. */
const OWN = 80 * 1024 * 1024;
/** Share of a small heap that counts as free anyway. */
const LEAST = 0.25;

/** A share of the free heap in bytes, at most `most`: for caches. */
export function heapShare(part: number, most: number, limit = getHeapStatistics().heap_size_limit): number {
  return Math.floor(Math.min(Math.max(limit - OWN, limit * LEAST) * part, most));
}
