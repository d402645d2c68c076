import { CalendarError } from '../../../schemas/model/error.js';
import { retryAfterMs } from '../../http/retry-after.js';

const CHECK =
  'Check the address of the subscription in the configuration; secret addresses may have been renewed.';

/** The address leads inside a network, to another scheme, or in circles. */
export function refusedAddress(
  what: string,
  suggestion = 'Set the final public https address of the calendar in the configuration.',
): CalendarError {
  return new CalendarError('REDIRECT_REFUSED', `The address of the subscribed calendar ${what}.`, {
    suggestion,
  });
}

export function unreachable(): CalendarError {
  return new CalendarError('UNAVAILABLE', 'The subscribed calendar cannot be reached.', {
    suggestion: 'Try again later.',
  });
}

export function tooSlow(): CalendarError {
  return new CalendarError('TIMEOUT', 'The subscribed calendar did not answer in time.', {
    suggestion: 'Try again later.',
  });
}

export function noCalendar(what: string): CalendarError {
  return new CalendarError(
    'BAD_UPSTREAM_RESPONSE',
    `The data at the address of the subscribed calendar ${what}.`,
    {
      suggestion: CHECK,
    },
  );
}

/** Converts a failed answer, without the server's own words. */
export function refusedBy(status: number, headers: Headers): CalendarError {
  const details = { httpStatus: status };
  if (status === 429 || status >= 500) {
    const wait = retryAfterMs(headers);
    return unreachable().with({ details, ...(wait === undefined ? {} : { retryAfterMs: wait }) });
  }
  if (status === 204) return noCalendar('is empty');
  if (status === 404 || status === 410) {
    return new CalendarError('CALENDAR_NOT_FOUND', 'The subscribed calendar no longer exists.', {
      details,
      suggestion: CHECK,
    });
  }
  return new CalendarError(
    'PERMISSION_DENIED',
    'The publisher does not allow access to the subscribed calendar.',
    {
      details,
      suggestion: CHECK,
    },
  );
}
