import type { Clock } from '../../ports/clock.js';

/** Form `2026-11-24`, in the zone of the clock. */
export function todayOf(clock: Clock): string {
  // The Swedish locale prints ISO 8601 dates.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: clock.timeZone() }).format(clock.now());
}
