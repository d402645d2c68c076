import { dayNumber } from '../../compilers/time/civil.js';

export type EventCells = Readonly<Record<string, unknown>>;

/** A row of `calendar_read` with its place: the days it takes something of, and minutes of the first and last. */
export interface PlacedEvent {
  readonly cells: EventCells;
  readonly id: string;
  readonly title: string;
  readonly calendar: string;
  /** As the answer says it. */
  readonly times: string;
  readonly look: 'busy' | 'tentative' | 'free' | 'declined' | 'cancelled';
  /** It takes whole days, or a day and more. */
  readonly isLong: boolean;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly begins: number;
  readonly ends: number;
}

const DAY_MINUTES = 1440;

/** Where a row belongs. Times are those of the answer: the clock of its zone, whatever the zone of this computer. */
export function placeEvent(cells: EventCells): PlacedEvent | undefined {
  const start = textOf(cells.start);
  if (!/^\d{4}-\d\d-\d\d/.test(start)) return undefined;
  const given = textOf(cells.end);
  const end = given === '' || given.includes('-') ? given : start.slice(0, 11) + given;
  const isAllDay = start.length === 10;
  const firstDay = dayOf(start);
  const endDay = end === '' ? firstDay : dayOf(end);
  const atMidnight = !isAllDay && endDay > firstDay && clockMinutes(end) === 0;
  const lastDay = Math.max(firstDay, endDay - (atMidnight ? 1 : 0));
  const begins = isAllDay ? 0 : clockMinutes(start);
  const ends = isAllDay || atMidnight ? DAY_MINUTES : clockMinutes(end === '' ? start : end);
  return {
    cells,
    id: textOf(cells.id),
    title: textOf(cells.title) || '(no title)',
    calendar: textOf(cells.calendar),
    times: isAllDay ? wholeDays(start, end) : clockTimes(start, end),
    look: lookOf(cells, isAllDay),
    isLong: isAllDay || (lastDay - firstDay) * DAY_MINUTES + ends - begins >= DAY_MINUTES,
    firstDay,
    lastDay,
    begins,
    ends,
  };
}

/** The day number of a text that starts with a date. */
export function dayOf(text: string): number {
  const [year = 1970, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number);
  return dayNumber(year, month, day);
}

export function clockMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.slice(11, 16).split(':').map(Number);
  return hours * 60 + minutes;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wholeDays(start: string, end: string): string {
  return end === '' || end === start ? 'all day' : `all day until ${end}`;
}

function clockTimes(start: string, end: string): string {
  const until =
    start.slice(0, 10) === end.slice(0, 10) ? end.slice(11, 16) : end.replace('T', ' ').slice(0, 16);
  return end === '' || end === start ? start.slice(11, 16) : `${start.slice(11, 16)} – ${until}`;
}

function lookOf({ status, myResponse, busy }: EventCells, isAllDay: boolean): PlacedEvent['look'] {
  if (status === 'cancelled') return 'cancelled';
  if (myResponse === 'declined') return 'declined';
  if (status === 'tentative' || myResponse === 'tentative') return 'tentative';
  return busy === false && !isAllDay ? 'free' : 'busy';
}
