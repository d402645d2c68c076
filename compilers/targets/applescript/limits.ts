import { CalendarError } from '../../../schemas/model/error.js';
import type { Limit } from '../../pushdown/target.js';

/** What does more than scripts. */
export const OTHER_DOOR =
  'With the permission for Calendars, which `calendar-mcp doctor --permission` asks for, it can be done through EventKit.';

/** Properties of iCalendar that the dictionary has no word for, as people call them. */
export const NO_TERMS: Readonly<Record<string, string>> = {
  CATEGORIES: 'tags',
  TRANSP: '"busy": false',
  CLASS: 'visibility',
  CONFERENCE: 'conference links',
  'X-CALENDAR-BUILDER-METADATA': 'metadata',
  ORGANIZER: 'an organizer',
  ATTACH: 'attachments',
  COLOR: 'a color',
  'X-MICROSOFT-CDO-BUSYSTATUS': 'a kind',
  GEO: 'coordinates',
};

const NO_TERM = 'its dictionary has no such terms';
const NO_ZONES = 'dates of scripts have no zone: they are in that of the Mac';
const NO_MOVE = 'there is no move, and a copy would lose them';

const MISSING = {
  attendees: {
    what: 'attendees or answers to invitations',
    reason: 'its dictionary makes them read-only, and one that is forced in gets no mail',
  },
  movedSeries: {
    what: 'a move of a series',
    reason: 'there is no move command, and deleting may leave the series behind beside its copy',
  },
  movedAttendees: { what: 'a move of an event with attendees', reason: NO_MOVE },
  movedAlarms: { what: 'a move of an event with an alarm at a fixed date', reason: NO_MOVE },
  zones: { what: 'a time zone of an event', reason: NO_ZONES },
  seriesElsewhere: { what: 'series in another time zone than that of the Mac', reason: NO_ZONES },
  floating: { what: 'times without a zone', reason: NO_ZONES },
  twice: { what: 'times in the second of two equal hours in autumn', reason: NO_ZONES },
  tentative: {
    what: 'the status "tentative"',
    reason: 'one word of its dictionary stands for two codes, and may be compiled into the wrong one',
  },
  terms: { what: list(Object.values(NO_TERMS)), reason: NO_TERM },
  rules: { what: 'single extra dates, several rules or exception rules', reason: NO_TERM },
  detached: {
    what: 'changes to occurrences that were changed in Calendar itself',
    reason: 'they do not say which date they replace, so both may be shown',
  },
  occurrence: {
    what: 'an occurrence of a series that differs from the others',
    reason: 'its dictionary knows whole series only; a date can be left out of one',
  },
  reminders: {
    what: 'reminders relative to the end, repeated, at a fixed date, of parts of a minute, or opening files',
    reason: 'its alarms have whole minutes from the start only',
  },
  texts: {
    what: 'texts that begin with a mark which belongs to a letter before it',
    reason: 'they do not survive as arguments of a script',
  },
  length: {
    what: 'events beyond about 400 kB',
    reason: 'macOS limits the arguments of a program',
  },
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

/** What Calendar cannot be given by script, and why: what errors, `status` and docs/internals/applescript.md say. */
export const LIMITS: Readonly<Record<keyof typeof MISSING, Limit>> = MISSING;

/** The refusal of one thing, before anything is written. `what`: only this part of the limit. */
export function refused({ what, reason }: Limit, suggestion?: string): CalendarError {
  return new CalendarError('UNSUPPORTED', `Calendar cannot be given ${what} by script: ${reason}.`, {
    outcome: 'not_applied',
    suggestion: suggestion ?? `Leave it out, or ask the user to do it in Calendar. ${OTHER_DOOR}`,
  });
}

/** The refusal of a property by its name in iCalendar; names that are not ours to repeat are not said. */
export function refusedTerm(name: string): CalendarError {
  return refused({ what: NO_TERMS[name] ?? 'a property that scripts do not have', reason: NO_TERM });
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
