import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import type { QueryInput } from '../../../schemas/input/query.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { noteText } from '../../../schemas/model/notes.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { digestOf } from '../policy/canonical.js';
import { issueToken, redeemToken } from '../policy/confirm-token.js';
import { agreedBy } from '../policy/redact.js';
import { printAskedRange } from './read-meta.js';

/** A question as it was asked, and its plan. */
export interface AskedQuery {
  readonly query: QueryInput;
  readonly plan: ReadPlan;
  /** The moment its times were read for. */
  readonly at: Instant;
}

/** What a person has agreed to show. */
export interface AgreedToShow {
  readonly by: AgreedIn;
  /** The events that were counted when they were asked: nothing else is shown. */
  readonly ids: readonly string[];
}

/** An answer, with the ids of the events that wait for an agreement. */
export interface ReadAnswer {
  readonly answer: Success<ReadData>;
  readonly waiting: readonly string[];
}

/**
 * The answer of a read where others' events are shown by agreement: with them where a person has agreed to just this
 * question and just these events, else without them and with how to ask. Busy times need no agreement.
 */
export async function askToShow(
  { query: { confirmToken, ...query }, plan, at }: AskedQuery,
  engine: Engine,
  call: Call,
  read: (plan: ReadPlan, agreed?: AgreedToShow) => Promise<ReadAnswer>,
): Promise<Success<ReadData>> {
  const { ask, caller } = call;
  const { policy } = engine.settings;
  if (policy.read.others !== 'ask') return (await read(plan)).answer;
  if (plan.type === 'freebusy') return (await read({ ...plan, others: 'times' })).answer;
  if (agreedBy(call).others === 'agreed') return (await read({ ...plan, others: 'agreed' })).answer;
  const { answer, waiting: ids } = await read(plan);
  const whole = async (by: AgreedIn) => (await read({ ...plan, others: 'agreed' }, { by, ids })).answer;
  const shown = [...ids].sort();
  const agreement = { call: query, shown, caller };
  if (confirmToken !== undefined) {
    await redeemToken(confirmToken, agreement, '/query/confirmToken', engine);
    return whole('token');
  }
  if (ids.length === 0) return answer;
  if (ask !== undefined && policy.confirmation !== 'token') {
    const message = questionText(ids.length, plan, engine);
    if ((await ask(message, { at, shown: digestOf(shown) })) !== 'agreed')
      return { ...answer, meta: withNotes(answer.meta, [NOT_AGREED]) };
    return whole('dialog');
  }
  if (policy.confirmation === 'elicitation') return answer;
  const token = await issueToken(agreement, at, engine);
  return {
    ...answer,
    meta: withNotes({ ...answer.meta, withheld: { count: ids.length, confirmToken: token } }, [
      noteText('ask_first'),
    ]),
  };
}

function questionText(count: number, plan: ReadPlan, engine: Engine): string {
  const { from, to } = printAskedRange(plan.range, zoneOrThrow(engine, plan.timezone));
  const period = `${from?.slice(0, 10) ?? 'any time'} to ${to?.slice(0, 10) ?? 'any time'}`;
  return `May the assistant read what it did not create itself: ${counted(count, 'event')}, ${period}?`;
}

/** Where more would be shown than a person has agreed to. */
export function assertAgreed(shown: readonly string[], agreed: AgreedToShow | undefined): void {
  const told = new Set(agreed?.ids);
  if (agreed === undefined || shown.every((id) => told.has(id))) return;
  throw new CalendarError('CONFLICT', 'More events have come since the user agreed, so none was shown.', {
    suggestion: 'Repeat the query without confirmToken, and ask the user again about what it then says.',
  });
}

const NOT_AGREED = 'The user was asked and did not agree to show the events that are withheld.';
