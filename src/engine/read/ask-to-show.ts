import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { QueryInput } from '../../../schemas/input/query.js';
import { counted } from '../../../schemas/model/counted.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import type { Engine } from '../context/engine.js';
import type { CallContext, Success } from '../context/service.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { issueToken, redeemToken } from '../policy/confirm-token.js';
import { agreedBy } from '../policy/redact.js';
import { withNotes } from './fit-answer.js';
import { printAskedRange } from './read-meta.js';

/** A question as it was asked, and its plan. */
export interface AskedQuery {
  readonly query: QueryInput;
  readonly plan: ReadPlan;
}

/**
 * The answer of a read where others' events are shown by agreement: with them where a person has agreed to just this
 * question, else without them and with how to ask. Busy times need no agreement.
 */
export async function askToShow(
  { query: { confirmToken, ...query }, plan }: AskedQuery,
  engine: Engine,
  call: CallContext,
  read: (plan: ReadPlan, agreed?: AgreedIn) => Promise<Success>,
): Promise<Success> {
  const { ask, caller } = call;
  const { policy } = engine.settings;
  if (policy.read.others !== 'ask') return read(plan);
  if (plan.type !== 'events') return read({ ...plan, others: 'times' });
  const whole = (agreed?: AgreedIn): Promise<Success> => read({ ...plan, others: 'agreed' }, agreed);
  if (agreedBy(call).others === 'agreed') return whole();
  const viewer = zoneOrThrow(engine, plan.timezone);
  const agreement = { call: query, shown: null, caller: caller ?? { kind: 'assistant' as const } };
  if (confirmToken !== undefined) {
    await redeemToken(confirmToken, agreement, '/query/confirmToken', engine);
    return whole('token');
  }
  const answer = await read(plan);
  const count = withheldIn(answer);
  if (count === 0) return answer;
  if (ask !== undefined && policy.confirmation !== 'token') {
    const { from, to } = printAskedRange(plan.range, viewer);
    const period = `${from?.slice(0, 10) ?? 'any time'} to ${to?.slice(0, 10) ?? 'any time'}`;
    const said = await ask(
      `May the assistant read what it did not create itself: ${counted(count, 'event')}, ${period}?`,
    );
    return said === 'agreed' ? whole('dialog') : { ...answer, meta: withNotes(answer.meta, [NOT_AGREED]) };
  }
  if (policy.confirmation === 'elicitation') return answer;
  const token = await issueToken(agreement, engine.clock.now(), engine);
  return {
    ...answer,
    meta: withNotes({ ...answer.meta, withheld: { count, confirmToken: token } }, [ASK_FIRST]),
  };
}

const NOT_AGREED = 'The user was asked and did not agree to show the events that are withheld.';
const ASK_FIRST =
  'To read the events that are withheld, ask the user; only if they agree, repeat the same query with withheld.confirmToken as confirmToken.';

function withheldIn({ meta: { withheld } }: Success): number {
  const count = typeof withheld === 'object' && withheld !== null && 'count' in withheld ? withheld.count : 0;
  return typeof count === 'number' ? count : 0;
}
