import { CalendarError, type Outcome } from '../../../schemas/model/error.js';
import { errnoOf } from '../../system/errno-of.js';

/** Codes of PostgreSQL (manual, appendix A) and Node.js for an unreachable server. */
const AWAY = /^(?:08...|57P0[123]|53[13]00|25006|E[A-Z]+)$/;
/** Messages of pg without a code, for closed connections and timeouts. */
const AWAY_SAID = /timeout|terminated|ended|not queryable/i;

/** Converts a database failure; exposes no system text. */
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

/** True if the server closed the connection before running anything, so the statement can be sent again. */
export function isUnsent(error: unknown): boolean {
  return errnoOf(error) === '57P01';
}

/** Errors of the server, except about its connection. */
const SQLSTATE = /^(?!08)[0-9FHPX][0-9A-Z]{4}$/;
/** Errors before a connection was made. */
const UNCONNECTED = /^(?:ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const UNCONNECTED_SAID = /trying to connect|connection timeout/i;

/** Outcome of a failed statement: a refused one was not applied, an unanswered one may have been. */
export function outcomeOf({ cause }: CalendarError): Outcome {
  const code = errnoOf(cause) ?? '';
  const isRefused = SQLSTATE.test(code);
  const isUnconnected =
    UNCONNECTED.test(code) || (cause instanceof Error && UNCONNECTED_SAID.test(cause.message));
  return isRefused || isUnconnected ? 'not_applied' : 'unknown';
}
