import type { CalendarError, ErrorCode } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { CalendarInfo } from '../../ports/backend.js';

/** The last failure; `calendar` if it affected only that one. */
export interface LastFailure {
  readonly error: CalendarError;
  readonly at: Instant;
  readonly calendar?: string;
}

/** State of an account, kept between calls. */
export interface Sighting {
  /** Time of its last answer, or of the last comparison with its copy. */
  readonly seenAt?: Instant;
  readonly failure?: LastFailure;
}

/** The answer of an account or calendar: its own, from a copy, or an error. */
type Answer = Pick<CalendarInfo, 'asOf' | 'stale'> | { readonly error: CalendarError };

/** Last answers of accounts; shows that one is failing without asking it again. */
export interface AccountHealth {
  listed(account: string, answer: Answer): void;
  read(account: string, calendar: string, answer: Answer): void;
  of(account: string): Sighting;
  /** The texts that this process has not returned before. */
  newWarnings(texts: readonly string[]): readonly string[];
  /** Known failures: of the account since it was last seen, and of calendars at their last read. */
  failing(account: string): readonly LastFailure[];
}

const OF_THE_ACCOUNT = new Set<ErrorCode>([
  'AUTH_FAILED',
  'CONFIGURATION',
  'RATE_LIMITED',
  'REDIRECT_REFUSED',
  'TIMEOUT',
  'TLS_ERROR',
  'UNAVAILABLE',
]);

/** `now` is the system clock, which also dates copies. */
export function createAccountHealth(now: () => Instant): AccountHealth {
  const accounts = new Map<string, { seenAt?: Instant; failure?: LastFailure }>();
  const failing = new Map<string, Map<string, LastFailure>>();
  const told = new Set<string>();

  function note(account: string, answer: Answer, calendar?: string): LastFailure | undefined {
    const known = accounts.get(account) ?? {};
    accounts.set(account, known);
    const error = 'error' in answer ? answer.error : answer.stale?.because;
    const seenAt =
      'error' in answer ? undefined : answer.stale === undefined ? (answer.asOf ?? now()) : answer.stale.asOf;
    if (seenAt !== undefined) known.seenAt = Math.max(known.seenAt ?? 0, seenAt);
    if (error === undefined) return undefined;
    known.failure = { error, at: now(), ...(calendar === undefined ? {} : { calendar }) };
    return known.failure;
  }

  return {
    listed(account, answer) {
      if (note(account, answer) !== undefined) return;
      const { seenAt = 0 } = accounts.get(account) ?? {};
      const those = failing.get(account) ?? [];
      // The account answers again, so account-wide failures of its calendars are over.
      for (const [calendar, { error, at }] of those)
        if (OF_THE_ACCOUNT.has(error.code) && at <= seenAt) failing.get(account)?.delete(calendar);
    },
    read(account, calendar, answer) {
      const failure = note(account, answer, calendar);
      const those = failing.get(account) ?? new Map<string, LastFailure>();
      failing.set(account, those);
      if (failure === undefined) those.delete(calendar);
      else those.set(calendar, failure);
    },
    of: (account) => accounts.get(account) ?? {},
    newWarnings: (texts) => texts.filter((text) => !told.has(text) && told.add(text)),
    failing(account) {
      const { seenAt = 0, failure } = accounts.get(account) ?? {};
      const whole = failure !== undefined && failure.calendar === undefined && failure.at > seenAt;
      return [...(whole ? [failure] : []), ...(failing.get(account)?.values() ?? [])];
    },
  };
}
