import type { WorkingHours } from '../../compilers/plan/analysis-plan.js';
import { DAY, dayOfWall, isoWeekday, MINUTE } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Range } from '../../schemas/time.js';

export interface SlotRequest {
  readonly range: Range;
  /** Merged and sorted. */
  readonly busy: readonly Range[];
  readonly workingHours: WorkingHours;
  readonly durationMinutes: number;
  /** Kept free before and after every busy time. */
  readonly bufferMinutes: number;
  readonly viewer: Zone;
  readonly limit: number;
}

/** Free times within working hours that are long enough, in order: the whole gap, not just the first fit. */
export function freeSlots(request: SlotRequest): Range[] {
  const { range, busy, workingHours, viewer, limit } = request;
  const buffer = request.bufferMinutes * MINUTE;
  const least = request.durationMinutes * MINUTE;
  const slots: Range[] = [];
  const lastDay = dayOfWall(viewer.toWall(range.to - 1));
  for (let day = dayOfWall(viewer.toWall(range.from)); day <= lastDay && slots.length < limit; day++) {
    if (!workingHours.days.includes(isoWeekday(day))) continue;
    const opens = Math.max(range.from, viewer.toInstant(day * DAY + workingHours.start * MINUTE));
    const closes = Math.min(range.to, viewer.toInstant(day * DAY + workingHours.end * MINUTE));
    let free = opens;
    for (const taken of busy) {
      if (taken.to + buffer <= free) continue;
      if (taken.from - buffer >= closes) break;
      if (taken.from - buffer - free >= least) slots.push({ from: free, to: taken.from - buffer });
      free = Math.max(free, taken.to + buffer);
    }
    if (closes - free >= least) slots.push({ from: free, to: closes });
  }
  return slots.slice(0, limit);
}
