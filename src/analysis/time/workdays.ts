import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, isoWeekday, MINUTE } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';
import type { BusyInterval } from '../../rows/busy-intervals.js';

interface Workday {
  /** Its day number. */
  readonly day: number;
  /** The working hours of the day that lie in the range. */
  readonly open: Range;
  /** What is taken of them, in order. */
  readonly busy: readonly Range[];
  /** An all-day event takes it. */
  readonly isOff: boolean;
}

/** The working days of a range; days and merged times are walked side by side. */
export function workdays(
  range: Range,
  { start, end, days }: WorkingHours,
  busy: readonly BusyInterval[],
  away: readonly BusyInterval[],
  viewer: Zone,
): readonly Workday[] {
  const found: Workday[] = [];
  const [busyIn, awayIn] = [walk(busy), walk(away)];
  const lastDay = dayOfWall(viewer.toWall(range.to - 1));
  for (let day = dayOfWall(viewer.toWall(range.from)); day <= lastDay; day++) {
    if (!days.includes(isoWeekday(day))) continue;
    const from = Math.max(range.from, viewer.toInstant(day * DAY + start * MINUTE));
    const to = Math.min(range.to, viewer.toInstant(day * DAY + end * MINUTE));
    if (from >= to) continue;
    found.push({ day, open: { from, to }, busy: busyIn(from, to), isOff: awayIn(from, to).length > 0 });
  }
  return found;
}

/** Gives what lies between two instants, cut to them; each call begins after the one before. */
function walk(times: readonly BusyInterval[]): (from: number, to: number) => readonly Range[] {
  let next = 0;
  return (from, to) => {
    const found: Range[] = [];
    for (let one = times[next]; one !== undefined && one.start < to; one = times[++next]) {
      if (one.end > from) found.push({ from: Math.max(from, one.start), to: Math.min(to, one.end) });
      // It may reach into the next day.
      if (one.end > to) break;
    }
    return found;
  };
}
