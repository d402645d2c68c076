import type { Sources } from '../context/source.js';

const UNCONFIGURED =
  'No account is configured, and nothing has been stored here yet: calendars that are kept elsewhere are not part of ' +
  'this. CALDAV_URL, or accounts in the configuration file, add them; "calendar-mcp doctor" checks it.';

/** What an answer says where there is nothing but a calendar in place of a configured one, until it has an event. */
export function unconfigured({ sources }: Pick<Sources, 'sources'>): readonly string[] {
  return sources.length > 0 && sources.every(({ calendar }) => calendar.standsIn) ? [UNCONFIGURED] : [];
}
