import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { plainTime } from '../../../compilers/time/print-time.js';
import type { ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { withNotes } from '../../../schemas/answers/with-notes.js';
import type { QueryInput } from '../../../schemas/input/query.js';
import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { noteText } from '../../../schemas/model/notes.js';
import { ALL_TIME, type Instant } from '../../../schemas/model/time.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { digestOf } from '../policy/canonical.js';
import { issueToken, redeemToken } from '../policy/confirm-token.js';
import { agreedBy } from '../policy/redact.js';
import { beginHourOfShowing, isHourOfShowing } from './hour-of-showing.js';
import { printAskedRange } from './read-meta.js';

export interface AskedQuery {
  readonly query: QueryInput;
  readonly plan: ReadPlan;
  /** The moment its relative times were resolved for. */
  readonly at: Instant;
}

export interface AgreedToShow {
  readonly by: AgreedIn;
  /** The events counted in the question; nothing else is shown, unless the person agreed for an hour. */
  readonly ids: readonly string[] | 'any';
}

/** An answer, and the ids of the events that need agreement. */
export interface ReadAnswer {
  readonly answer: Success<ReadData>;
  readonly waiting: readonly string[];
}

/**
 * Answers a read if others' events need agreement: with them if a person agreed to exactly this query and
 * these events, else without them and with how to ask. Busy times need no agreement.
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
  const open = (by: AgreedIn, ids: AgreedToShow['ids']) => read({ ...plan, others: 'agreed' }, { by, ids });
  if (policy.confirmation !== 'token' && (await isHourOfShowing(engine, caller)))
    return (await open('dialog', 'any')).answer;
  const { answer, waiting: ids } = await read(plan);
  const whole = async (by: AgreedIn) => (await open(by, ids)).answer;
  const shown = [...ids].sort();
  const agreement = { call: query, shown, caller };
  if (confirmToken !== undefined) {
    await redeemToken(confirmToken, agreement, '/query/confirmToken', engine);
    return whole('token');
  }
  if (ids.length === 0) return answer;
  if (ask !== undefined && policy.confirmation !== 'token') {
    const message = questionText(ids.length, plan, engine);
    const said = await ask(message, { at, shown: digestOf(shown), canLast: true });
    if (said === 'agreed_for_an_hour') await beginHourOfShowing(engine, caller);
    else if (said !== 'agreed') return { ...answer, meta: withNotes(answer.meta, [NOT_AGREED]) };
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

function questionText(count: number, { range, timezone }: ReadPlan, engine: Engine): string {
  // The last requested day, not the midnight after it.
  const last = range.to >= ALL_TIME.to ? range.to : range.to - 1;
  const { from, to } = printAskedRange({ ...range, to: last }, zoneOrThrow(engine, timezone));
  const [first, end] = [from, to].map((time) => (time == null ? 'any time' : plainTime(time.slice(0, 10))));
  return (
    `Show the assistant ${counted(count, 'event')} that it did not create, ${first} to ${end}? ` +
    '"For an hour" lets it read all events for that long.'
  );
}

/** Throws if more would be shown than a person agreed to. */
export function assertAgreed(shown: readonly string[], agreed: AgreedToShow | undefined): void {
  if (agreed === undefined || agreed.ids === 'any') return;
  const told = new Set(agreed.ids);
  if (shown.every((id) => told.has(id))) return;
  throw new CalendarError('CONFLICT', 'More events have come since the user agreed, so none was shown.', {
    suggestion: 'Repeat the query without confirmToken, and ask the user again about what it then says.',
  });
}

const NOT_AGREED = 'The user was asked and did not agree to show the events that are withheld.';
