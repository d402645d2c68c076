import type { Instant } from '../../schemas/model/time.js';

/** Whether it is less than `ms` since `at`; not so of what lies ahead, because the clock was set back since. */
export function isRecent(at: Instant, ms: number, now: Instant): boolean {
  return at <= now && now - at < ms;
}
