import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Success } from '../../../schemas/answers/success.js';
import { cell, rowsIn, wholeEnd } from '../../server/answers/result-rows.js';
import { shownEvent, whenText } from './shown-event.js';

const MINUTE = 60_000;

/** The next timed event that takes place, and in how long; empty where there is none. */
export function printNext(answer: Success, today: string): string {
  const now = nowOf(answer);
  const [next] = timedRows(answer).filter((row) => startOf(row) > now);
  return next === undefined ? '' : `${lineOf(next, today)}, in ${lengthText(startOf(next) - now)}`;
}

/** What is on, and for how long; empty where nothing is. */
export function printNow(answer: Success, today: string): string {
  const now = nowOf(answer);
  return timedRows(answer)
    .filter((row) => startOf(row) <= now && endOf(row) > now)
    .map((row) => `${lineOf(row, today)}, ${lengthText(endOf(row) - now)} left`)
    .join('\n');
}

/** A period that begins now says so in the answer. */
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

/** Ends may be a time of day alone, which has the offset of the start. */
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

/** `25 min`, `2 h 5 min`, `3 days`. */
function lengthText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
