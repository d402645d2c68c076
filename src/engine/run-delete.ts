import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { DAY } from '../../compilers/time/civil.js';
import { deleteFrom } from '../calendar/delete-object.js';
import { validateObject } from '../calendar/validate-object.js';
import { eventId } from './event-id.js';
import { finishWrite } from './finish-write.js';
import { notifiedBy } from './invited-people.js';
import type { Success } from './service.js';
import { putInTrash } from './trash.js';
import { changedByServer } from './verify.js';
import { previewed } from './write-result.js';
import { editContext, viewOf, type WriteRun } from './write-run.js';
import { resolveTarget } from './write-target.js';

type DeletePlan = Extract<WritePlan, { kind: 'delete' }>;

/** Deletes an event, an occurrence, or a series from an occurrence on; whole objects go to the trash first. */
export async function runDelete(plan: DeletePlan, run: WriteRun): Promise<Success> {
  const { engine, transaction } = run;
  const target = await resolveTarget(plan, run);
  const { source, object, row, scope, place } = target;
  const edit = deleteFrom(object.ics, place, editContext(plan, run, source, row.uid));
  if (edit.ics !== undefined) validateObject(edit.ics, object.ics);
  const notified = notifiedBy(source, row, object);
  const extra = { ...(row.recurring ? { scope } : {}), ...(notified.length === 0 ? {} : { notified }) };
  if (plan.dryRun) {
    const shown = { from: row.start - 1, to: row.start + 35 * DAY };
    const before = (await viewOf(run, source, object, row.uid)).rows(shown);
    const after =
      edit.ics === undefined
        ? []
        : (await viewOf(run, source, { href: object.href, etag: '', ics: edit.ics }, row.uid)).rows(shown);
    return previewed(plan, { before, after }, { extra, notes: edit.notes }, run);
  }
  if (edit.ics !== undefined) {
    const receipt = await transaction.replace(source, object, edit.ics, row.uid);
    const meant = (await viewOf(run, source, { href: object.href, etag: '', ics: edit.ics }, row.uid)).row();
    const rest = (await viewOf(run, source, receipt, row.uid)).row();
    return finishWrite(plan, run, {
      row: rest,
      serverChanged: changedByServer(meant, rest, receipt),
      extra: { ...extra, deleted: row.id },
      notes: edit.notes,
    });
  }
  const id = eventId(source.calendar.id, row.uid);
  if (plan.soft) {
    await putInTrash(engine.state, source.calendar, { ...object, uid: row.uid }, engine.clock.now());
    run.trashed.push(id);
  }
  await transaction.delete(source, object, row.uid, !plan.soft);
  return finishWrite(plan, run, {
    extra: { ...extra, deleted: id, recoverable: plan.soft },
    notes: edit.notes,
  });
}
