import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Success } from '../../../schemas/answers/success.js';
import { cell, rowsIn, wholeEnd } from '../../server/answers/result-rows.js';
import { dayOfText } from '../screen/day-names.js';
import { shownEvent, whenText } from './shown-event.js';

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;
/** An event on the next day but nearer than this is counted in hours. */
const SOON = 12 * HOUR;
/** An event farther than this is counted in days. */
const FAR = 48 * HOUR;

export interface Upcoming {
  readonly row: EventRow;
  readonly wait: string;
}

/** Time until an event, in milliseconds and in calendar days. */
interface Distance {
  readonly milliseconds: number;
  readonly days: number;
}

/** The next timed event, in a list of at most one. Skips cancelled and declined events. */
export function nextOf(answer: Success): readonly Upcoming[] {
  const now = nowOf(answer);
  return timedRows(answer)
    .filter((row) => startOf(row) > now)
    .slice(0, 1)
    .map((row) => ({ row, wait: waitLength(distanceTo(row, answer)) }));
}

function distanceTo(row: EventRow, answer: Success): Distance {
  return {
    milliseconds: startOf(row) - nowOf(answer),
    days: dayOfText(cell(row, 'start')) - dayOfText(answer.meta.range?.from ?? ''),
  };
}

export function currentOf(answer: Success): readonly Upcoming[] {
  const now = nowOf(answer);
  return timedRows(answer)
    .filter((row) => startOf(row) <= now && endOf(row) > now)
    .map((row) => ({ row, wait: lengthText(endOf(row) - now) }));
}

/** `14:00 – 15:00 Design review, in 25 min`; empty without an event. */
export function printNext(answer: Success, today: string): string {
  return nextOf(answer)
    .map(({ row }) => `${lineOf(row, today)}, ${waitText(distanceTo(row, answer))}`)
    .join('\n');
}

/** `14:00 – 15:00 Design review, 35 min left`, one event per line. */
export function printNow(answer: Success, today: string): string {
  return currentOf(answer)
    .map(({ row, wait }) => `${lineOf(row, today)}, ${wait} left`)
    .join('\n');
}

/** The period starts now, so the start of its range is the current time. */
function nowOf({ meta }: Success): number {
  return Date.parse(meta.range?.from ?? '');
}

function timedRows({ data }: Success): readonly EventRow[] {
  return rowsIn(data.events).filter((row) => {
    const { allDay, look } = shownEvent(row);
    return !allDay && look !== 'cancelled' && look !== 'declined';
  });
}

const startOf = (row: EventRow): number => Date.parse(cell(row, 'start'));

/** An end may be only a time of day; it then has the offset of the start. */
function endOf(row: EventRow): number {
  const end = wholeEnd(row);
  return Date.parse(end.length > 16 ? end : `${end}${cell(row, 'start').slice(16)}`);
}

function lineOf(row: EventRow, today: string): string {
  const { title, place } = shownEvent(row);
  const when = whenText(row, today);
  const isToday = cell(row, 'start').startsWith(today);
  const shown = isToday ? when.replace(/^\S+ \d+ \S+ /, '') : when;
  return `${shown} ${title}${place === '' ? '' : ` · ${place}`}`;
}

/** `in 25 min`, `tomorrow`, `in 4 days`. Counts days from midnight to midnight. */
export function waitText(distance: Distance): string {
  return distance.days === 1 && distance.milliseconds > SOON ? 'tomorrow' : `in ${waitLength(distance)}`;
}

/** `25 min`, `2 h 5 min`, `4 days`. */
function waitLength({ milliseconds, days }: Distance): string {
  return milliseconds < FAR ? lengthText(milliseconds) : `${days} days`;
}

/** `25 min`, `2 h 5 min`, `3 days`. */
function lengthText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
