import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import type { CalendarError } from '../../../../schemas/model/error.js';

/** Several events have the uid of the one that was to be written, and nothing was. */
export function sharedUid(): CalendarError {
  return refused(
    LIMITS.detached,
    'Ask the user to change this event, or this occurrence of it, in Calendar.',
  );
}
