import { getHeapStatistics } from 'node:v8';

/** A part of the heap this process may have, in bytes, but no more than `most`: for what may be forgotten. */
export function heapShare(part: number, most: number): number {
  return Math.floor(Math.min(getHeapStatistics().heap_size_limit * part, most));
}
