import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import { HOUR_MS, LIMITED, type RateLimits, waitFor } from '../../ports/replicas/rate-limits.js';
import type { ServiceDependencies } from './dependencies.js';
import { sharedNote } from './shared-note.js';

const countsSchema = z.object({ changes: z.number(), deletions: z.number(), recipients: z.number() });

/** Limits counted per process and shared with the others. `elapsed`: milliseconds from any fixed point. */
export function createRateLimits(
  limits: Policy['limits'],
  elapsed: () => number,
  store: Pick<ServiceDependencies, 'state' | 'clock'>,
): RateLimits {
  const shared = sharedNote('limits', countsSchema, store);
  const used = { changes: 0, deletions: 0, recipients: 0 };
  const elsewhere = { changes: 0, deletions: 0, recipients: 0 };
  let countedAt = elapsed();
  let isNoted = true;
  return {
    async take(counts) {
      const now = elapsed();
      const refilled = (now - countedAt) / HOUR_MS;
      countedAt = now;
      const all = { ...used };
      for (const kind of LIMITED) {
        used[kind] = Math.max(0, used[kind] - refilled * limits[kind]);
        all[kind] = used[kind] + elsewhere[kind];
      }
      const retryAfterMs = waitFor(counts, all, limits);
      if (retryAfterMs > 0) return retryAfterMs;
      for (const kind of LIMITED) used[kind] += counts[kind];
      isNoted = false;
      return 0;
    },
    async recall() {
      const notes = await shared.others();
      for (const kind of LIMITED)
        elsewhere[kind] = notes.reduce(
          (sum, { note, ageMs }) => sum + Math.max(0, note[kind] - (ageMs / HOUR_MS) * limits[kind]),
          0,
        );
    },
    async keep() {
      if (isNoted) return;
      await shared.keep({ ...used });
      isNoted = true;
    },
  };
}

export function tooMany(retryAfterMs: number): CalendarError {
  return new CalendarError(
    'RATE_LIMITED',
    'So much has been changed within the hour that this has to wait.',
    {
      outcome: 'not_applied',
      refusedBy: ['limits'],
      retryAfterMs,
      suggestion: 'Tell the user what is left, and go on after retryAfterMs if they want it.',
    },
  );
}
