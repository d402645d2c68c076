import { DAY, dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { printWall } from '../../../compilers/time/print-time.js';
import type { Wall } from '../../../schemas/model/time.js';
import { weekdayName } from '../project/weekday-name.js';

/** `Tue 2026-11-24`, for a day counted from 1970. */
export function dayHeading(day: number): string {
  return `${weekdayName(day * DAY)} ${printDate(day)}`;
}

/** `09:30–09:45` under the heading of a day; includes the dates of other days. */
export function daySpan(day: number, start: Wall, end: Wall): string {
  const isMidnight = end > start && end === dayOfWall(end) * DAY;
  const last = dayOfWall(end) - (isMidnight ? 1 : 0);
  const clock = (wall: Wall): string => printWall(wall).slice(11);
  const from = `${dayOfWall(start) === day ? '' : `${printDate(dayOfWall(start))} `}${clock(start)}`;
  const to = `${last === day ? '' : `${printDate(last)} `}${isMidnight ? '24:00' : clock(end)}`;
  if (start === end) return from;
  return `${from}${from.length + to.length > 18 ? ' – ' : '–'}${to}`;
}

/** `all day`, with its days if there are several. */
export function wholeDays(day: number, start: Wall, end: Wall): string {
  const [first, last] = [dayOfWall(start), dayOfWall(Math.max(start, end - DAY))];
  if (first !== day) return `all day ${printDate(first)} – ${printDate(last)}`;
  if (last === first) return 'all day';
  const [from, until] = [printDate(first), printDate(last)];
  // The heading has the year.
  return `all day until ${until.slice(0, 5) === from.slice(0, 5) ? until.slice(5) : until}`;
}
