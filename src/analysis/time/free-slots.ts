import { MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant, Range } from '../../../schemas/model/time.js';

export interface SlotRequest {
  /** When slots may lie; merged and in order, as `busy` is. */
  readonly open: readonly Range[];
  readonly busy: readonly Range[];
  readonly durationMinutes: number;
  /** Kept free before and after every busy time. */
  readonly bufferMinutes: number;
  readonly viewer: Zone;
}

export const QUARTER = 15 * MINUTE;

/**
 * Free times that are long enough, in order: the whole gap, not just the first fit. They start on the quarter hour.
 * Open and busy times are walked side by side, as far as somebody asks for more.
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
      // It may reach into the next time.
      if (free >= closes) break;
    }
    const from = quarterHour(free, viewer);
    if (closes - from >= least) yield { from, to: closes };
  }
}

/** The first quarter hour on the clock that is not before an instant. */
export function quarterHour(instant: Instant, viewer: Zone): Instant {
  const past = viewer.toWall(instant) % QUARTER;
  return past === 0 ? instant : instant + QUARTER - past;
}
