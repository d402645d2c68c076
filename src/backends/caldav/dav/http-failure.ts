import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import { retryAfterMs } from '../../../http/retry-after.js';
import { caldav, dav } from './multistatus.js';

interface Meaning {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string;
}

const REFUSED_DATA: Meaning = {
  code: 'INVALID_ICS',
  message: 'The calendar server refuses the event as it stands.',
  suggestion: 'Check that it ends after it starts and that its recurrence is simple; then write it again.',
};

const TAKEN: Meaning = {
  code: 'ALREADY_EXISTS',
  message: 'The calendar server already has an event with this identity.',
  suggestion: 'Search for the event and update it instead of creating it.',
};

const NOT_ASKED_LIKE_THIS: Meaning = {
  code: 'UNSUPPORTED',
  message: 'The calendar server cannot do this.',
  suggestion: 'Check that the configured URL is the CalDAV address of the account.',
};

/** Conditions in an error body (RFC 4791 §5.3.2.1 and §7.8, RFC 6638 §3.2.4.1); they override the status. */
const CONDITIONS: ReadonlyMap<string, Meaning> = new Map([
  [caldav('no-uid-conflict'), TAKEN],
  [caldav('unique-scheduling-object-resource'), TAKEN],
  [caldav('valid-calendar-data'), REFUSED_DATA],
  [caldav('valid-calendar-object-resource'), REFUSED_DATA],
  [caldav('supported-calendar-data'), REFUSED_DATA],
  [caldav('supported-calendar-component'), REFUSED_DATA],
  [caldav('supported-filter'), NOT_ASKED_LIKE_THIS],
  [caldav('min-date-time'), NOT_ASKED_LIKE_THIS],
  [caldav('max-date-time'), NOT_ASKED_LIKE_THIS],
  [
    dav('number-of-matches-within-limits'),
    {
      code: 'RESPONSE_TOO_LARGE',
      message: 'The calendar server does not return that many events at once.',
      suggestion: 'Ask for a shorter period.',
    },
  ],
  [
    caldav('max-resource-size'),
    {
      code: 'QUOTA_EXCEEDED',
      message: 'The event is larger than the calendar server allows.',
      suggestion: 'Shorten its description or remove attachments.',
    },
  ],
  [
    dav('quota-not-exceeded'),
    {
      code: 'QUOTA_EXCEEDED',
      message: 'The calendar account is full.',
      suggestion: 'Ask the user to free space on the calendar server.',
    },
  ],
]);

function meaningOf(status: number): Meaning {
  switch (status) {
    case 401:
      return {
        code: 'AUTH_FAILED',
        message: 'The server rejected the user name, password or token of the account.',
        suggestion:
          'Check the user name and password (many providers require an app-specific password); with OAuth, run "calendar-mcp login".',
      };
    case 403:
      return {
        code: 'PERMISSION_DENIED',
        message: 'The calendar server does not allow this for the account.',
        suggestion: 'Use a calendar the account may write to.',
      };
    case 404:
    case 410:
      return {
        code: 'NOT_FOUND',
        message: 'The calendar server no longer has anything at this address.',
        suggestion: 'Read the calendar again to get the current events.',
      };
    case 405:
    case 501:
      return NOT_ASKED_LIKE_THIS;
    case 409:
    case 412:
      return {
        code: 'CONFLICT',
        message: 'The event was changed by someone else in the meantime.',
        suggestion: 'Read the event again and repeat the change on the current version.',
      };
    case 400:
    case 415:
    case 422:
      return REFUSED_DATA;
    case 413:
      return {
        code: 'QUOTA_EXCEEDED',
        message: 'What was sent is larger than the calendar server allows.',
        suggestion: 'Shorten the description or remove attachments.',
      };
    case 423:
      return {
        code: 'LOCKED',
        message: 'The event is locked by another program.',
        suggestion: 'Try again in a minute.',
      };
    case 429:
      return {
        code: 'RATE_LIMITED',
        message: 'The calendar server asks for fewer requests.',
        suggestion: 'Wait before the next call.',
      };
    case 503:
      return {
        code: 'UNAVAILABLE',
        message: 'The calendar server is not available at the moment.',
        suggestion: 'Try again later.',
      };
    case 507:
      return {
        code: 'QUOTA_EXCEEDED',
        message: 'The calendar account is full.',
        suggestion: 'Ask the user to free space on the calendar server.',
      };
    default:
      return status >= 500 ? SERVER_FAILED : NO_CALDAV;
  }
}

const SERVER_FAILED: Meaning = {
  code: 'UPSTREAM_ERROR',
  message: 'The calendar server failed.',
  suggestion: 'Try again later; if it keeps failing, the server needs attention.',
};
const NO_CALDAV: Meaning = {
  code: 'BAD_UPSTREAM_RESPONSE',
  message: 'The calendar server answered with something that is not CalDAV.',
  suggestion: 'Check that the configured URL is the CalDAV address of the account and not a web page.',
};

/** The error for a failed answer; it never contains the server's own words. */
export function httpFailure(
  status: number,
  conditions: readonly string[] = [],
  headers?: Headers,
): CalendarError {
  const named = conditions.map((name) => CONDITIONS.get(name)).find((found) => found !== undefined);
  const { code, message, suggestion } = named ?? meaningOf(status);
  const wait = headers === undefined ? undefined : retryAfterMs(headers);
  return new CalendarError(code, message, {
    suggestion,
    details: { httpStatus: status },
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}
