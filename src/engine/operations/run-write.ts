import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';
import type { CallContext, Success } from '../context/service.js';
import { dropFromTrash, trashEntries } from '../journal/trash.js';
import { dropUndo, forgetSteps } from '../journal/undo-log.js';
import { asDryRun, rehearse } from '../write/rehearsal/rehearsal.js';
import { onceForKey } from '../write/replay-write.js';
import { startWrite, type WriteRun } from '../write/write-session.js';
import { runBatch } from './run-batch.js';
import { runCreate } from './run-create.js';
import { runCreateCalendar } from './run-create-calendar.js';
import { runDelete } from './run-delete.js';
import { runDeleteCalendar } from './run-delete-calendar.js';
import { runMove } from './run-move.js';
import { runRestore } from './run-restore.js';
import { runSync } from './run-sync.js';
import { runUndo } from './run-undo.js';
import { runUpdate } from './run-update.js';
import { runUpdateCalendar } from './run-update-calendar.js';

/** Carries out a compiled mutation. Every failure says whether the write was applied. */
export async function runWrite(plan: WritePlan, engine: Engine, call: CallContext): Promise<Success> {
  const run = async () => {
    const started = await startWrite(plan, engine, call, plan.kind === 'batch');
    const success = await runOne(plan, started);
    await forgetDeleted(started);
    return success;
  };
  if (plan.kind === 'create-calendar' || plan.kind === 'update-calendar') return engine.writing('names', run);
  return plan.idempotencyKey === undefined ? run() : engine.writing(`key ${plan.idempotencyKey}`, run);
}

/** What was deleted for good is kept nowhere, not even as what it was before earlier writes. */
async function forgetDeleted({ transaction: { steps }, engine: { state, clock } }: WriteRun): Promise<void> {
  for (const step of steps) {
    if (step.kind !== 'deleted' || !step.forGood) continue;
    await forgetSteps(state, { uid: step.uid }, clock.now());
    const { entries } = await trashEntries(state);
    for (const { id, uid } of entries) if (uid === step.uid) await dropFromTrash(state, id);
  }
}

/** What a dry run cannot play: these say themselves what they would do. */
const SHOW_THEMSELVES: ReadonlySet<WritePlan['kind']> = new Set([
  'sync',
  'create-calendar',
  'update-calendar',
  'delete-calendar',
]);

/** One mutation within a run: all of it, or what was done is taken back. */
async function runOne(plan: WritePlan, run: WriteRun): Promise<Success> {
  if (plan.dryRun && !run.rehearsal && !SHOW_THEMSELVES.has(plan.kind)) return runOne(plan, rehearse(run));
  const [steps, trashed] = [run.transaction.steps.length, run.trashed.length];
  try {
    const success = await onceForKey(plan, run, () => dispatch(plan, run));
    return plan.dryRun ? asDryRun(success) : success;
  } catch (error) {
    const complete = run.transaction.steps.length === steps || (await run.transaction.rollback(steps));
    // What may be gone after all must stay restorable.
    const lost = error instanceof CalendarError && error.info.outcome === 'unknown';
    if (complete && !lost)
      for (const id of run.trashed.splice(trashed)) await dropFromTrash(run.engine.state, id);
    if (complete && plan.kind === 'batch') await dropUndo(run.engine.state, run.undoToken);
    if (!(error instanceof CalendarError)) throw error;
    throw error.with({ outcome: complete ? (error.info.outcome ?? 'not_applied') : 'unknown' });
  }
}

function dispatch(plan: WritePlan, run: WriteRun): Promise<Success> {
  switch (plan.kind) {
    case 'create':
      return runCreate(plan, run);
    case 'update':
      return runUpdate(plan, run);
    case 'delete':
      return runDelete(plan, run);
    case 'move':
      return runMove(plan, run);
    case 'restore':
      return runRestore(plan, run);
    case 'undo':
      return runUndo(plan, run);
    case 'sync':
      return runSync(plan, run);
    case 'batch':
      return runBatch(plan, run, runOne);
    case 'create-calendar':
      return runCreateCalendar(plan, run);
    case 'update-calendar':
      return runUpdateCalendar(plan, run);
    case 'delete-calendar':
      return runDeleteCalendar(plan, run);
  }
}
