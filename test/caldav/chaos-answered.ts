import type { ChaosProxy } from './chaos-proxy.js';

const MOST_TRIES = 30;

/**
 * Works with nothing in the way until every request of one try was answered in whole. The clients leave so early
 * that a real server, busy with many of them, can be too slow for one: that is a mishap like any other.
 */
export async function answered<T>(proxy: ChaosProxy, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    proxy.plan([]);
    const [result] = await Promise.allSettled([work()]);
    await proxy.settled();
    if (tries < MOST_TRIES && !proxy.isClean()) continue;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }
}
