import type { Policy } from '../../schemas/model/policy.js';

export type Limited = keyof Policy['limits'];

/** What may still be done within the hour without a person's agreement; each limit refills evenly over it. */
export interface RateLimits {
  /**
   * Counts what is going to be done; 0. Where that is too much it counts nothing: after how many milliseconds it would
   * not be.
   */
  take(counts: Readonly<Record<Limited, number>>): Promise<number>;
  /** Hears of what other processes have done, and earlier ones. */
  recall(): Promise<void>;
  /** Tells them. */
  keep(): Promise<void>;
}
