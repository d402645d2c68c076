import { CalendarError } from '../../../../schemas/model/error.js';
import { cell, type ResultRow } from '../../answers/result-rows.js';
import { isoEnd } from '../iso-end.js';
import type { OldData } from './arguments.js';
import type { Fields } from './nearest.js';

/** When a date without a time begins and is due, as the task server had it. */
const [BEGIN, DUE] = ['08:00', '17:00'];
const DEFAULT_MINUTES = 60;

const isDay = (time: string) => time.length === 10;
const at = (time: string, clock: string) => (isDay(time) ? `${time} ${clock}` : time);

/** Start and end of a new task; an estimate beside both is only kept. */
export function newTimes(given: OldData, path: string): Fields {
  const { dueDate: due, estimatedMinutes: minutes } = given;
  const start = startOf(given, path);
  if (start && due) {
    const kept = minutes === undefined ? {} : { metadata: { estimatedMinutes: String(minutes) } };
    const days = isDay(start) && isDay(due);
    return { ...(days ? { start, end: due } : { start: at(start, BEGIN), end: at(due, DUE) }), ...kept };
  }
  if (start) return minutes === undefined ? { start } : { start: at(start, BEGIN), durationMinutes: minutes };
  const length = minutes ?? DEFAULT_MINUTES;
  if (due) {
    const end = at(due, DUE);
    return isDay(due) && minutes === undefined ? { start: due } : { start: earlier(end, length), end };
  }
  throw refusedTime('An event needs a time, so a task without a date cannot be one.', `${path}/dueDate`, {
    suggestion: 'Give dueDate, deferDate or plannedDate; calendar_analyze availability finds free time.',
    example: { analysis: { type: 'availability', params: { durationMinutes: length } } },
  });
}

/** The new times of a task as it is now: a due date ends it, a defer date starts it, a planned date moves it. */
export function changedTimes(given: OldData, current: ResultRow, path: string): Fields {
  const { dueDate: due, deferDate, estimatedMinutes: minutes } = given;
  const oldStart = cell(current, 'start');
  const start = startOf(given, path) ?? undefined;
  const kept = deferDate && minutes === undefined ? isoEnd(oldStart, cell(current, 'end')) : undefined;
  const end = due ?? kept;
  const wasDays = isDay(oldStart);
  if (wasDays && minutes === undefined && [start, end].every((time) => time === undefined || isDay(time)))
    return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  const begin = start ?? (wasDays ? oldStart : undefined);
  return {
    ...(begin !== undefined && { start: at(begin, BEGIN) }),
    ...(end !== undefined && { end: at(end, DUE) }),
    ...(minutes !== undefined && { durationMinutes: minutes }),
    ...(wasDays && { allDay: false }),
  };
}

function startOf({ deferDate, plannedDate }: OldData, path: string): string | null | undefined {
  if (!deferDate || !plannedDate) return plannedDate ?? deferDate;
  throw refusedTime('`deferDate` and `plannedDate` are both the start of the event.', `${path}/plannedDate`, {
    suggestion: 'Give one of them.',
  });
}

function refusedTime(message: string, path: string, more: { suggestion: string; example?: Fields }) {
  return new CalendarError('INVALID_ARGUMENT', message, { path, outcome: 'not_applied', ...more });
}

/** So many minutes earlier on the clock. */
function earlier(time: string, minutes: number): string {
  const moment = Date.parse(`${time.replace(' ', 'T')}Z`) - minutes * 60_000;
  return new Date(moment).toISOString().slice(0, 16);
}
