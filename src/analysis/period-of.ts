import { dayOfWall, isoWeekday, printDate } from '../../compilers/time/civil.js';
import type { Wall } from '../../schemas/model/time.js';

export type Period = 'day' | 'week' | 'month';

/** The day, the Monday of the week, or the month (`2026-11`) that a wall time lies in. */
export function periodOf(wall: Wall, period: Period): string {
  const day = dayOfWall(wall);
  if (period === 'week') return printDate(day - (isoWeekday(day) - 1));
  return period === 'day' ? printDate(day) : printDate(day).slice(0, 7);
}
