import type { Policy } from '../../../schemas/model/policy.js';

export type Limited = keyof Policy['limits'];
type Counts = Readonly<Record<Limited, number>>;

/** In which a limit refills evenly. */
export const HOUR_MS = 3_600_000;

export const LIMITED = ['changes', 'deletions', 'recipients'] as const satisfies readonly Limited[];

/** What may still be done within the hour without a person's agreement; each limit refills evenly over it. */
export interface RateLimits {
  /**
   * Counts what is going to be done; 0. Where that is too much it counts nothing: after how many milliseconds it would
   * not be.
   */
  take(counts: Counts): Promise<number>;
  /** Hears of what other processes have done, and earlier ones. */
  recall(): Promise<void>;
  /** Tells them. */
  keep(): Promise<void>;
}

/** After how many milliseconds what is asked fits beside what counts as used; 0 where it does. */
export function waitFor(asked: Counts, used: Counts, limits: Policy['limits']): number {
  const waits = LIMITED.map((kind) => {
    const excess = used[kind] + asked[kind] - limits[kind];
    return asked[kind] > 0 && excess > 0 ? (excess / limits[kind]) * HOUR_MS : 0;
  });
  return Math.ceil(Math.max(...waits));
}
