import { civilDate, DAY, dayOfWall } from '../../compilers/time/civil.js';
import { printWall } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { isUndated, type TaskFields } from '../../schemas/model/task.js';
import type { Wall } from '../../schemas/model/time.js';
import { weekdayName } from './project/weekday-name.js';
import { truncateName, truncateText } from './truncate-texts.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `Team standup (Tue 24 Nov 2026 09:30–09:45, Work)`: distinguishes the results of a search. */
export function searchTitle(row: Occurrence): string {
  const said = [row.task === undefined ? timeOf(row) : dueOf(row, row.task), truncateName(row.calendar.name)];
  if (row.status === 'cancelled') said.push('cancelled');
  if (row.myResponse === 'declined') said.push('declined');
  return `${truncateText(row.title, 'title')} (${said.join(', ')})`.trimStart();
}

/** `task, due Tue 24 Nov 2026` */
function dueOf({ allDay, startWall, endWall }: Occurrence, task: TaskFields): string {
  const kind = task.status === 'done' ? 'task, done' : 'task';
  if (isUndated(task)) return kind;
  const due = allDay ? Math.max(startWall, endWall - DAY) : endWall;
  const at = task.hasDue ? due : startWall;
  return `${kind}, ${task.hasDue ? 'due' : 'starts'} ${dayOf(at)}${allDay ? '' : ` ${clockOf(at)}`}`;
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
