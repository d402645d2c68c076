import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import { isRecent } from '../../../system/is-recent.js';

/**
 * Compares with the server: `insist` on it, or do without when it is slow or has just failed. `calendarId`: the one
 * calendar that is compared; left out where it is the account.
 */
export type Compare = (
  work: () => Promise<unknown>,
  options: { readonly insist: boolean },
  signal: AbortSignal,
  calendarId?: string,
) => Promise<void>;

/** Failures that leave the calendars as they were; not refusals of access. */
const UNREACHABLE = new Set<ErrorCode>(['UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED', 'UPSTREAM_ERROR']);
/** How long the server, or the one calendar that failed, is left alone after a failure. */
const REST_MS = 15_000;
/** Fraction of the patience granted to a server that was too slow the last time. */
const AGAIN = 0.2;
/** No calendar's id. */
const ACCOUNT = '';

/** Waits for a server no longer than `patienceMs`, and not at all while it rests after a failure. */
export function createPatientCompare(now: () => Instant, patienceMs: number): Compare {
  /** By calendar, or for all of the account. */
  const failures = new Map<string, { readonly error: CalendarError; readonly at: Instant }>();
  return async (work, { insist }, signal, calendarId = ACCOUNT) => {
    for (const one of insist ? [] : [ACCOUNT, calendarId]) {
      const failure = failures.get(one);
      if (failure !== undefined && isRecent(failure.at, REST_MS, now())) throw failure.error;
    }
    const hung = failures.has(ACCOUNT) || failures.has(calendarId);
    try {
      const compared = work().then(() => {
        // Also if no one waits for it now: the server works again.
        for (const one of [ACCOUNT, calendarId]) failures.delete(one);
      });
      await waitUnlessAborted(compared, signal, insist ? undefined : patienceMs * (hung ? AGAIN : 1));
    } catch (error) {
      // A server that answers but returns an error for one calendar may work for the others.
      const failed = error instanceof CalendarError && error.code === 'UPSTREAM_ERROR' ? calendarId : ACCOUNT;
      if (isUnreachable(error)) failures.set(failed, { error, at: now() });
      throw error;
    }
  };
}

/** Whether the calendars are as they were, as far as anybody here can know. */
export function isUnreachable(error: unknown): error is CalendarError {
  return error instanceof CalendarError && UNREACHABLE.has(error.code);
}
