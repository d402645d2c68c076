import type { Instant } from '../../schemas/model/time.js';

/** True if `at` is less than `ms` ago. False for a time in the future: the clock was set back. */
export function isRecent(at: Instant, ms: number, now: Instant): boolean {
  return at <= now && now - at < ms;
}
