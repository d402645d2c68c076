import { CalendarError, type Outcome } from '../../../schemas/model/error.js';
import { errnoOf } from '../../system/errno-of.js';

/** Codes of PostgreSQL (appendix A of its manual) and of Node.js for a server that does not answer just now. */
const AWAY = /^(?:08...|57P0[123]|53[13]00|25006|E[A-Z]+)$/;
/** What pg says without a code: that a connection has ended, or that time is up. */
const AWAY_SAID = /timeout|terminated|ended|not queryable/i;

/** A failure of the database as the caller may see it. */
export function databaseError(cause: unknown): CalendarError {
  if (cause instanceof CalendarError) return cause;
  const code = errnoOf(cause) ?? '';
  if (code === '53100' || code === '53400') {
    return new CalendarError('STORAGE_FULL', 'The disk of the database is full.', {
      suggestion: 'Ask the user to free some space on the database server, then repeat the call.',
      cause,
    });
  }
  if (/^28...$|^3D000$/.test(code)) {
    return new CalendarError('CONFIGURATION', 'The database refuses the user, the password or its name.', {
      suggestion: 'Check CALENDAR_DATABASE, or `database` in the configuration file, and the password.',
      cause,
    });
  }
  if (AWAY.test(code) || (code === '' && cause instanceof Error && AWAY_SAID.test(cause.message))) {
    return new CalendarError('UNAVAILABLE', 'The database cannot be reached.', {
      retryAfterMs: 1000,
      suggestion: 'Repeat the call in a moment.',
      cause,
    });
  }
  return new CalendarError('STORAGE_ERROR', 'The database has refused a statement.', {
    suggestion: 'Ask the user to run `calendar-mcp database status`.',
    cause,
  });
}

/** The server ended the connection before it ran anything on it: the same statement may be sent again. */
export function isUnsent(error: unknown): boolean {
  return errnoOf(error) === '57P01';
}

/** What the server answers, other than about its connection. */
const SQLSTATE = /^(?!08)[0-9FHPX][0-9A-Z]{4}$/;
/** No connection was made. */
const UNCONNECTED = /^(?:ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNCONNECTED_SAID = /trying to connect|connection timeout/i;

/** Whether a statement may have taken effect: one that the server has refused has not, and one without an answer may. */
export function outcomeOf({ cause }: CalendarError): Outcome {
  const code = errnoOf(cause) ?? '';
  const isRefused = SQLSTATE.test(code);
  const isUnconnected =
    UNCONNECTED.test(code) || (cause instanceof Error && UNCONNECTED_SAID.test(cause.message));
  return isRefused || isUnconnected ? 'not_applied' : 'unknown';
}
