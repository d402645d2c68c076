import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { WriteData } from '../../../schemas/answers/write-data.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { operationsOf } from '../journal/audited-write.js';
import type { KeyedAnswer } from '../journal/idempotency-keys.js';
import { dropFromTrash, trashEntries } from '../journal/trash.js';
import { forgetSteps } from '../journal/undo-log.js';
import { isCalendarStep } from '../journal/undo-step.js';
import { withPeople } from '../people/with-people.js';
import { assertNotReadOnly } from '../policy/assert-not-read-only.js';
import { keepAnswers, repeatKey, withoutContent } from '../write/repeated/replay-write.js';
import { rehearsalOf } from '../write/view/rehearsal.js';
import { startSession, type WriteSession } from '../write/write-session.js';
import { answer } from './answer.js';
import { apply } from './apply.js';
import { type AskedWrite, decideCall, dryRunAnswer, type Permission, type Rehearse } from './decide.js';
import { fitResults } from './fit-results.js';
import { prepare } from './prepare.js';
import type { PreparedWrite, WriteOutcome } from './prepared.js';

/**
 * Runs a compiled mutation: prepares, decides, applies and answers.
 *
 * @throws CalendarError that says whether the write was applied.
 */
export async function runWrite(asked: AskedWrite, engine: Engine, call: Call): Promise<Success<WriteData>> {
  assertNotReadOnly(engine.settings.policy);
  const run = async (): Promise<Success<WriteData>> => {
    const { plan, resolved } = await withPeople(asked.plan, engine, call);
    const session = await startSession(plan, engine, call);
    const success = plan.dryRun
      ? await dryRunAnswer({ ...asked, plan }, session, rehearsing(plan))
      : await carryOut({ ...asked, plan }, session);
    const named = Object.keys(resolved).length === 0 ? {} : { resolved };
    return fitResults({ ...success, data: { ...success.data, ...named } }, call.mostTokens);
  };
  const turn = turnOf(asked.plan);
  return turn === undefined ? run() : engine.writing(turn, run);
}

/** Queue of calls that must see each other's result: with the same key, or undoing the same write. */
function turnOf(plan: WritePlan): string | undefined {
  if (plan.idempotencyKey !== undefined) return `key ${plan.idempotencyKey}`;
  return plan.kind === 'undo' && plan.undoToken !== undefined ? `undo ${plan.undoToken}` : undefined;
}

async function carryOut(asked: AskedWrite, session: WriteSession): Promise<Success<WriteData>> {
  const { plan } = asked;
  const { engine, call } = session;
  const { prepared, permission } = await decideCall(asked, session, rehearsing(plan));
  call.trail.names(operationsOf(prepared.kind === 'replay' ? plan : prepared.plan));
  if (!isNaming(plan)) return finish(prepared, permission, session);
  // Lists the calendars again: other calls may use the name while a person decides.
  return engine.writing('names', async () => {
    const fresh = await startSession(plan, engine, call);
    const { prepared: again } = await rehearsing(plan)(fresh, { verifies: false });
    return finish(again, permission, fresh);
  });
}

async function finish(
  prepared: PreparedWrite,
  permission: Permission,
  session: WriteSession,
): Promise<Success<WriteData>> {
  const { outcome, undoToken } = await apply(prepared, permission, session);
  const answered = await answer(outcome, session);
  const success = {
    ...answered,
    data: { ...answered.data, ...(undoToken !== undefined && { undoToken }) },
  };
  const kept = await keepAnswers(keyedAnswers(outcome, success), session.engine, success);
  await forgetDeleted(session);
  return kept;
}

/** Prepares a call on overlays. */
function rehearsing(plan: WritePlan): Rehearse {
  return async (session, rehearsal) => {
    const view = rehearsalOf(session, rehearsal);
    return { prepared: await prepare(plan, view), view };
  };
}

function isNaming({ kind }: WritePlan): boolean {
  return kind === 'create-calendar' || kind === 'update-calendar';
}

/**
 * Answers to keep for repeats with these keys. Writes that applied nothing may be retried, so they are not
 * kept.
 */
function keyedAnswers(outcome: WriteOutcome, { data }: Success<WriteData>): readonly KeyedAnswer[] {
  const results = data.results ?? [];
  const items =
    outcome.kind === 'batch'
      ? outcome.items.flatMap((item, at) => {
          const { index: _, ...result } = results.find(({ index }) => index === at) ?? {};
          return item.kind === 'operation' || item.kind === 'batch' ? keyedAnswer(item.asked, result) : [];
        })
      : [];
  return outcome.kind === 'replay' ? [] : [...items, ...keyedAnswer(outcome.asked, data)];
}

function keyedAnswer(asked: WritePlan, data: Readonly<Record<string, unknown>>): readonly KeyedAnswer[] {
  const key = repeatKey(asked);
  const isDone = data.outcome !== undefined && data.outcome !== 'not_applied';
  return key === undefined || !isDone ? [] : [{ ...key, answer: withoutContent(data) }];
}

/** Permanently deleted events are kept nowhere, not even as the state before earlier writes. */
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
