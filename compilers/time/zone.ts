import type { Instant, Wall } from '../../schemas/model/time.js';

/**
 * Kind of a wall time in a zone (RFC 5545 §3.3.5). `gap`: it does not exist and uses the offset before the gap (02:30
 * becomes 03:30); `fold`: it exists twice and means the first.
 */
export type WallKind = 'unique' | 'gap' | 'fold';

/** A time zone; implementations use a table of transitions. */
export interface Zone {
  /** IANA name, `UTC`, or the name of a custom VTIMEZONE. */
  readonly id: string;
  /** Milliseconds to add to an instant to get its wall time. */
  offsetAt(instant: Instant): number;
  toWall(instant: Instant): Wall;
  toInstant(wall: Wall): Instant;
  kindOf(wall: Wall): WallKind;
}

/** Finds a zone by IANA name (any case, aliases too), `UTC`, a Windows name or a prefixed `/…/Area/City`. */
export type ZoneLookup = (id: string) => Zone | undefined;
