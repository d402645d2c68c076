import { CalendarError } from '../../../schemas/model/error.js';
import type { Limit } from '../../pushdown/target.js';
import { KIT_LIMITS } from '../eventkit/limits.js';

/** Another way to do more than scripts can. */
const OTHER_DOOR =
  'With the permission for Calendars, which `calendar-mcp doctor --permission` asks for, it can be done through EventKit.';

const NO_TERM = 'its dictionary has no such terms';
const NO_ZONES = 'dates of scripts have no zone: they are in that of the Mac';

const { attendees, status, terms, rules, reminders } = KIT_LIMITS;

const MISSING = {
  attendees,
  status,
  terms,
  rules,
  reminders,
  moves: {
    what: 'a move to another calendar',
    reason: 'scripts would have to copy and delete, and a copy loses what they cannot read',
  },
  zones: { what: 'a time zone of an event', reason: NO_ZONES },
  seriesElsewhere: { what: 'series in another time zone than that of the Mac', reason: NO_ZONES },
  floating: { what: 'times without a zone', reason: NO_ZONES },
  twice: { what: 'times in the second of two equal hours in autumn', reason: NO_ZONES },
  free: { what: '"busy": false, or coordinates', reason: NO_TERM },
  detached: {
    what: 'changes to occurrences that were changed in Calendar itself',
    reason: 'they do not say which date they replace, so both may be shown',
  },
  occurrence: {
    what: 'an occurrence of a series that differs from the others',
    reason: 'its dictionary knows whole series only; a date can be left out of one',
  },
  alarms: {
    what: 'fewer reminders than it has, or any at a fixed date or of parts of a minute',
    reason:
      'its alarms count whole minutes from the start, and have no name by which to remove the right one',
  },
  texts: {
    what: 'texts that begin with a mark which belongs to a letter before it',
    reason: 'they do not survive as arguments of a script',
  },
  length: { what: 'events beyond about 400 kB', reason: 'macOS limits the arguments of a program' },
  madeCalendar: {
    what: 'a new calendar',
    write: 'create-calendar',
    reason: 'scripts can neither choose its account nor remove it again',
  },
  changedCalendar: {
    what: 'another name, color or description of a calendar',
    write: 'update-calendar',
    reason: 'scripts know a calendar by its name only, and cannot tell for certain which one it is',
  },
  deletedCalendar: {
    what: 'orders to delete a calendar',
    write: 'delete-calendar',
    reason:
      'scripts cannot tell calendars apart for certain, and a wrong one would be gone with all its events on every device',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Limits of Calendar by script, for errors, `status` and docs/internals/applescript.md. */
export const LIMITS: Readonly<Record<keyof typeof MISSING, Limit>> = MISSING;

/** An error for an unsupported part, thrown before anything is written. */
export function refused({ what, reason }: Limit, suggestion?: string): CalendarError {
  return new CalendarError('UNSUPPORTED', `Calendar cannot be given ${what} by script: ${reason}.`, {
    outcome: 'not_applied',
    suggestion: `${suggestion ?? 'Leave it out, or ask the user to do it in Calendar.'} ${OTHER_DOOR}`,
  });
}
