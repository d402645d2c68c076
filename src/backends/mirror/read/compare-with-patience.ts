import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import { isRecent } from '../../../system/is-recent.js';

/**
 * Compares with the server. With `insist`, always waits; otherwise gives up if the server is slow or has just
 * failed. `calendarId`: the compared calendar; missing for the account.
 */
export type Compare = (
  work: () => Promise<unknown>,
  options: { readonly insist: boolean },
  signal: AbortSignal,
  calendarId?: string,
) => Promise<void>;

/** Failures that leave the calendars unchanged; excludes refused access. */
const UNREACHABLE = new Set<ErrorCode>(['UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED', 'UPSTREAM_ERROR']);
/** Pause after a failure, for the server or for one calendar. */
const REST_MS = 15_000;
/** Fraction of the patience for a server that was too slow the last time. */
const AGAIN = 0.2;
/** Never a calendar id. */
const ACCOUNT = '';

/** Waits at most `patienceMs`, and not at all during the pause after a failure. */
export function createPatientCompare(now: () => Instant, patienceMs: number): Compare {
  /** By calendar id, or ACCOUNT. */
  const failures = new Map<string, { readonly error: CalendarError; readonly at: Instant }>();
  return async (work, { insist }, signal, calendarId = ACCOUNT) => {
    for (const one of insist ? [] : [ACCOUNT, calendarId]) {
      const failure = failures.get(one);
      if (failure !== undefined && isRecent(failure.at, REST_MS, now())) throw failure.error;
    }
    const hung = failures.has(ACCOUNT) || failures.has(calendarId);
    try {
      const compared = work().then(() => {
        // Even if the caller has left: the server works again.
        for (const one of [ACCOUNT, calendarId]) failures.delete(one);
      });
      await waitUnlessAborted(compared, signal, insist ? undefined : patienceMs * (hung ? AGAIN : 1));
    } catch (error) {
      // A server that answers but fails for one calendar may work for the others.
      const failed = error instanceof CalendarError && error.code === 'UPSTREAM_ERROR' ? calendarId : ACCOUNT;
      if (isUnreachable(error)) failures.set(failed, { error, at: now() });
      throw error;
    }
  };
}

/** True if the calendars are unchanged as far as known. */
export function isUnreachable(error: unknown): error is CalendarError {
  return error instanceof CalendarError && UNREACHABLE.has(error.code);
}
