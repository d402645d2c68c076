import { getHeapStatistics } from 'node:v8';

/** What the program takes without caches, and what is garbage but not yet collected. */
const OWN = 80 * 1024 * 1024;
/** Of a heap that has no room to spare, the part that is shared all the same. */
const LEAST = 0.25;

/** A part of the heap that this process has to spare, in bytes, but no more than `most`: for what may be forgotten. */
export function heapShare(part: number, most: number, limit = getHeapStatistics().heap_size_limit): number {
  return Math.floor(Math.min(Math.max(limit - OWN, limit * LEAST) * part, most));
}
