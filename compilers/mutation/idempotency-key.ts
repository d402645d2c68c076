import type { CalendarItemInput } from '../../schemas/input/calendar-mutation.js';
import type { EventItemInput, MutationInput } from '../../schemas/input/mutation.js';

/** Operations whose repetition the calendar itself shows: what a key made has an identity of that key. */
const BY_IDENTITY: ReadonlySet<MutationInput['operation']> = new Set(['create', 'sync']);

/** The idempotency key of a call and, where needed to recognize the call, its content. */
export function keyedCall({ idempotencyKey, ...call }: MutationInput | EventItemInput | CalendarItemInput): {
  readonly idempotencyKey?: string;
  readonly said?: string;
} {
  if (idempotencyKey === undefined) return {};
  if (BY_IDENTITY.has(call.operation)) return { idempotencyKey };
  // Whether it is only shown, and that a person agreed, do not make it another call.
  const said = { ...call, dryRun: undefined, confirmToken: undefined };
  return { idempotencyKey, said: JSON.stringify(said) };
}
