import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Success } from '../context/service.js';
import { atPlace } from '../errors/locate-error.js';
import { oneSource } from '../sources/sources.js';
import { finishWrite } from '../write/finish-write.js';
import { toldOnTheWay } from '../write/notified-people.js';
import { onFreshObject } from '../write/on-fresh-object.js';
import { changedByServer } from '../write/server-changes.js';
import { viewOf, type WriteRun } from '../write/write-session.js';
import { assertWritable, type WriteTarget } from '../write/write-target.js';

type MovePlan = Extract<WritePlan, { kind: 'move' }>;

/** Moves an event or a whole series to another calendar; its id changes with the calendar. */
export function runMove(plan: MovePlan, run: WriteRun): Promise<Success> {
  return onFreshObject(plan, run, (asked, target) => move(asked, target, run));
}

async function move(plan: MovePlan, target: WriteTarget, run: WriteRun): Promise<Success> {
  const { source, object, row, scope } = target;
  if (scope !== 'all') throw movesAsWhole('/mutation/scope');
  const destination = atPlace('/mutation/calendar', () => oneSource(run.found, plan.calendar));
  atPlace('/mutation/calendar', () => assertWritable(destination));
  if (destination.calendar.id === source.calendar.id) {
    throw new CalendarError('INVALID_ARGUMENT', 'The event is in this calendar already.', {
      path: '/mutation/calendar',
    });
  }
  const meant = (await viewOf(run, destination, object, row.uid)).row(row.recurrenceId);
  const { ics } = object;
  const moved = { before: { row, ics }, after: { row: meant, ics } };
  const told = await toldOnTheWay(source.backend, destination.backend, moved, run.signal);
  const receipt = await run.transaction.move(source, destination, object, row.uid);
  const stored = (await viewOf(run, destination, receipt, row.uid)).row(row.recurrenceId);
  return finishWrite(plan, run, {
    row: stored,
    before: row,
    ...(row.recurring && { series: { scope: 'all' } }),
    serverChanged: changedByServer(meant, stored, receipt),
    ...told,
  });
}

/** One object lives in one calendar. */
export function movesAsWhole(path: string): CalendarError {
  return new CalendarError('UNSUPPORTED', 'An occurrence stays in the calendar of its series.', {
    path,
    suggestion:
      'Use scope "all" to move the whole series, or delete the occurrence here and create an event in the other calendar.',
  });
}
