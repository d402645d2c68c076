import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { counted } from '../../../schemas/model/counted.js';
import { atPlace } from '../errors/locate-error.js';
import { oneSource } from '../sources/sources.js';
import type { ChangeDraft } from '../write/change-draft.js';
import { reportedScope } from '../write/series-report.js';
import { viewOf, type WriteSession } from '../write/write-session.js';
import { alreadyThere, movesAsWhole, type WriteTarget, writableAt } from '../write/write-target.js';
import { assertHolds, kindOf } from './choose-calendar.js';
import { hiddenAmong, partsOfRow } from './tasks/stored-tasks.js';

type MovePlan = Extract<WritePlan, { kind: 'move' }>;

/** Moves an event or a whole series to another calendar; its id changes with the calendar. */
export async function draftMove(
  plan: MovePlan,
  run: WriteSession,
  target: WriteTarget,
): Promise<ChangeDraft> {
  const { source, object, row, scope } = target;
  if (scope !== 'all') throw movesAsWhole('/mutation/scope');
  const to = writableAt('/mutation/calendar', () => oneSource(run.found, plan.calendar));
  if (to.calendar.id === source.calendar.id) throw alreadyThere(row);
  atPlace('/mutation/calendar', () => assertHolds(to, kindOf(row)));
  const { uid, recurrenceId: named } = row;
  const expectedRow = (await viewOf(run, to, object, uid)).row(named);
  const { ics } = object;
  const parts = await partsOfRow(row, source, run);
  const { notify } = plan;
  return {
    steps: [
      { kind: 'move', source, to, object, uid, silent: !notify },
      ...parts.map(
        (part) => ({ kind: 'move', source, to, object: part.object, uid: part.series.uid }) as const,
      ),
    ],
    hidden: Number(row.hidden !== undefined) + (await hiddenAmong(parts, source, run)),
    expected: { source: to, uid, row: expectedRow, named },
    mailed: [
      {
        from: source.backend,
        to: to.backend,
        before: { row, ics },
        after: { row: expectedRow, ics },
        notify,
      },
    ],
    report: {
      before: row,
      ...(row.recurring && { series: { ...reportedScope(plan, scope), idsChanged: true } }),
      notes: parts.length === 0 ? [] : [`${counted(parts.length, 'sub-task')} moved as well.`],
    },
  };
}
