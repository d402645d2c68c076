import type { CalendarItemInput } from '../../schemas/input/calendar-mutation.js';
import type { EventItemInput, MutationInput } from '../../schemas/input/mutation.js';

/** Operations that need no record: the identity of the created event derives from the key. */
const BY_IDENTITY: ReadonlySet<MutationInput['operation']> = new Set(['create', 'sync']);

/** The idempotency key of a call and, if needed to recognize the call, its content. */
export function keyedCall({ idempotencyKey, ...call }: MutationInput | EventItemInput | CalendarItemInput): {
  readonly idempotencyKey?: string;
  readonly said?: string;
} {
  if (idempotencyKey === undefined) return {};
  if (BY_IDENTITY.has(call.operation)) return { idempotencyKey };
  // A dry run and a confirmation do not change the identity of a call.
  const said = { ...call, dryRun: undefined, confirmToken: undefined };
  return { idempotencyKey, said: JSON.stringify(said) };
}
