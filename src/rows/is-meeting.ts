import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';

/** Takes its owner's time for some hours of a day: what figures of hours are counted from. */
export function isAppointment(row: Occurrence): boolean {
  return takesTime(row) && !row.allDay;
}

/** An appointment with people on it. */
export function isMeeting(row: Occurrence): boolean {
  return isAppointment(row) && row.attendees.length > 0;
}
