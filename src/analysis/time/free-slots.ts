import { MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant, Range } from '../../../schemas/model/time.js';

export interface SlotRequest {
  /** Allowed times; merged and sorted, like `busy`. */
  readonly open: readonly Range[];
  readonly busy: readonly Range[];
  readonly durationMinutes: number;
  /** Kept free before and after each busy time. */
  readonly bufferMinutes: number;
  readonly viewer: Zone;
}

export const QUARTER = 15 * MINUTE;

/**
 * Yields every gap that is long enough, in order and as a whole, not just the first fit. Slots start on the quarter hour.
 * Lazy: walks open and busy times once, only as far as the caller reads.
 */
export function* freeSlots(request: SlotRequest): Generator<Range, undefined> {
  const { open, busy, viewer } = request;
  const buffer = request.bufferMinutes * MINUTE;
  const least = request.durationMinutes * MINUTE;
  let next = 0;
  for (const { from: opens, to: closes } of open) {
    let free = opens;
    for (let taken = busy[next]; taken !== undefined; taken = busy[++next]) {
      if (taken.to + buffer <= free) continue;
      if (taken.from - buffer >= closes) break;
      const from = quarterHour(free, viewer);
      if (taken.from - buffer - from >= least) yield { from, to: taken.from - buffer };
      free = Math.max(free, taken.to + buffer);
      // This busy time may reach into the next open one.
      if (free >= closes) break;
    }
    const from = quarterHour(free, viewer);
    if (closes - from >= least) yield { from, to: closes };
  }
}

/** Rounds up to the quarter hour on the viewer's clock. */
export function quarterHour(instant: Instant, viewer: Zone): Instant {
  const past = viewer.toWall(instant) % QUARTER;
  return past === 0 ? instant : instant + QUARTER - past;
}
