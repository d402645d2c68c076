import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, isoWeekday, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant, Range } from '../../../schemas/model/time.js';

export interface SlotRequest {
  readonly range: Range;
  /** Merged and sorted. */
  readonly busy: readonly Range[];
  readonly workingHours: WorkingHours;
  readonly durationMinutes: number;
  /** Kept free before and after every busy time. */
  readonly bufferMinutes: number;
  readonly viewer: Zone;
}

export const QUARTER = 15 * MINUTE;

/**
 * Free times within working hours that are long enough, in order: the whole gap, not just the first fit. They start
 * on the quarter hour. Days and busy times are walked side by side, as far as somebody asks for more.
 */
export function* freeSlots(request: SlotRequest): Generator<Range, undefined> {
  const { range, busy, workingHours, viewer } = request;
  const buffer = request.bufferMinutes * MINUTE;
  const least = request.durationMinutes * MINUTE;
  const lastDay = dayOfWall(viewer.toWall(range.to - 1));
  let next = 0;
  for (let day = dayOfWall(viewer.toWall(range.from)); day <= lastDay; day++) {
    if (!workingHours.days.includes(isoWeekday(day)) || isLeftOut(day, viewer)) continue;
    const opens = Math.max(range.from, viewer.toInstant(day * DAY + workingHours.start * MINUTE));
    const closes = Math.min(range.to, viewer.toInstant(day * DAY + workingHours.end * MINUTE));
    let free = opens;
    for (let taken = busy[next]; taken !== undefined; taken = busy[++next]) {
      if (taken.to + buffer <= free) continue;
      if (taken.from - buffer >= closes) break;
      const from = quarterHour(free, viewer);
      if (taken.from - buffer - from >= least) yield { from, to: taken.from - buffer };
      free = Math.max(free, taken.to + buffer);
      // It may reach into the next day.
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

/** Some countries have once gone to the other side of the date line. */
function isLeftOut(day: number, viewer: Zone): boolean {
  return dayOfWall(viewer.toWall(viewer.toInstant(day * DAY + DAY / 2))) !== day;
}
