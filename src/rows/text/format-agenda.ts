import { DAY, dayOfWall, MINUTE, printDate } from '../../../compilers/time/civil.js';
import { printWall } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { EventField } from '../../../schemas/input/query.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { isUndated, type TaskFields } from '../../../schemas/model/task.js';
import type { Range, Wall } from '../../../schemas/model/time.js';
import { dayHeading, daySpan, wholeDays } from './day-span.js';
import { printCell } from './print-cell.js';

interface AgendaEntry {
  readonly event: Occurrence;
  /** The visible part of it. */
  readonly row: EventRow;
}

interface AgendaOptions {
  readonly viewer: Zone;
  /** Earlier events are listed on its first day. */
  readonly range: Range;
  /** Ordered by time: all-day events come first on their day. */
  readonly isInOrder: boolean;
  /** Defaults to the default fields. */
  readonly fields?: readonly string[] | undefined;
}

/** The heading and the time already show these. */
const IN_TIME: ReadonlySet<string> = new Set([
  'id',
  'start',
  'end',
  'startLocal',
  'endLocal',
  'day',
  'allDay',
]);

/**
 * Text that needs few tokens: a line for each day, then one for each event, with cells separated by ` | `. An event of
 * several days appears once, with its end. With `fields`, the first line names the cells.
 */
export function formatAgenda(entries: readonly AgendaEntry[], options: AgendaOptions): string {
  if (entries.length === 0) return '(no rows)';
  const { viewer, range, isInOrder, fields } = options;
  const firstDay = dayOfWall(viewer.toWall(range.from));
  const placed = entries.map((entry) => ({
    ...entry,
    ...placeOf(entry.event, firstDay),
  }));
  if (isInOrder)
    placed.sort((a, b) => a.day - b.day || Number(b.event.allDay) - Number(a.event.allDay) || a.at - b.at);
  const others = fields?.filter((name) => !IN_TIME.has(name));
  const lines = others === undefined ? [] : [`(${['time', ...others, 'id'].join(', ')})`];
  let heading: number | undefined;
  for (const { day, event, row } of placed) {
    if (day !== heading) lines.push(event.task && isUndated(event.task) ? 'No date' : dayHeading(day));
    heading = day;
    const told =
      others === undefined
        ? defaultCells(event, row)
        : others.map((name) => printCell(row[name as EventField]));
    lines.push([timeOf(event, row, day), ...told, row.id].join(' | '));
  }
  return lines.join('\n');
}

/** True for an event's line in the text from `formatAgenda`. */
export function isAgendaRow(line: string): boolean {
  return line.includes(' | ');
}

/** A task is listed on its due day. */
function placeOf(
  { task, allDay, startWall, endWall }: Occurrence,
  firstDay: number,
): { readonly day: number; readonly at: Wall } {
  if (!task?.hasDue) return { day: Math.max(firstDay, dayOfWall(startWall)), at: startWall };
  const at = allDay ? Math.max(startWall, endWall - DAY) : endWall;
  return { day: dayOfWall(at), at };
}

function timeOfTask({ allDay, startWall, endWall }: Occurrence, task: TaskFields): string {
  if (isUndated(task)) return 'open';
  const at = task.hasDue ? endWall : startWall;
  return `${task.hasDue ? 'due' : 'from'}${allDay ? '' : ` ${printWall(at).slice(11)}`}`;
}

function timeOf(event: Occurrence, { startLocal, endLocal }: EventRow, day: number): string {
  const { allDay, start, end, startWall, endWall, task } = event;
  const time = task ? timeOfTask(event, task) : (allDay ? wholeDays : daySpan)(day, startWall, endWall);
  const own = (local: unknown) =>
    printCell(local)
      .replace('T', ' ')
      .replace(`${printDate(day)} `, '');
  const hasClockChange = !allDay && end - start !== endWall - startWall && end - start < DAY;
  const places = [
    ...(startLocal === undefined ? [] : [`from ${own(startLocal)}`]),
    ...(endLocal === undefined ? [] : [own(endLocal)]),
  ];
  const told = [
    // The clock times alone would mislead here: 02:30–02:15.
    ...(hasClockChange ? [`${Math.round((end - start) / MINUTE)} min`] : []),
    ...(places.length === 0 ? [] : [places.join(' to ')]),
  ];
  return told.length === 0 ? time : `${time} (${told.join(', ')})`;
}

function defaultCells(event: Occurrence, row: EventRow): readonly string[] {
  const marks = [...new Set(event.task ? marksOfTask(row) : marksOf(event, row))].join(' ');
  const name = row.calendar ?? row.list;
  const calendar = name === undefined ? [] : [printCell(name)];
  return [printCell(row.title), ...calendar, ...(marks === '' ? [] : [marks])];
}

function* marksOfTask({ recurrence, status, priority, overdue }: EventRow): Generator<string> {
  yield 'task';
  if (recurrence !== undefined) yield '↻';
  if (status !== undefined) yield String(status);
  if (priority !== undefined) yield `${priority} priority`;
  if (overdue) yield 'overdue';
}

/** Unusual properties of an event, in words. */
function* marksOf(
  { allDay, recurring, status, myResponse, busy, external }: Occurrence,
  row: EventRow,
): Generator<string> {
  if (recurring) yield row.recurrence === undefined ? '↻' : `↻ (${printCell(row.recurrence)})`;
  if (row.next !== undefined) yield row.next === null ? '(over)' : `(next ${printCell(row.next)})`;
  if (status !== 'confirmed') yield status;
  if (myResponse === 'needs_action') yield 'unanswered';
  else if (myResponse !== undefined && myResponse !== 'accepted') yield myResponse;
  // All-day events are usually free, timed ones busy.
  if (busy === allDay) yield busy ? 'busy' : 'free';
  if (external) yield 'external';
  if (row.reasons !== undefined) yield `(${row.reasons.join(', ')})`;
  if (row.deletedAt !== undefined) yield `deleted ${printCell(row.deletedAt)}`;
}
