import { LRUCache } from 'lru-cache';
import type { CallLimit } from '../../../ports/replicas/call-limit.js';

const MINUTE_MS = 60_000;
/** Above this number, the user with the oldest call starts with a full quota. */
const USERS = 100_000;

/** A per-process limit that refills evenly. `elapsed`: milliseconds from any fixed point. */
export function createCallLimit(
  perMinute: number,
  elapsed: () => number = () => performance.now(),
): CallLimit {
  const used = new LRUCache<string, { readonly calls: number; readonly at: number }>({ max: USERS });
  const callMs = MINUTE_MS / perMinute;
  return {
    async take(user) {
      const now = elapsed();
      const { calls, at } = used.get(user) ?? { calls: 0, at: now };
      const left = Math.max(0, calls - (now - at) / callMs);
      if (left + 1 > perMinute) return Math.ceil((left + 1 - perMinute) * callMs);
      used.set(user, { calls: left + 1, at: now });
      return undefined;
    },
  };
}
