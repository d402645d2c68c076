import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../context/service.js';
import { recordUndo } from '../journal/undo-log.js';
import { applied, type WriteReport } from './write-result.js';
import type { WriteRun } from './write-session.js';

/**
 * The answer of a write, with the token that takes it back. Inside a batch the whole batch has one token,
 * and each write says only what it did.
 */
export async function finishWrite(plan: WritePlan, run: WriteRun, report: WriteReport): Promise<Success> {
  const { steps } = run.transaction;
  const undoToken =
    run.inBatch || steps.length === 0
      ? undefined
      : await recordUndo(run.engine.state, { steps, trashed: run.trashed }, run.engine.clock.now());
  const notes = [...(report.notes ?? []), ...run.transaction.takeNotes()];
  return applied(plan, { ...report, notes, undoToken }, run);
}
