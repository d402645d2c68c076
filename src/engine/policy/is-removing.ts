import type { EventChanges } from '../../../compilers/plan/write-plan.js';

/** True if a change may remove occurrences or call off an event, which amounts to deleting. */
export function isRemoving({ status, recurrence }: EventChanges): boolean {
  return status === 'cancelled' || recurrence !== undefined;
}

/** True if a change may move an event out of sight, into the past. */
export function isMoving(changes: EventChanges): boolean {
  const { start, end, clock, shiftMinutes, extendMinutes, durationMinutes } = changes;
  const times = [start, end, clock, shiftMinutes, extendMinutes, durationMinutes];
  return times.some((time) => time !== undefined);
}
