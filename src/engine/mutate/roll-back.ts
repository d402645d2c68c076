import { CalendarError } from '../../../schemas/model/error.js';
import { dropFromTrash } from '../journal/trash.js';
import { dropUndo, recordUndo } from '../journal/undo-log.js';
import type { WriteSession } from '../write/write-session.js';

/** Runs `work` and undoes its changes if it fails; the error says if that worked. */
export async function orRollBack<Done>(run: WriteSession, work: () => Promise<Done>): Promise<Done> {
  const { transaction, trashed, engine, undoToken } = run;
  const [kept, keptTrash] = [transaction.steps.length, trashed.length];
  try {
    return await work();
  } catch (error) {
    const isUntouched = transaction.steps.length === kept;
    const complete = isUntouched || (await transaction.rollback(kept));
    // An event that may be deleted after all must stay restorable.
    const lost = error instanceof CalendarError && error.info.outcome === 'unknown';
    if (complete && !lost) for (const id of trashed.splice(keptTrash)) await dropFromTrash(engine.state, id);
    // A batch records its undo while it runs.
    if (complete && !isUntouched && kept === 0) await dropUndo(engine.state, undoToken);
    if (!(error instanceof CalendarError)) throw error;
    throw error.with({ outcome: complete ? (error.info.outcome ?? 'not_applied') : 'unknown' });
  }
}

/** Records how to undo everything the call has done so far; undefined if that is nothing. */
export async function undoSoFar({
  engine,
  transaction,
  trashed,
  undoToken,
}: WriteSession): Promise<string | undefined> {
  const { steps } = transaction;
  if (steps.length === 0) return undefined;
  return recordUndo(engine.state, { steps, trashed }, engine.clock.now(), undoToken);
}
