import type { WritePlan } from '../../../../compilers/plan/write-plan.js';
import type { MutationInput } from '../../../../schemas/input/mutation.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Policy } from '../../../../schemas/model/policy.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { RateLimits } from '../../context/rate-limits.js';
import type { CallContext, Success } from '../../context/service.js';
import { askForAgreement, pendingAction, type Question, wayToAsk } from '../../policy/ask-for-agreement.js';
import { digestOf } from '../../policy/canonical.js';
import { couldAsk } from '../../policy/could-ask.js';
import { type Decision, decide, type ProposedChange } from '../../policy/decision.js';
import { deniedBy, describeDecision, settingsOf } from '../../policy/decision-text.js';
import { guardedPolicy } from '../../policy/guarded-policy.js';
import { previewOf } from '../../policy/preview.js';
import { withNotes } from '../../read/fit-answer.js';
import type { WriteSession } from '../write-session.js';

/** A write as it was asked for. */
export interface WriteCall {
  readonly plan: WritePlan;
  readonly mutation: MutationInput;
  /** The moment its times were read for. */
  readonly at: Instant;
  readonly context: CallContext;
}

/** Plays the call on overlays; `permit` hears of all that it would do. */
type Rehearse = (permit: WriteSession['permit']) => Promise<Success>;

interface Rehearsed {
  readonly changes: readonly ProposedChange[];
  readonly decision: Decision;
  readonly answer: Success;
}

/**
 * What a call may do: what the policy allows, or exactly what a person has agreed to. Where the policy could have
 * something to say the whole call is rehearsed first, so that it is decided and asked about before anything is done.
 */
export async function permission(
  call: WriteCall,
  { engine, viewer }: WriteSession,
  rehearse: Rehearse,
): Promise<WriteSession['permit']> {
  const policy = guardedPolicy(engine.settings.policy, engine.exposure, call.context.caller);
  const allowed = onlyAllowed(policy, call.context.caller?.kind === 'person' ? undefined : engine.limits);
  if (!couldAsk(call.plan, policy)) return allowed;
  const rehearsed = await decided(rehearse, policy);
  const { mode } = rehearsed.decision;
  if (mode === 'allow') return allowed;
  engine.trail.decided(mode, settingsOf(rehearsed.decision, engine.settings.policy));
  const { mutation, context } = call;
  const question = questionOf(call, rehearsed, policy);
  const asking = { engine, policy, viewer, ask: context.ask };
  engine.trail.agreed(await askForAgreement(question, tokenOf(mutation), asking));
  return onlyAgreed(rehearsed.changes);
}

/** The answer of a dry run, with the token that the call needs to be carried out. */
export async function dryRunAnswer(
  call: WriteCall,
  { engine, viewer }: WriteSession,
  rehearse: Rehearse,
): Promise<Success> {
  const policy = guardedPolicy(engine.settings.policy, engine.exposure, call.context.caller);
  const rehearsed = await decided(rehearse, policy);
  const { answer, decision } = rehearsed;
  if (decision.mode === 'allow') return answer;
  const { ask } = call.context;
  const question = questionOf(call, rehearsed, policy);
  const { description, destructive } = question;
  const way = wayToAsk(policy, ask);
  if (way !== 'token') {
    const told = { ...answer, data: { ...answer.data, pendingAction: { description, destructive } } };
    return { ...told, meta: withNotes(answer.meta, [way === 'person' ? IS_ASKED : CANNOT_BE_ASKED]) };
  }
  const { token, preview: _, ...action } = await pendingAction(question, { engine, policy, viewer, ask });
  return { ...answer, data: { ...answer.data, confirmToken: token, pendingAction: action } };
}

const IS_ASKED = 'The client asks the user when this is carried out.';
const CANNOT_BE_ASKED =
  'This cannot be carried out: the client has no way to ask the user, who has to agree.';

async function decided(rehearse: Rehearse, policy: Policy): Promise<Rehearsed> {
  const changes: ProposedChange[] = [];
  const answer = await rehearse((change) => void changes.push(change));
  const decision = decide(changes, policy);
  if (decision.mode === 'deny') throw deniedBy(decision, changes, policy);
  return { changes, decision, answer };
}

function questionOf(
  { mutation, at, context }: WriteCall,
  { changes, decision, answer }: Rehearsed,
  policy: Policy,
): Question {
  // Keys that do not make it another call: dry run, an earlier agreement, and the idempotency key.
  const call = { ...mutation, confirmToken: undefined, dryRun: undefined, idempotencyKey: undefined };
  return {
    call,
    shown: [decision, changes.map(printed).sort()],
    caller: context.caller ?? { kind: 'assistant' },
    at,
    description: describeDecision(decision, changes, policy),
    preview: previewOf(answer.data),
    destructive: decision.destructive,
  };
}

/** The token of a call that has one. */
export function tokenOf(mutation: MutationInput): string | undefined {
  return 'confirmToken' in mutation ? mutation.confirmToken : undefined;
}

function printed(change: ProposedChange): string {
  return digestOf(change.print());
}

/** Others may have changed an event since it was decided about. */
function onlyAllowed(policy: Policy, limits: RateLimits | undefined): WriteSession['permit'] {
  return (change) => {
    if (decide([change], policy).mode !== 'allow') throw changedMeanwhile();
    const { acts, changes, mailed } = change;
    const deletions = (acts.delete ?? 0) + (acts.purge ?? 0);
    limits?.take({ changes, deletions, recipients: mailed });
  };
}

/** Each change once. */
function onlyAgreed(changes: readonly ProposedChange[]): WriteSession['permit'] {
  const left = changes.map(printed);
  return (change) => {
    const at = left.indexOf(printed(change));
    if (at < 0) throw changedMeanwhile();
    left.splice(at, 1);
  };
}

function changedMeanwhile(): CalendarError {
  return new CalendarError('CONFLICT', 'What was decided about has changed, so it was not done.', {
    outcome: 'not_applied',
    suggestion: 'Repeat the call without confirmToken, and ask the user again if it says so.',
  });
}
