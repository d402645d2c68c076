import { setFlagsFromString } from 'node:v8';

/** V8 flags: fixed room for new objects, no second compilation of Node's HTTP parser, and less garbage. */
const FRUGAL = ['--semi-space-growth-factor=1', '--liftoff-only', '--optimize-for-size'];

/** Makes this process use less memory, and more time for garbage collection. */
export function useFrugalHeap(): void {
  for (const flag of FRUGAL) setFlagsFromString(flag);
}
