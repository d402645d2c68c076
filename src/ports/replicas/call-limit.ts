/** Calls of tools that a user may make in a minute; where several servers share it, they count together. */
export interface CallLimit {
  /** Counts a call; undefined where it may be made, otherwise the milliseconds until one may, and it is not counted. */
  take(user: string): Promise<number | undefined>;
}
