import { isDeepStrictEqual } from 'node:util';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import type { WriteData } from '../../../schemas/answers/write-data.js';
import type { MutationInput } from '../../../schemas/input/mutation.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { RateLimits } from '../../ports/replicas/rate-limits.js';
import { tooMany } from '../context/rate-limits.js';
import { askForAgreement, pendingAction, type Question, wayToAsk } from '../policy/ask-for-agreement.js';
import { digestOf } from '../policy/canonical.js';
import { type Decision, decide, type PolicyRule, type ProposedChange } from '../policy/decision.js';
import { becauseOf, deniedBy, describeDecision, settingsOf } from '../policy/decision-text.js';
import type { Extent } from '../policy/extent.js';
import { type GuardedPolicy, guardedPolicy } from '../policy/guarded-policy.js';
import { previewOf } from '../policy/preview.js';
import type { WriteSession } from '../write/write-session.js';
import { answer } from './answer.js';
import { foreseen } from './foreseen.js';
import type { PreparedItem, PreparedWrite } from './prepared.js';

/** Rules that apply because text by others was shown. */
const AFTER_READING: readonly PolicyRule[] = ['guarded', 'shared'];

export interface AskedWrite {
  readonly plan: WritePlan;
  readonly mutation: MutationInput;
  /** The moment its relative times were resolved for. */
  readonly at: Instant;
}

/** A prepared call, and the overlays it was prepared on. */
interface Rehearsed {
  readonly prepared: PreparedWrite;
  readonly view: WriteSession;
}

export interface Permission {
  /**
   * @throws CalendarError CONFLICT if the change differs from the one decided about, RATE_LIMITED after too
   * many changes this hour.
   */
  assertPermitted(change: ProposedChange): Promise<void>;
}

interface Decided {
  readonly prepared: PreparedWrite;
  readonly permission: Permission;
}

export type Rehearse = (
  session: WriteSession,
  rehearsal: NonNullable<WriteSession['rehearsal']>,
) => Promise<Rehearsed>;

/**
 * Decides about a whole call before anything is sent. Permits what the policy allows, or exactly what a
 * person agreed to.
 *
 * @throws CalendarError POLICY_DENIED, CONFIRMATION_REQUIRED, DECLINED, or CONFLICT if the changes differ.
 */
export async function decideCall(asked: AskedWrite, run: WriteSession, rehearse: Rehearse): Promise<Decided> {
  const { engine, call } = run;
  const policy = await policyFor(run);
  const first = await rehearse(run, { verifies: false });
  if ((await allowedOrAsked(first.prepared, policy)).mode === 'allow') {
    const limits = call.caller.kind === 'person' ? undefined : engine.limits;
    return { prepared: first.prepared, permission: onlyAllowed(policy, limits) };
  }
  const token = tokenOf(asked.mutation);
  // Never ask a person about something that would fail.
  const shown = token === undefined ? await rehearse(run, { verifies: true }) : first;
  const decision = await allowedOrAsked(shown.prepared, policy);
  call.trail.decided(decision.mode, settingsOf(decision));
  const foretold = await answer(foreseen(shown.prepared), shown.view);
  const question = await questionOf(asked, shown, policy, foretold);
  const asking = { engine, policy, viewer: run.viewer, ask: call.ask };
  const way = await askForAgreement(question, token, asking);
  call.trail.agreed(way);
  const permission = onlyAgreed(changesOf(shown.prepared));
  if (way === 'token') return { prepared: shown.prepared, permission };
  // Others may have changed things while the person decided.
  const { prepared } = await rehearse({ ...run, startedAt: engine.systemNow() }, { verifies: false });
  if (!isDeepStrictEqual(printsOf(prepared), printsOf(shown.prepared))) throw noLongerAsDecided();
  return { prepared, permission };
}

/** The answer of a dry run, with the token that the real call needs. */
export async function dryRunAnswer(
  asked: AskedWrite,
  run: WriteSession,
  rehearse: Rehearse,
): Promise<Success<WriteData>> {
  const policy = await policyFor(run);
  const rehearsed = await rehearse(run, { verifies: true });
  const { prepared, view } = rehearsed;
  const decision = await allowedOrAsked(prepared, policy);
  const answered = await answer(foreseen(prepared), view);
  if (decision.mode === 'allow') {
    const changes = changesOf(prepared);
    if (!(await saysMore(changes))) return answered;
    const would = await describeDecision(decision, changes, policy);
    return { ...answered, data: { ...answered.data, would } };
  }
  const { ask } = run.call;
  const question = await questionOf(asked, rehearsed, policy, answered);
  const { description, because, destructive } = question;
  const way = wayToAsk(policy, ask);
  if (way !== 'token') {
    const told = {
      ...answered,
      data: { ...answered.data, pendingAction: { description, because, destructive } },
    };
    return { ...told, meta: withNotes(answered.meta, [way === 'person' ? IS_ASKED : CANNOT_BE_ASKED]) };
  }
  const { engine, viewer } = run;
  const asking = { engine, policy, viewer, ask };
  const { token, preview: _, ...action } = await pendingAction(question, asking);
  return { ...answered, data: { ...answered.data, confirmToken: token, pendingAction: action } };
}

/** Every change that a call would make; items that are dry runs make none. */
function changesOf(prepared: PreparedItem): readonly ProposedChange[] {
  if (prepared.kind === 'operation') return [prepared.change];
  if (prepared.kind !== 'batch') return [];
  return prepared.items.flatMap((item) => (item.asked.dryRun ? [] : changesOf(item)));
}

function decisionOf(prepared: PreparedWrite, policy: GuardedPolicy): Decision {
  return decide(changesOf(prepared), policy);
}

/** @throws CalendarError POLICY_DENIED */
async function allowedOrAsked(prepared: PreparedWrite, policy: GuardedPolicy): Promise<Decision> {
  const decision = decisionOf(prepared, policy);
  if (decision.mode === 'deny') throw await deniedBy(decision, changesOf(prepared), policy);
  return decision;
}

/** True if the counts tell more than the events in the answer. */
async function saysMore(changes: readonly ProposedChange[]): Promise<boolean> {
  const extents = (await Promise.all(changes.map((change) => change.extents()))).flat();
  const ofStored = extents.filter(({ act }) => act !== 'create');
  const isMore = ({ part, past = 0 }: Extent): boolean =>
    part === 'series' || part === 'following' || past > 0;
  return ofStored.length > 1 || ofStored.some(isMore);
}

const IS_ASKED = 'The client asks the user when this is carried out.';
const CANNOT_BE_ASKED =
  'This cannot be carried out: the client has no way to ask the user, who has to agree.';

async function policyFor({ engine, call, found }: WriteSession): Promise<GuardedPolicy> {
  if (call.caller.kind !== 'person') {
    // In parallel, so that they share a read of the state store.
    const { guard } = engine.settings.policy;
    await Promise.all([guard ? engine.exposure.recall() : undefined, engine.limits.recall()]);
  }
  return {
    ...guardedPolicy(engine.settings.policy, engine.exposure, call.caller),
    isSharing: found.sources.some(({ calendar }) => calendar.writable && calendar.foreign === true),
  };
}

async function questionOf(
  { mutation, at }: AskedWrite,
  { prepared, view }: Rehearsed,
  policy: GuardedPolicy,
  { data, meta }: Success<WriteData>,
): Promise<Question> {
  const changes = changesOf(prepared);
  const decision = decisionOf(prepared, policy);
  // Keys that do not make it a different call: dry run, an earlier agreement, and the idempotency key.
  const call = { ...mutation, confirmToken: undefined, dryRun: undefined, idempotencyKey: undefined };
  return {
    call,
    shown: [withoutWhatWasRead(decision), printsOf(prepared)],
    caller: view.call.caller,
    at,
    description: await describeDecision(decision, changes, policy),
    because: becauseOf(decision, view.engine.exposure.seenFrom),
    preview: previewOf({ ...data, notes: meta.notes }),
    destructive: decision.destructive,
  };
}

/** The question itself shows text by others; that must not make it a different question. */
function withoutWhatWasRead(decision: Decision): Decision {
  return { ...decision, reasons: decision.reasons.filter(({ rule }) => !AFTER_READING.includes(rule)) };
}

export function tokenOf(mutation: MutationInput): string | undefined {
  return 'confirmToken' in mutation ? mutation.confirmToken : undefined;
}

/** Digests of everything to be stored and its targets; equal lists mean the same call on the same events. */
function printsOf(prepared: PreparedWrite): readonly string[] {
  return changesOf(prepared).map(printed).sort();
}

function printed(change: ProposedChange): string {
  return digestOf(change.print());
}

/** Decides about each change again, because others may have changed its event. */
function onlyAllowed(policy: Policy, limits: RateLimits | undefined): Permission {
  const assertPermitted = async (change: ProposedChange): Promise<void> => {
    if (decide([change], policy).mode !== 'allow') throw noLongerAsDecided();
    const { acts, changes, notified } = change;
    const deletions = (acts.delete ?? 0) + (acts.purge ?? 0);
    const wait = (await limits?.take({ changes, deletions, recipients: notified.length })) ?? 0;
    if (wait > 0) throw tooMany(wait);
  };
  return { assertPermitted };
}

/** Permits each change once. */
function onlyAgreed(changes: readonly ProposedChange[]): Permission {
  const left = changes.map(printed);
  const assertPermitted = async (change: ProposedChange): Promise<void> => {
    const at = left.indexOf(printed(change));
    if (at < 0) throw noLongerAsDecided();
    left.splice(at, 1);
  };
  return { assertPermitted };
}

function noLongerAsDecided(): CalendarError {
  return new CalendarError('CONFLICT', 'What was decided about has changed, so it was not done.', {
    outcome: 'not_applied',
    suggestion: 'Repeat the call, without a confirmToken, and ask the user again if it says so.',
  });
}
