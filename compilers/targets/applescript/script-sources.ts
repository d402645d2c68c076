import createEvent from './scripts/create-event.applescript';
import deleteEvent from './scripts/delete-event.applescript';
import listCalendars from './scripts/list-calendars.applescript';
import listEvents from './scripts/list-events.applescript';
import readEvents from './scripts/read-events.applescript';
import updateEvent from './scripts/update-event.applescript';

/** The texts of the scripts, bundled so that they need no files at run time. */
export const SCRIPT_SOURCES = {
  'create-event': createEvent,
  'delete-event': deleteEvent,
  'list-calendars': listCalendars,
  'list-events': listEvents,
  'read-events': readEvents,
  'update-event': updateEvent,
} as const;

export type ScriptName = keyof typeof SCRIPT_SOURCES;
