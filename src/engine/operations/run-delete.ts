import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { deleteFrom } from '../../calendar/edit/delete-occurrences.js';
import { validateObject } from '../../calendar/edit/validate-object.js';
import type { Success } from '../context/service.js';
import { putInTrash } from '../journal/trash.js';
import { eventId } from '../sources/event-id.js';
import { finishWrite } from '../write/finish-write.js';
import { toldOf } from '../write/notified-people.js';
import type { EventView } from '../write/object-rows.js';
import { onFreshObject } from '../write/on-fresh-object.js';
import { lastDayOf, type SeriesReport } from '../write/series-report.js';
import { changedByServer } from '../write/server-changes.js';
import { editContext, viewOf, type WriteRun } from '../write/write-session.js';
import type { WriteTarget } from '../write/write-target.js';

type DeletePlan = Extract<WritePlan, { kind: 'delete' }>;

/** Deletes an event, an occurrence, or a series from an occurrence on; whole objects go to the trash first. */
export function runDelete(plan: DeletePlan, run: WriteRun): Promise<Success> {
  return onFreshObject(plan, run, (asked, target) => remove(asked, target, run));
}

async function remove(plan: DeletePlan, target: WriteTarget, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const { source, object, row, place } = target;
  const edit = deleteFrom(object.ics, place, editContext(plan, run, source, row.uid));
  if (edit.ics !== undefined) validateObject(edit.ics, object.ics);
  const rest = edit.ics === undefined ? undefined : { href: object.href, etag: '', ics: edit.ics };
  const left = rest && (await viewOf(run, source, rest, row.uid));
  const told = await toldOf(source.backend, [{ before: { row, ics: object.ics } }], run.signal);
  const report = {
    row,
    series: await seriesAfter(target, left, run),
    notified: told.notified,
    notes: [...edit.notes, ...told.notes],
  };
  if (edit.ics !== undefined) {
    const receipt = await transaction.replace(source, object, edit.ics, row.uid);
    const stored = (await viewOf(run, source, receipt, row.uid)).row();
    return finishWrite(plan, run, {
      ...report,
      serverChanged: changedByServer(left?.row(), stored, receipt),
    });
  }
  if (plan.soft) {
    await putInTrash(engine.state, source.calendar, { ...object, uid: row.uid }, engine.clock.now());
    run.trashed.push(eventId(source.calendar.id, row.uid));
  }
  await transaction.delete(source, object, row.uid, !plan.soft);
  return finishWrite(plan, run, plan.soft ? report : { ...report, extra: { recoverable: false } });
}

/** What became of the occurrences that were not named. */
async function seriesAfter(
  { source, object, row, scope }: WriteTarget,
  left: EventView | undefined,
  run: WriteRun,
): Promise<SeriesReport | undefined> {
  if (!row.recurring) return undefined;
  if (scope === 'this') return { scope };
  const all = (await viewOf(run, source, object, row.uid)).count();
  const kept = left === undefined ? 0 : left.count();
  return {
    scope,
    ...(left && { endsOn: lastDayOf(left) }),
    ...(all !== undefined && kept !== undefined && { removed: all - kept }),
  };
}
