import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import { parseId } from './event-id.js';
import { finishWrite } from './finish-write.js';
import type { Success } from './service.js';
import { dropFromTrash, trashEntry } from './trash.js';
import { changedByServer } from './verify.js';
import { notifiedBy, previewed } from './write-result.js';
import { viewOf, type WriteRun } from './write-run.js';
import { assertWritable } from './write-target.js';

const OCCURRENCE =
  'An occurrence taken out of a series comes back with undo and the undoToken of that delete (without one, undo takes ' +
  'back the last write). Whole events are listed with filters {"deleted":true}.';

type RestorePlan = Extract<WritePlan, { kind: 'restore' }>;

/** Brings a deleted event back: the exact object, in the calendar it was in. */
export async function runRestore(plan: RestorePlan, run: WriteRun): Promise<Success> {
  const { state } = run.engine;
  const entry = await trashEntry(state, parseId(plan.id).base);
  const source = entry && run.found.sources.find(({ calendar }) => calendar.id === entry.calendar.id);
  if (entry === undefined || source === undefined) {
    const occurrence = parseId(plan.id).recurrenceId !== undefined;
    throw new CalendarError('NOT_FOUND', 'No deleted event has this id.', {
      path: '/mutation/id',
      suggestion: occurrence ? OCCURRENCE : 'List what can be restored with filters {"deleted":true}.',
      example: occurrence
        ? { mutation: { operation: 'undo', dryRun: true } }
        : { query: { type: 'events', filters: { deleted: true } } },
    });
  }
  assertWritable(source);
  const meant = (await viewOf(run, source, entry, entry.uid)).row();
  if (plan.dryRun) return previewed(plan, { before: [], after: meant === undefined ? [] : [meant] }, {}, run);
  const receipt = await run.transaction.create(source, entry.uid, entry.ics);
  await dropFromTrash(state, entry.id);
  const stored = (await viewOf(run, source, receipt, entry.uid)).row();
  // A server that sends mail invites everybody again.
  const notified = notifiedBy(source, stored);
  return finishWrite(plan, run, {
    row: stored,
    serverChanged: changedByServer(meant, stored, receipt),
    extra: { restored: true, ...(notified.length === 0 ? {} : { notified }) },
  });
}
