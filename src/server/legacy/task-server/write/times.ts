import { CalendarError } from '../../../../../schemas/model/error.js';
import { cell, type ResultRow } from '../../../answers/result-rows.js';
import { isoEnd } from '../../iso-end.js';
import type { Fields } from '../meaning.js';
import type { OldData } from './write-input.js';

/** When a date without a time begins and is due, as the task server had it. */
const [BEGIN, DUE] = ['08:00', '17:00'];
const DEFAULT_MINUTES = 60;

const isDay = (time: string) => time.length === 10;
const at = (time: string, clock: string) => (isDay(time) ? `${time} ${clock}` : time);

/** Start and end of a new task; an estimate beside both is only kept. */
export function newTimes(given: OldData, path: string): Fields {
  const { dueDate: due, estimatedMinutes: minutes } = given;
  const start = startOf(given, path);
  if (typeof start === 'string' && typeof due === 'string') {
    const kept = minutes === undefined ? {} : { metadata: { estimatedMinutes: String(minutes) } };
    if (isDay(start) && isDay(due)) return { start, end: due, ...kept };
    return { start: at(start, BEGIN), end: at(due, DUE), ...kept };
  }
  if (typeof start === 'string') {
    return minutes === undefined ? { start } : { start: at(start, BEGIN), durationMinutes: minutes };
  }
  if (typeof due === 'string') {
    if (isDay(due) && minutes === undefined) return { start: due };
    const end = at(due, DUE);
    return { start: earlier(end, minutes ?? DEFAULT_MINUTES), end };
  }
  throw new CalendarError(
    'INVALID_ARGUMENT',
    'An event needs a time, so a task without a date cannot be one.',
    {
      path: `${path}/dueDate`,
      outcome: 'not_applied',
      suggestion: 'Give dueDate, deferDate or plannedDate; calendar_analyze availability finds free time.',
      example: {
        analysis: { type: 'availability', params: { durationMinutes: minutes ?? DEFAULT_MINUTES } },
      },
    },
  );
}

/** The new times of a task as it is now: a due date ends it, a defer date starts it, a planned date moves it. */
export function changedTimes(given: OldData, current: ResultRow, path: string): Fields {
  const { dueDate: due, deferDate, estimatedMinutes: minutes } = given;
  const start = startOf(given, path);
  const [oldStart, oldEnd] = [cell(current, 'start'), cell(current, 'end')];
  const keepsEnd = typeof deferDate === 'string' && typeof due !== 'string' && minutes === undefined;
  const next = {
    ...(typeof start === 'string' && { start }),
    ...(typeof due === 'string' ? { end: due } : keepsEnd && { end: isoEnd(oldStart, oldEnd) }),
  };
  const wasDays = isDay(oldStart);
  if (wasDays && Object.values(next).every(isDay) && minutes === undefined) return next;
  return {
    ...(next.start !== undefined && { start: at(next.start, BEGIN) }),
    ...(next.start === undefined && wasDays && { start: at(oldStart, BEGIN) }),
    ...(next.end !== undefined && { end: at(next.end, DUE) }),
    ...(minutes !== undefined && { durationMinutes: minutes }),
    ...(wasDays && { allDay: false }),
  };
}

function startOf({ deferDate, plannedDate }: OldData, path: string): string | null | undefined {
  if (typeof deferDate !== 'string' || typeof plannedDate !== 'string') return plannedDate ?? deferDate;
  throw new CalendarError(
    'INVALID_ARGUMENT',
    '`deferDate` and `plannedDate` are both the start of the event.',
    {
      path: `${path}/plannedDate`,
      outcome: 'not_applied',
      suggestion: 'Give one of them.',
    },
  );
}

/** So many minutes earlier on the clock. */
function earlier(time: string, minutes: number): string {
  const moment = Date.parse(`${time.replace(' ', 'T')}Z`) - minutes * 60_000;
  return new Date(moment).toISOString().slice(0, 16);
}
