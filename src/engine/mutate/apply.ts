import { atFilters } from '../errors/locate-error.js';
import { noteMakings } from '../write/proposed/own-makings.js';
import { backendOf } from '../write/transaction/write-transaction.js';
import type { WriteSession } from '../write/write-session.js';
import { applyDraft } from './apply-draft.js';
import { applyItems } from './apply-items.js';
import type { Permission } from './decide.js';
import { onFreshObject } from './on-fresh-object.js';
import { prepareOnTarget } from './prepare.js';
import type { OperationOutcome, PreparedOperation, PreparedWrite, WriteOutcome } from './prepared.js';
import { orRollBack, undoSoFar } from './roll-back.js';

/** The result of a whole call, and the token that undoes it. */
export interface AppliedCall {
  readonly outcome: WriteOutcome;
  readonly undoToken: string | undefined;
}

/**
 * Sends exactly the prepared steps, in order, each guarded by the version it was prepared from. Nothing else
 * in a write sends changes.
 *
 * @throws CalendarError with its outcome; undoes earlier changes, except in a batch that continues.
 */
export function apply(
  prepared: PreparedWrite,
  permission: Permission,
  run: WriteSession,
): Promise<AppliedCall> {
  return bracketed(prepared, run, async () => {
    const outcome = await perform(prepared, permission, run);
    // If the undo cannot be recorded, the call is rolled back.
    return { outcome, undoToken: await undoSoFar(run) };
  });
}

function applyItem(
  prepared: PreparedWrite,
  permission: Permission,
  run: WriteSession,
): Promise<WriteOutcome> {
  return bracketed(prepared, run, () => perform(prepared, permission, run));
}

async function perform(
  prepared: PreparedWrite,
  permission: Permission,
  run: WriteSession,
): Promise<WriteOutcome> {
  switch (prepared.kind) {
    case 'replay':
      return prepared;
    case 'batch':
      return applyItems(prepared, permission, run, applyItem);
    case 'operation':
      return applyOperation(prepared, permission, run);
  }
}

/** Rolls back if the work fails; errors of events that filters named are located at the filters. */
function bracketed<Done>(
  { asked }: PreparedWrite,
  run: WriteSession,
  work: () => Promise<Done>,
): Promise<Done> {
  const whole = () => orRollBack(run, work);
  return asked.kind === 'filtered' ? atFilters(whole) : whole();
}

/** Applies one operation; prepares it again if another client has changed its event. */
async function applyOperation(
  prepared: PreparedOperation,
  permission: Permission,
  run: WriteSession,
): Promise<OperationOutcome> {
  const sources = prepared.found.sources.map((source) => ({
    ...source,
    backend: backendOf(source, run.engine),
  }));
  const own = { ...run, found: { ...prepared.found, sources } };
  own.transaction.useSources(sources);
  const { plan, draft } = prepared;
  if (draft.target === undefined || !('select' in plan)) return send(prepared, permission, own);
  const { target: base } = draft;
  return onFreshObject(plan, base, own, async (fresh, target) => {
    const current = target === base ? prepared : await prepareOnTarget(prepared.asked, fresh, own, target);
    return send(current, permission, own);
  });
}

async function send(
  { change, ...operation }: PreparedOperation,
  permission: Permission,
  run: WriteSession,
): Promise<OperationOutcome> {
  const { plan, draft } = operation;
  await permission.assertPermitted(change);
  const applied = await applyDraft(operation, run);
  if (!applied.replayed) noteMakings(plan, draft, run);
  return { ...operation, applied, reported: run.transaction.takeNotes() };
}
