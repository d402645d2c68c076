import { CalendarError } from './error.js';

/** The error for a calendar that its server failed to list, or listed without a usable address. */
export function unlistedCalendar(): CalendarError {
  return new CalendarError(
    'UPSTREAM_ERROR',
    'The calendar server returns an error for this calendar, or no usable address.',
    {
      suggestion:
        'The other calendars can be used. Try this one again later; if it keeps failing, the server needs attention.',
    },
  );
}
