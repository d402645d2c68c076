import type { EventChanges } from '../../../compilers/plan/write-plan.js';

/** Whether a change may take occurrences away, or call an event off: deleting by another name. */
export function isRemoving({ status, recurrence }: EventChanges): boolean {
  return status === 'cancelled' || recurrence !== undefined;
}

/** Whether a change may move an event out of sight: into the past. */
export function isMoving(changes: EventChanges): boolean {
  const { start, end, clock, shiftMinutes, extendMinutes, durationMinutes } = changes;
  const times = [start, end, clock, shiftMinutes, extendMinutes, durationMinutes];
  return times.some((time) => time !== undefined);
}
