import { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';

const HOUR_MS = 3_600_000;

export type Limited = keyof Policy['limits'];

/** What may still be done within the hour without a person's agreement. */
export interface RateLimits {
  /** Counts what is going to be done; throws RATE_LIMITED, and counts nothing, where that is too much. */
  take(counts: Readonly<Record<Limited, number>>): void;
}

/** Each limit refills evenly over the hour. `elapsed` gives milliseconds from any fixed point. */
export function createRateLimits(limits: Policy['limits'], elapsed: () => number): RateLimits {
  const used = { changes: 0, deletions: 0, recipients: 0 };
  let countedAt = elapsed();
  return {
    take(counts) {
      const now = elapsed();
      const refilled = (now - countedAt) / HOUR_MS;
      countedAt = now;
      const waits = LIMITED.map((kind) => {
        used[kind] = Math.max(0, used[kind] - refilled * limits[kind]);
        const excess = used[kind] + counts[kind] - limits[kind];
        return counts[kind] > 0 && excess > 0 ? (excess / limits[kind]) * HOUR_MS : 0;
      });
      const retryAfterMs = Math.ceil(Math.max(...waits));
      if (retryAfterMs > 0) throw tooMany(retryAfterMs);
      for (const kind of LIMITED) used[kind] += counts[kind];
    },
  };
}

const LIMITED = ['changes', 'deletions', 'recipients'] as const satisfies readonly Limited[];

function tooMany(retryAfterMs: number): CalendarError {
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
