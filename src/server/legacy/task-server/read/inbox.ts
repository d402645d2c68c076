import { CalendarError } from '../../../../../schemas/model/error.js';
import { cell, type ResultRow, rowsOf } from '../../../answers/result-rows.js';
import type { Perform } from '../../alias.js';
import { toRead } from '../meaning.js';

/** All calendars there are. */
export async function allCalendars(look: Perform): Promise<readonly ResultRow[]> {
  return rowsOf(await look(toRead({ type: 'calendars', limit: 500 })), 'calendars');
}

/** The id of the default calendar, which is the inbox here. */
export function inboxOf(calendars: readonly ResultRow[], path: string): string {
  const found = calendars.find((row) => row.default === true);
  if (found !== undefined) return cell(found, 'id');
  throw new CalendarError('CALENDAR_NOT_FOUND', 'There is no default calendar, which is the inbox here.', {
    path,
    suggestion: 'Name a calendar; query type projects lists them.',
  });
}
