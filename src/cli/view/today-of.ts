import type { Clock } from '../../ports/clock.js';

/** `2026-11-24`, in the zone of the clock. */
export function todayOf(clock: Clock): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: clock.timeZone() }).format(clock.now());
}
