/** Tool calls per user and minute; servers that share it count together. */
export interface CallLimit {
  /** Counts a call and returns undefined, or returns the milliseconds to wait, without counting. */
  take(user: string): Promise<number | undefined>;
}
