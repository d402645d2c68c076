import { civilDate, DAY, dayOfWall } from '../../compilers/time/civil.js';
import { printWall } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Wall } from '../../schemas/model/time.js';
import { weekdayName } from './project/weekday-name.js';
import { truncateName, truncateText } from './truncate-texts.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Team standup (Tue 24 Nov 2026 09:30–09:45, Work)`: what tells one result of a search from another. */
export function searchTitle(row: Occurrence): string {
  const said = [timeOf(row), truncateName(row.calendar.name)];
  if (row.status === 'cancelled') said.push('cancelled');
  if (row.myResponse === 'declined') said.push('declined');
  return `${truncateText(row.title, 'title')} (${said.join(', ')})`.trimStart();
}

function timeOf({ allDay, startWall, endWall }: Occurrence): string {
  const last = allDay ? Math.max(startWall, endWall - DAY) : endWall;
  const sameDay = dayOfWall(last) === dayOfWall(startWall);
  if (allDay) return sameDay ? dayOf(startWall) : `${dayOf(startWall)} – ${dayOf(last)}`;
  const start = `${dayOf(startWall)} ${clockOf(startWall)}`;
  if (endWall === startWall) return start;
  return sameDay ? `${start}–${clockOf(endWall)}` : `${start} – ${dayOf(endWall)} ${clockOf(endWall)}`;
}

function dayOf(wall: Wall): string {
  const { year, month, day } = civilDate(dayOfWall(wall));
  return `${weekdayName(wall)} ${day} ${MONTHS[month - 1]} ${year}`;
}

function clockOf(wall: Wall): string {
  return printWall(wall).slice(11, 16);
}
