import { CalendarError } from './error.js';

/** Why a calendar cannot be used over which its server failed when it was asked for all of them, or that has no address. */
export function unlistedCalendar(): CalendarError {
  return new CalendarError(
    'UPSTREAM_ERROR',
    'The calendar server fails when it is asked about this calendar, or gives it no address that can be used.',
    {
      suggestion:
        'The other calendars can be used. Try this one again later; if it stays so, the operator must look at the server.',
    },
  );
}
