import { printZoned } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError, type PendingAction } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import type { Engine } from '../context/engine.js';
import type { CallContext } from '../context/service.js';
import { digestOf } from './canonical.js';
import { type Agreement, issueToken, redeemToken, THINKING_MS } from './confirm-token.js';
import type { GuardedPolicy } from './guarded-policy.js';
import { questionText } from './preview.js';

/** Something that a person must agree to before it is done. */
export interface Question extends Agreement {
  /** When the call was made. */
  readonly at: Instant;
  /** Trusted text: counts, never text or names from a calendar. */
  readonly description: string;
  /** Settings, and whose text was read; addresses in it come from calendars. */
  readonly because: PendingAction['because'];
  /** The expected result; texts in it come from calendars. */
  readonly preview: PendingAction['preview'];
  readonly destructive: boolean;
}

export interface Asking {
  readonly engine: Pick<Engine, 'state' | 'clock'>;
  readonly policy: GuardedPolicy;
  readonly ask: CallContext['ask'];
  readonly viewer: Zone;
}

/** How a person can agree: asked through the client, by a token in a repeated call, or not at all. */
export function wayToAsk({ confirmation }: Policy, ask: CallContext['ask']): 'person' | 'token' | 'none' {
  if (confirmation === 'token') return 'token';
  if (ask !== undefined) return 'person';
  return confirmation === 'auto' ? 'token' : 'none';
}

/** Returns how a person agreed to exactly this; throws if they did not. */
export async function askForAgreement(
  question: Question,
  token: string | undefined,
  asking: Asking,
): Promise<AgreedIn> {
  const { engine, policy, ask } = asking;
  const way = wayToAsk(policy, ask);
  if (way === 'none') throw noWayToAsk(policy);
  if (way === 'token' || ask === undefined) {
    if (token === undefined) throw await required(question, asking);
    await redeemToken(token, question, '/mutation/confirmToken', engine);
    return 'token';
  }
  const { at, shown } = question;
  const answer = await ask(questionText(question), { at, shown: digestOf(shown) });
  if (answer === 'agreed' || answer === 'agreed_for_an_hour')
    return question.caller.kind === 'person' ? 'terminal' : 'dialog';
  throw NOT_AGREED[answer]();
}

/** Issues a token for a question, with what a person should know. */
export async function pendingAction(question: Question, { engine, viewer }: Asking): Promise<PendingAction> {
  const { at, description, because, preview, destructive } = question;
  const token = await issueToken(question, at, engine);
  return {
    token,
    description,
    because,
    preview,
    expiresAt: printZoned(at + THINKING_MS, viewer),
    destructive,
  };
}

async function required(question: Question, asking: Asking): Promise<CalendarError> {
  return new CalendarError('CONFIRMATION_REQUIRED', 'A person has to agree to this first.', {
    outcome: 'not_applied',
    pendingAction: await pendingAction(question, asking),
    suggestion:
      'Tell the user what pendingAction says, and only if they agree, repeat the same call with its token as confirmToken.',
  });
}

const NOT_AGREED = { declined, unanswered, pending } as const;

function noWayToAsk({ refusesTokens = false }: GuardedPolicy): CalendarError {
  const why = refusesTokens
    ? 'because an event shown within the last hour tells its reader to confirm in the user’s place'
    : 'and this client has none';
  const denied = [refusesTokens ? 'guard' : 'confirmation'];
  return new CalendarError(
    'POLICY_DENIED',
    `A person has to agree to this in a dialog of the client, ${why}.`,
    {
      outcome: 'not_applied',
      details: { denied },
      refusedBy: denied,
      suggestion:
        `Tell the user, who can do it in the calendar application, with "calendar-mcp write" in a terminal, ` +
        `or through a client with elicitation${refusesTokens ? '; otherwise repeat the call in an hour' : ''}.`,
    },
  );
}

function declined(): CalendarError {
  return new CalendarError('DECLINED', 'The user was asked and declined.', {
    outcome: 'not_applied',
    suggestion: 'Do not repeat the call; ask the user what to do instead.',
  });
}

function unanswered(): CalendarError {
  return new CalendarError('CONFIRMATION_EXPIRED', 'The user was asked and has not answered.', {
    outcome: 'not_applied',
    suggestion: 'Ask the user in the conversation, and repeat the call when they are there to answer.',
  });
}

function pending(): CalendarError {
  return new CalendarError('CONFIRMATION_REQUIRED', 'The client asks the user first.', {
    outcome: 'not_applied',
    suggestion: 'Repeat the same call with the answer of the user.',
  });
}
