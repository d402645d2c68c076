import type { Engine } from '../context/engine.js';
import type { Caller } from '../context/service.js';
import { digestOf } from '../policy/canonical.js';

const HOUR_MS = 60 * 60_000;

/** True during the hour for which a person let this client and conversation read others' events. */
export async function isHourOfShowing({ state }: Pick<Engine, 'state'>, caller: Caller): Promise<boolean> {
  return (await state.get(keyOf(caller))) !== undefined;
}

/** Starts the hour; it survives restarts. */
export function beginHourOfShowing(
  { state, clock }: Pick<Engine, 'state' | 'clock'>,
  caller: Caller,
): Promise<void> {
  return state.put(keyOf(caller), true, { expiresAt: clock.now() + HOUR_MS });
}

function keyOf({ kind, name, principal, conversation }: Caller): string {
  return `shown-for-an-hour/${digestOf({ kind, name, principal, conversation })}`;
}
