import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';

/** True if it takes its owner's time for some hours of a day; the basis of hour statistics. */
export function isAppointment(row: Occurrence): boolean {
  return takesTime(row) && !row.allDay;
}

/** True for an appointment with attendees. */
export function isMeeting(row: Occurrence): boolean {
  return isAppointment(row) && row.attendees.length > 0;
}
