import { CalendarError } from '../../../schemas/model/error.js';
import type { Limit } from '../../pushdown/target.js';

const READ_ONLY = 'EventKit lets programs read them only';
const NO_PLACE = 'EventKit has no place for them';
const UNPROVEN = 'what becomes of them then is not known';

const MISSING = {
  attendees: { what: 'attendees or answers to invitations', reason: READ_ONLY },
  status: { what: 'the status "tentative" or "cancelled"', reason: 'EventKit lets programs read it only' },
  terms: {
    what: 'tags, visibility, conference links, attachments, metadata or a priority',
    reason: NO_PLACE,
  },
  rules: {
    what: 'several rules, single extra dates, or repetitions by the hour, by week days of a day or month days of a year',
    reason: NO_PLACE,
  },
  occurrence: { what: 'a rule of a single occurrence', reason: NO_PLACE },
  reminders: {
    what: 'new reminders by mail or sound, relative to the end, or repeated',
    reason: 'its alarms have a time or a length before the start only',
  },
  restored: {
    what: 'a left-out date of a series again',
    reason: 'EventKit cannot take an occurrence back that was deleted',
  },
  exceptions: {
    what: 'another rule, start or calendar of a series with changed or left-out occurrences',
    reason: UNPROVEN,
  },
  movedAttendees: {
    what: 'a move of an event with attendees',
    reason: 'they could be invited again or hear that it is cancelled',
  },
  zones: { what: 'a time zone of its own', reason: 'macOS does not know this one' },
  tasks: {
    what: 'tags, a parent, an estimate, attendees or attachments of a task, or a task that is begun or cancelled',
    reason: 'EventKit shows programs none of them',
  },
  taskDates: {
    what: 'single changed, done or left-out dates of a series of tasks',
    reason: 'a reminder that repeats has its next date only',
  },
  description: {
    what: 'a description of a calendar',
    reason: NO_PLACE,
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of EventKit, for errors, `status` and docs/internals/eventkit.md. */
export const KIT_LIMITS: Readonly<Record<keyof typeof MISSING, Limit>> = MISSING;

/** An error for an unsupported part, thrown before anything is written. */
export function kitRefusal({ what, reason }: Limit, suggestion?: string): CalendarError {
  return new CalendarError('UNSUPPORTED', `This event cannot be given ${what}: ${reason}.`, {
    outcome: 'not_applied',
    suggestion:
      suggestion ??
      'Leave it out, use a calendar of another account, or ask the user to do it in the Calendar app.',
  });
}
