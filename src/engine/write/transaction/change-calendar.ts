import type { CalendarLabels } from '../../../../compilers/plan/calendar-labels.js';
import type { CalendarPatch } from '../../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { noteText } from '../../../../schemas/model/notes.js';
import type { Backend, CalendarInfo } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';

/** Note for a calendar that was recreated. */
export const READDRESSED = noteText('readdressed');

export function canChangeCalendars({ target, applyCalendar }: Backend, kind: CalendarPatch['kind']): boolean {
  return (
    applyCalendar !== undefined &&
    target.compileCalendarWrite !== undefined &&
    target.capabilities.writes.has(kind)
  );
}

/** Sends one change of a calendar; returns it, or undefined if it was deleted. `folderName`: of a new one. */
export async function changeCalendar(
  backend: Backend,
  patch: CalendarPatch,
  folderName: string,
  request: BackendRequest,
): Promise<CalendarInfo | undefined> {
  const call = backend.target.compileCalendarWrite?.(patch, folderName);
  if (backend.applyCalendar === undefined || !canChangeCalendars(backend, patch.kind)) {
    throw new CalendarError('UNSUPPORTED', 'The calendars of this account cannot be changed from here.', {
      outcome: 'not_applied',
      suggestion: 'The user can do it in the calendar application or on the website of the provider.',
    });
  }
  return backend.applyCalendar(call, request);
}

/** The current values of the labels that a change names; empty if unset. */
export function labelsNow(info: CalendarInfo, named: CalendarLabels): CalendarLabels {
  return {
    ...(named.name === undefined ? {} : { name: info.name }),
    ...(named.color === undefined ? {} : { color: info.color ?? '' }),
    ...(named.description === undefined ? {} : { description: info.description ?? '' }),
  };
}

/** Labels in which a calendar differs from what was expected. */
export function otherLabels(info: CalendarInfo, expected: CalendarLabels): readonly string[] {
  const now = labelsNow(info, expected);
  const differs = (key: keyof CalendarLabels) => now[key] !== expected[key];
  return [
    ...(differs('name') ? ['title'] : []),
    ...(differs('color') ? ['color'] : []),
    ...(differs('description') ? ['description'] : []),
  ];
}
