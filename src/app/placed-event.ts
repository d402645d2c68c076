import { dayNumber } from '../../compilers/time/civil.js';
import { shortDay, shortWeekday } from './day-names.js';

export type EventCells = Readonly<Record<string, unknown>>;

/** A row of `calendar_read` with its place: its days, and minutes of the first and last day. */
export interface PlacedEvent {
  readonly cells: EventCells;
  readonly id: string;
  readonly title: string;
  readonly calendar: string;
  /** Text in its box: `14:00 – 15:00`, `21:15 – Sat 07:55`. */
  readonly times: string;
  /** Text alone: `Tue 24 Nov, 14:00 – 15:00`. */
  readonly when: string;
  readonly look: 'busy' | 'tentative' | 'free' | 'declined' | 'cancelled';
  /** Whole days, or at least 24 hours. */
  readonly isLong: boolean;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly begins: number;
  readonly ends: number;
}

const DAY_MINUTES = 1440;

/** Places a row by the times of the answer, in the answer's zone, regardless of this computer's zone. */
export function placeEvent(cells: EventCells): PlacedEvent | undefined {
  const start = textOf(cells.start);
  if (!/^\d{4}-\d\d-\d\d/.test(start)) return undefined;
  const given = textOf(cells.end);
  const end = given === '' || given.includes('-') ? given : start.slice(0, 11) + given;
  const isAllDay = start.length === 10;
  const firstDay = dayIn(start);
  const endDay = end === '' ? firstDay : dayIn(end);
  const atMidnight = !isAllDay && endDay > firstDay && clockMinutes(end) === 0;
  const lastDay = Math.max(firstDay, endDay - (atMidnight ? 1 : 0));
  const begins = isAllDay ? 0 : clockMinutes(start);
  const ends = isAllDay || atMidnight ? DAY_MINUTES : clockMinutes(end === '' ? start : end);
  return {
    cells,
    id: textOf(cells.id),
    title: textOf(cells.title) || '(no title)',
    calendar: textOf(cells.calendar),
    times: isAllDay ? wholeDays(firstDay, lastDay) : clockTimes(start, end || start),
    when: isAllDay ? whenOfDays(firstDay, lastDay) : whenByClock(start, end || start),
    look: lookOf(cells, isAllDay),
    isLong: isAllDay || (lastDay - firstDay) * DAY_MINUTES + ends - begins >= DAY_MINUTES,
    firstDay,
    lastDay,
    begins,
    ends,
  };
}

/** The day number of a text that starts with a date. */
export function dayIn(text: string): number {
  const [year = 1970, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}

export function clockMinutes(time: string): number {
  const [hours = 0, minutes = 0] = timeOf(time).split(':').map(Number);
  return hours * 60 + minutes;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wholeDays(first: number, last: number): string {
  return last === first ? 'all day' : `all day until ${shortDay(last)}`;
}

function whenOfDays(first: number, last: number): string {
  return last === first ? `${shortDay(first)}, all day` : `${shortDay(first)} – ${shortDay(last)}, all day`;
}

/** Names the end day if it differs: by its weekday within a week. */
function clockTimes(start: string, end: string): string {
  if (end === start) return timeOf(start);
  const days = dayIn(end) - dayIn(start);
  const of = days === 0 ? '' : `${days < 7 ? shortWeekday(dayIn(end)) : shortDay(dayIn(end))} `;
  return `${timeOf(start)} – ${of}${timeOf(end)}`;
}

function whenByClock(start: string, end: string): string {
  const from = `${shortDay(dayIn(start))}, ${timeOf(start)}`;
  if (end === start) return from;
  const day = dayIn(end) === dayIn(start) ? '' : `${shortDay(dayIn(end))}, `;
  return `${from} – ${day}${timeOf(end)}`;
}

/** `14:00` */
export function timeOf(time: string): string {
  return time.slice(11, 16);
}

function lookOf({ status, myResponse, busy }: EventCells, isAllDay: boolean): PlacedEvent['look'] {
  if (status === 'cancelled') return 'cancelled';
  if (myResponse === 'declined') return 'declined';
  if (status === 'tentative' || myResponse === 'tentative') return 'tentative';
  return busy === false && !isAllDay ? 'free' : 'busy';
}
