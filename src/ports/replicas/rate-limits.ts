import type { Policy } from '../../../schemas/model/policy.js';

export type Limited = keyof Policy['limits'];
type Counts = Readonly<Record<Limited, number>>;

/** Time in which a limit refills evenly. */
export const HOUR_MS = 3_600_000;

export const LIMITED = ['changes', 'deletions', 'recipients'] as const satisfies readonly Limited[];

/** The remaining actions without consent; each limit refills evenly within an hour. */
export interface RateLimits {
  /**
   * Counts the planned actions and returns 0. If they exceed a limit, counts nothing and returns the milliseconds to
   * wait.
   */
  take(counts: Counts): Promise<number>;
  /** Loads the actions of other processes, and earlier ones. */
  recall(): Promise<void>;
  /** Saves ours for them. */
  keep(): Promise<void>;
}

/** Milliseconds until the actions fit in the limits; 0 if they do. */
export function waitFor(asked: Counts, used: Counts, limits: Policy['limits']): number {
  const waits = LIMITED.map((kind) => {
    const excess = used[kind] + asked[kind] - limits[kind];
    return asked[kind] > 0 && excess > 0 ? (excess / limits[kind]) * HOUR_MS : 0;
  });
  return Math.ceil(Math.max(...waits));
}
