import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../context/service.js';
import { keepKey } from '../journal/idempotency-keys.js';
import { recordUndo } from '../journal/undo-log.js';
import { type Applied, applySteps } from './apply-steps.js';
import type { ChangeDraft } from './change-draft.js';
import { checkConflicts } from './check-conflicts.js';
import { notifiedPeople, shownPeople, withHiddenPeople } from './notified-people.js';
import { proposedChange } from './proposed-change.js';
import { serverChanges } from './server-changes.js';
import { noteOrigins } from './transaction/note-origins.js';
import { answerOf, type WriteReport } from './write-result.js';
import { viewOf, type WriteSession } from './write-session.js';

/**
 * What happens to every write, once and in this order, when its operation has drafted it: conflicts, whom it mails,
 * whether it is permitted, preview, ledger, apply, key, verify, undo, answer. A dry run is the same on overlays.
 */
export async function carryOut(plan: WritePlan, draft: ChangeDraft, run: WriteSession): Promise<Success> {
  const { report } = draft;
  const checked = await checkConflicts(draft.times, plan.timezone, run);
  const { mailed = [] } = draft;
  const all = await notifiedPeople(mailed.map(withHiddenPeople), run.signal);
  const shown = shownPeople(mailed, all);
  if (draft.onlyUnmailed !== undefined && (shown !== all || all.notified.length > 0))
    throw draft.onlyUnmailed;
  run.permit(proposedChange(plan, draft, all, run));
  const answer = (result: WriteReport): Success => {
    const notes = [report.notes, result.notes, checked.notes, shown.notes, run.transaction.takeNotes()];
    const whole = { ...checked, notified: shown.notified, ...result, ...report };
    const extra = { ...report.extra, ...result.extra };
    return answerOf(plan, { ...whole, extra, notes: notes.flatMap((some) => some ?? []) }, run);
  };
  const preview = plan.dryRun ? await draft.preview?.() : undefined;
  if (preview !== undefined) return answer({ extra: preview });
  const apply = async () => {
    await noteOrigins(draft.steps, run.engine);
    return applySteps(draft.steps, run);
  };
  const applied = await (draft.once?.(apply) ?? apply());
  await remember(plan, draft, applied, run);
  const verified = await verify(plan, draft, applied, run);
  const result = await draft.answer?.(applied);
  return answer({ ...verified, ...result, undoToken: await undoTokenOf(run) });
}

/** What the idempotency key of the call was used for. */
async function remember(
  { idempotencyKey: key }: WritePlan,
  { keyEntry }: ChangeDraft,
  applied: Applied,
  { engine }: WriteSession,
): Promise<void> {
  if (key !== undefined && keyEntry !== undefined) await keepKey(key, keyEntry(applied), engine);
}

/** The event as it is stored now, and what the store made of it on its own. */
async function verify(
  { dryRun }: WritePlan,
  { expected }: ChangeDraft,
  { receipts, replayed }: Applied,
  run: WriteSession,
): Promise<WriteReport> {
  const receipt = expected && receipts.get(expected.uid);
  if (expected === undefined || receipt === undefined) return {};
  const stored = (await viewOf(run, expected.source, receipt, expected.uid)).row(expected.named);
  return {
    row: stored,
    isNameless: dryRun && expected.isPassing === true,
    serverChanged: serverChanges(expected.row, stored, receipt),
    ...(replayed && { extra: { replayed }, notified: [] }),
  };
}

/** What takes the write back. Inside a batch, the whole batch has one token. */
async function undoTokenOf({
  engine,
  transaction,
  trashed,
  inBatch,
}: WriteSession): Promise<string | undefined> {
  const { steps } = transaction;
  if (inBatch || steps.length === 0) return undefined;
  return recordUndo(engine.state, { steps, trashed }, engine.clock.now());
}
