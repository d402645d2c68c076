import { misplacedField } from '../../../../compilers/plan/misplaced-field.js';
import type { EventChanges } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isUndated } from '../../../../schemas/model/task.js';

/** Throws for changes that a task, or an event, cannot have. */
export function refuseMisplaced(
  { changes, ofTasks }: { readonly changes: EventChanges; readonly ofTasks?: readonly string[] },
  { task }: Occurrence,
): void {
  const found = misplacedField(changes, task === undefined ? 'event' : 'task', ofTasks);
  if (found !== undefined) {
    const { key, message, suggestion } = found;
    throw new CalendarError('INVALID_ARGUMENT', message, { path: `/mutation/changes/${key}`, suggestion });
  }
  if (changes.clock === undefined || task === undefined || !isUndated(task)) return;
  throw new CalendarError('INVALID_DATE', 'The task has no day that this time of day could be on.', {
    path: '/mutation/changes/due',
    suggestion: 'Give due with a day, such as "friday 15:00".',
  });
}

/** Throws for progress on a whole series: progress belongs to one of its open occurrences. */
export function refuseSeriesProgress(
  { status, percent }: EventChanges,
  { task, id, seriesId }: Occurrence,
): void {
  if (task === undefined) return;
  const isDone = status === 'done' || percent === 100;
  if (!isDone && status !== 'started' && !percent) return;
  throw new CalendarError(
    'SCOPE_REQUIRED',
    isDone
      ? 'A series of tasks is done one occurrence at a time.'
      : 'A series of tasks is worked on one occurrence at a time.',
    {
      path: `/mutation/changes/${status === undefined ? 'percent' : 'status'}`,
      ...(isDone
        ? {
            suggestion: 'Use complete, as in example; with scope "all" the whole series is done for ever.',
            example: { mutation: { operation: 'complete', id: seriesId ?? id } },
          }
        : {
            suggestion: 'Use scope "this" with the id of the occurrence.',
            callPatch: { scope: 'this', id },
          }),
    },
  );
}
