import type { EventRow } from '../../../schemas/answers/event-row.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell, wholeEnd } from '../../server/answers/result-rows.js';
import { dayAndMonth, dayName, dayOfText } from '../screen/day-names.js';

const DAY_MINUTES = 1440;

/** An event or task in a form for printing, with day numbers and minutes. */
export interface ShownEvent {
  readonly title: string;
  readonly calendar: string;
  readonly place: string;
  readonly allDay: boolean;
  /** Day numbers, both inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Minutes of the first and of the last day. */
  readonly begins: number;
  readonly ends: number;
  /** Decides the bar and the style. */
  readonly look: 'busy' | 'tentative' | 'free' | 'declined' | 'cancelled' | 'task';
  readonly overdue: boolean;
  /** Remarks, in words. */
  readonly marks: readonly string[];
}

/** Event fields that `shownEvent` reads. */
export const SHOWN_FIELDS = [
  'title',
  'start',
  'end',
  'calendar',
  'location',
  'status',
  'recurring',
  'myResponse',
  'busy',
  'hasConflict',
] as const;

/** Task fields that `shownEvent` reads. A task is placed at its due date. */
export const SHOWN_TASK_FIELDS = [
  'title',
  'due',
  'list',
  'location',
  'status',
  'priority',
  'recurrence',
  'overdue',
] as const;

/** Only tasks have a list. */
export function isTask(row: EventRow): boolean {
  return cell(row, 'list') !== '';
}

/** `2026-11-24T09:00+01:00`. For a task, the due date; empty if it has none. */
export function startOf(row: EventRow): string {
  return cell(row, isTask(row) ? 'due' : 'start');
}

export function shownEvent(row: EventRow): ShownEvent {
  const [start, end] = isTask(row) ? [startOf(row), ''] : [cell(row, 'start'), wholeEnd(row)];
  const allDay = start.length === 10;
  const firstDay = dayOfText(start);
  const atMidnight = !allDay && minutesOf(end) === 0 && dayOfText(end) > firstDay;
  const lastDay = end === '' ? firstDay : Math.max(firstDay, dayOfText(end) - (atMidnight ? 1 : 0));
  const look = lookOf(row, allDay);
  return {
    title: oneLine(cell(row, 'title')) || '(no title)',
    calendar: oneLine(cell(row, isTask(row) ? 'list' : 'calendar')),
    place: oneLine(cell(row, 'location')),
    allDay,
    firstDay,
    lastDay,
    begins: allDay ? 0 : minutesOf(start),
    ends: allDay || atMidnight ? DAY_MINUTES : minutesOf(end === '' ? start : end),
    look,
    overdue: row.overdue === true,
    marks: [
      row.recurring === true || (isTask(row) && row.recurrence != null) ? '↻' : '',
      look === 'busy' || look === 'task' ? '' : look,
      isTask(row) && row.priority === 'high' ? 'important' : '',
      row.myResponse === 'needs_action' ? 'unanswered' : '',
      row.hasConflict === true ? 'conflict' : '',
    ].filter((mark) => mark !== ''),
  };
}

/** All-day events are free by default, so only timed events are marked as free. */
function lookOf(row: EventRow, allDay: boolean): ShownEvent['look'] {
  if (isTask(row)) return 'task';
  if (row.status === 'cancelled') return 'cancelled';
  if (row.myResponse === 'declined') return 'declined';
  if (row.status === 'tentative' || row.myResponse === 'tentative') return 'tentative';
  return row.busy === false && !allDay ? 'free' : 'busy';
}

/** Returns one line without control characters. */
function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.slice(11, 16).split(':').map(Number);
  return hours * 60 + minutes;
}

/** Formats minutes of the day as `09:30`. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `Fri 27 Nov 09:00 – 10:00`, `due Fri 27 Nov`; omits the year of `today`. */
export function whenText(row: EventRow, today?: string): string {
  if (startOf(row) === '') return 'no date';
  return `${isTask(row) ? 'due ' : ''}${timesText(row, today)}`;
}

function timesText(row: EventRow, today?: string): string {
  const { firstDay, lastDay, begins, ends, allDay } = shownEvent(row);
  const day = (of: number): string => `${dayName(of).slice(0, 3)} ${dayAndMonth(of, today)}`;
  if (allDay) return lastDay > firstDay ? `${day(firstDay)} – ${day(lastDay)}` : day(firstDay);
  const until = lastDay > firstDay ? `${day(lastDay)} ${clockText(ends)}` : clockText(ends);
  return `${day(firstDay)} ${clockText(begins)}${begins === ends && lastDay === firstDay ? '' : ` – ${until}`}`;
}
