import { DAY, dayOfWall, isoWeekday, printDate } from '../../../compilers/time/civil.js';
import type { Wall } from '../../../schemas/model/time.js';

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `Tue` */
export function weekdayName(wall: Wall): string {
  return DAY_NAMES[isoWeekday(dayOfWall(wall)) - 1] ?? '';
}

/** Last day (inclusive) of something that ends at the exclusive wall time `end`. */
export function lastDay(start: Wall, end: Wall): string {
  return printDate(dayOfWall(Math.max(start, end - DAY)));
}
