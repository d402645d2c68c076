import { DAY, dayOfWall, isoWeekday, MINUTE, printDate, timeOfWall } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Instant, Wall } from '../../schemas/time.js';

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-24T09:00+01:00`: local time with its offset, seconds only where they are not zero. */
export function printInstant(instant: Instant, zone: Zone): string {
  const offset = zone.offsetAt(instant);
  const minutes = Math.abs(Math.trunc(offset / MINUTE));
  const sign = offset < 0 ? '-' : '+';
  return `${printWall(instant + offset)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** `2026-11-24T09:00` */
export function printWall(wall: Wall): string {
  return `${printDate(dayOfWall(wall))}T${printTime(wall)}`;
}

/** `09:00`, or `09:00:30` where seconds matter. */
export function printTime(wall: Wall): string {
  const time = timeOfWall(wall);
  const seconds = Math.floor(time / 1000) % 60;
  return `${two(Math.floor(time / 3_600_000))}:${two(Math.floor(time / MINUTE) % 60)}${seconds === 0 ? '' : `:${two(seconds)}`}`;
}

/** `Tue` */
export function weekdayName(wall: Wall): string {
  return DAY_NAMES[isoWeekday(dayOfWall(wall)) - 1] ?? '';
}

/** Last day (inclusive) of something that ends at the exclusive wall time `end`. */
export function lastDay(start: Wall, end: Wall): string {
  return printDate(dayOfWall(Math.max(start, end - DAY)));
}
