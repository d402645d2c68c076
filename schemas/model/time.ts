/** Only a type: numbers can become an instant or a wall time, but neither becomes the other. */
declare const kind: unique symbol;

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly [kind]?: 'instant' };

/** A wall-clock time in milliseconds, read as if it were UTC. */
export type Wall = number & { readonly [kind]?: 'wall' };

/** Half-open: from ≤ t < to. */
export interface Range {
  readonly from: Instant;
  readonly to: Instant;
}

export interface WallRange {
  readonly from: Wall;
  readonly to: Wall;
}

export function utcWall(instant: Instant): Wall {
  const milliseconds: number = instant;
  return milliseconds;
}

export function utcInstant(wall: Wall): Instant {
  const milliseconds: number = wall;
  return milliseconds;
}

/** Years 1…9999, the range of iCalendar dates; also the value of an open end. */
export const ALL_TIME: Range = { from: -62_135_596_800_000, to: 253_402_300_800_000 };
