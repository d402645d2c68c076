import type { Engine } from '../context/engine.js';
import type { Caller } from '../context/service.js';
import { digestOf } from '../policy/canonical.js';

const HOUR_MS = 60 * 60_000;

/** Whether a person has let this client, in this conversation, read others' events for an hour that is not over. */
export async function isHourOfShowing({ state }: Pick<Engine, 'state'>, caller: Caller): Promise<boolean> {
  return (await state.get(keyOf(caller))) !== undefined;
}

/** The hour begins. Restarts do not end it. */
export function beginHourOfShowing(
  { state, clock }: Pick<Engine, 'state' | 'clock'>,
  caller: Caller,
): Promise<void> {
  return state.put(keyOf(caller), true, { expiresAt: clock.now() + HOUR_MS });
}

function keyOf({ kind, name, principal, conversation }: Caller): string {
  return `shown-for-an-hour/${digestOf({ kind, name, principal, conversation })}`;
}
