import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod/v3';
import type { StateStore } from '../../../ports/state-store.js';

/** A refusal that outlives the process, so that rerunning a command does not lock the account. */
export interface KeptRefusal {
  /** True if the server refused this credential recently and is paused. */
  isResting(header: string): Promise<boolean>;
  refused(header: string): Promise<void>;
  accepted(): Promise<void>;
}

const SHORTEST_MS = 30_000;
const LONGEST_MS = 5 * 60_000;

/** Two bytes tell a corrected password from a refused one, but are too few to guess it from. */
const MARK_BYTES = 2;

const entrySchema = z.object({ until: z.number(), pauseMs: z.number(), salt: z.string(), mark: z.string() });

/** State key for the refusals of an account. */
export function refusalKey(identity: string): string {
  return `rest/${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}

/** Remembers the refusals of one account. If the state fails, the server is asked as usual. */
export function keepRefusal(state: StateStore, identity: string, now: () => number = Date.now): KeptRefusal {
  const key = refusalKey(identity);
  const markOf = (header: string, salt: string): string =>
    createHmac('sha256', salt).update(header).digest().subarray(0, MARK_BYTES).toString('hex');
  const entry = async () => {
    const kept = await state.get(key).catch(() => undefined);
    return entrySchema.safeParse(kept).data;
  };
  let isKept = false;
  return {
    async isResting(header) {
      const kept = await entry();
      isKept = kept !== undefined;
      return kept !== undefined && now() < kept.until && markOf(header, kept.salt) === kept.mark;
    },
    async refused(header) {
      const before = await entry();
      const isSame = before !== undefined && markOf(header, before.salt) === before.mark;
      const pauseMs = isSame ? Math.min(before.pauseMs * 2, LONGEST_MS) : SHORTEST_MS;
      const until = now() + pauseMs;
      const salt = randomBytes(16).toString('hex');
      const value = { until, pauseMs, salt, mark: markOf(header, salt) };
      isKept = true;
      await state.put(key, value, { expiresAt: until + LONGEST_MS }).catch(() => undefined);
    },
    async accepted() {
      if (!isKept) return;
      isKept = false;
      await state.take(key).catch(() => undefined);
    },
  };
}
