import type { ChaosProxy } from './proxy.js';

/**
 * Works with nothing in the way until every request of one try was answered in whole, and in time. The clients leave
 * so early that a real server, busy with many of them, can be too slow for one: that is a mishap like any other.
 */
export async function answered<T>(
  { proxy, deadlineMs }: { readonly proxy: ChaosProxy; readonly deadlineMs: number },
  work: () => Promise<T>,
  hasFailed: (value: T) => boolean = () => false,
): Promise<T> {
  for (;;) {
    proxy.plan([]);
    const began = performance.now();
    const [result] = await Promise.allSettled([work()]);
    const inTime = performance.now() - began < deadlineMs;
    await proxy.settled();
    const failed = result.status === 'rejected' || hasFailed(result.value);
    if (!proxy.isClean() || (failed && !inTime)) continue;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }
}
