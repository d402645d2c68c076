import { DAY, dayOfWall, isoWeekday, printDate, SHORT_DAY_NAMES } from '../../../compilers/time/civil.js';
import type { Wall } from '../../../schemas/model/time.js';

/** `Tue` */
export function weekdayName(wall: Wall): string {
  return SHORT_DAY_NAMES[isoWeekday(dayOfWall(wall)) - 1] ?? '';
}

/** Last day (inclusive) of a span with the exclusive wall time `end`. */
export function lastDay(start: Wall, end: Wall): string {
  return printDate(dayOfWall(Math.max(start, end - DAY)));
}
