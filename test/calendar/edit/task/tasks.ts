import type { EditScope, EventChanges } from '../../../../compilers/plan/write-plan.js';
import { type CompletedTask, completeTask } from '../../../../src/calendar/edit/task/complete-task.js';
import { reopenTask } from '../../../../src/calendar/edit/task/reopen-task.js';
import type { TaskHabit } from '../../../../src/calendar/edit/task/task-habit.js';
import { validateObject } from '../../../../src/calendar/edit/validate-object.js';
import { expand } from '../../../../src/calendar/expand/expand.js';
import { readObject } from '../../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { calendar, context } from '../edit-samples.js';
import { edit } from '../edits.js';

export const AT = Date.UTC(2026, 10, 20, 8, 30);

/** A calendar of tasks from their lines; adds UID and DTSTAMP. */
export function tasks(...parts: readonly (readonly string[])[]): string {
  return calendar(...parts).replaceAll('VEVENT', 'VTODO');
}

/** The lines that an edit adds to a task, and those that it removes with a minus. */
export function changedLines(before: string, changes: EventChanges, scope?: EditScope, id?: string) {
  return difference(before, edit(before, changes, scope, id).ics ?? '');
}

const STAMPS = /^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/;

export function difference(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((ics) => ics.replace(/\r\n /g, '').split('\r\n'));
  const counts = new Map<string, number>();
  for (const line of now ?? []) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of old ?? []) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 || STAMPS.test(line) ? [] : [count > 0 ? line : `-${line}`],
  );
}

export function complete(
  ics: string,
  habit: TaskHabit,
  id?: string,
  scope: EditScope = 'this',
): CompletedTask {
  const place = { scope, ...(id !== undefined && { recurrenceId: id }) };
  const result = completeTask(ics, place, { at: AT, habit }, context());
  validateObject(result.ics, ics);
  if (result.copy !== undefined) validateObject(result.copy.ics);
  return result;
}

export function reopen(ics: string, id?: string, scope: EditScope = 'this') {
  const result = reopenTask(ics, { scope, ...(id !== undefined && { recurrenceId: id }) }, context());
  validateObject(result.ics, ics);
  return result;
}

/** `id day status` of the first occurrences. */
export function states(ics: string, most = 6): readonly string[] {
  const berlin = zoneOf('Europe/Berlin');
  if (berlin === undefined) throw new Error('no zone');
  return readObject(ics, zoneOf)
    .series.flatMap((series) =>
      expand(series, { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 6, 1) }, berlin).slice(0, most),
    )
    .map(({ startWall, allDay, fields, recurrenceId }) => {
      const when = new Date(startWall).toISOString().slice(0, allDay ? 10 : 16);
      return `${recurrenceId ?? '-'} ${when} ${fields.task?.status}`;
    });
}
