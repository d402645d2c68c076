import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';
import type { Success } from '../context/service.js';
import { atFilters } from '../errors/locate-error.js';
import { operationsOf } from '../journal/audited-write.js';
import { dropFromTrash, trashEntries } from '../journal/trash.js';
import { dropUndo, forgetSteps } from '../journal/undo-log.js';
import { isCalendarStep } from '../journal/undo-step.js';
import { assertNotReadOnly } from '../policy/assert-not-read-only.js';
import { asDryRun, canDryRun, dryRunSession } from '../write/dry-run/dry-run.js';
import { dryRunAnswer, permission, type WriteCall } from '../write/dry-run/permission.js';
import { nameMatches } from '../write/matches/name-matches.js';
import { keepAnswers, replayWrite } from '../write/repeated/replay-write.js';
import { startSession, type WriteSession } from '../write/write-session.js';
import { fitResults } from './fit-results.js';
import { runOperation } from './operations.js';
import { runBatch } from './run-batch.js';

/** Carries out a compiled mutation. Every failure says whether the write was applied. */
export async function runWrite(call: WriteCall, engine: Engine): Promise<Success> {
  const { plan, context } = call;
  assertNotReadOnly(engine.settings.policy);
  const start = (): Promise<WriteSession> => startSession(plan, engine, context, isSeveral(plan));
  const carriedOut = async (session: WriteSession): Promise<Success> => {
    const success = await keepAnswers(session, await runOne(plan, session));
    await forgetDeleted(session);
    return fitResults(success, context.mostTokens);
  };
  const run = async (): Promise<Success> => {
    const started = await start();
    const rehearse = (permit: WriteSession['permit']) =>
      runOne({ ...plan, dryRun: true }, { ...started, permit, progress: undefined });
    if (plan.dryRun) return fitResults(await dryRunAnswer(call, started, rehearse), context.mostTokens);
    const permit = await permission(call, started, rehearse);
    if (!isNaming(plan)) return carriedOut({ ...started, permit });
    // Listed again: others take their turns while a person thinks, and may give names.
    return engine.writing('names', async () => carriedOut({ ...(await start()), permit }));
  };
  return plan.idempotencyKey === undefined ? run() : engine.writing(`key ${plan.idempotencyKey}`, run);
}

function isNaming({ kind }: WritePlan): boolean {
  return kind === 'create-calendar' || kind === 'update-calendar';
}

function isSeveral(plan: WritePlan): boolean {
  return plan.kind === 'batch' || (plan.kind === 'filtered' && plan.each);
}

/** What was deleted permanently is kept nowhere, not even as the state before earlier writes. */
async function forgetDeleted({ transaction, engine: { state, clock } }: WriteSession): Promise<void> {
  const gone = transaction.steps.filter((step) => 'forGood' in step && step.forGood);
  if (gone.length === 0) return;
  const calendarIds = new Set(gone.filter(isCalendarStep).map(({ calendarId }) => calendarId));
  const uids = new Set(
    gone.flatMap((step) => ('uid' in step && !calendarIds.has(step.calendarId) ? [step.uid] : [])),
  );
  await forgetSteps(state, { uids, calendarIds }, clock.now());
  const { entries } = await trashEntries(state);
  for (const { id, uid } of entries) if (uids.has(uid)) await dropFromTrash(state, id);
}

/** What filters match is looked up first; the rest is the same as for ids. */
async function perform(plan: WritePlan, run: WriteSession): Promise<Success> {
  if (plan.kind === 'batch') return runBatch(plan, run, runOne);
  if (plan.kind !== 'filtered') return runOperation(plan, run);
  const named = await nameMatches(plan, run);
  run.engine.trail.names(operationsOf(named));
  return atFilters(() => (named.kind === 'batch' ? runBatch(named, run, runOne) : runOperation(named, run)));
}

/** One mutation within a run: all of it, or what was done is undone. */
async function runOne(plan: WritePlan, run: WriteSession): Promise<Success> {
  if (plan.dryRun && !run.onOverlays && canDryRun(plan)) return runOne(plan, dryRunSession(run));
  const [steps, trashed] = [run.transaction.steps.length, run.trashed.length];
  try {
    const success = await replayWrite(plan, run, () => perform(plan, run));
    return plan.dryRun ? asDryRun(success) : success;
  } catch (error) {
    const complete = run.transaction.steps.length === steps || (await run.transaction.rollback(steps));
    // What may be gone after all must stay restorable.
    const lost = error instanceof CalendarError && error.info.outcome === 'unknown';
    if (complete && !lost)
      for (const id of run.trashed.splice(trashed)) await dropFromTrash(run.engine.state, id);
    if (complete && isSeveral(plan)) await dropUndo(run.engine.state, run.undoToken);
    if (!(error instanceof CalendarError)) throw error;
    throw error.with({ outcome: complete ? (error.info.outcome ?? 'not_applied') : 'unknown' });
  }
}
