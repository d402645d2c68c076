/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;

/** A wall-clock time in milliseconds, read as if it were UTC. */
export type Wall = number;

/** Half-open: from ≤ t < to. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

/** Years 1…9999, the range of iCalendar dates; the value of an open end. */
export const ALL_TIME: Range = { from: -62_135_596_800_000, to: 253_402_300_800_000 };
