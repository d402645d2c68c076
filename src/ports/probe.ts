import type { ErrorCode } from '../../schemas/model/error.js';
import type { CalendarInfo } from './backend.js';

export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** Facts for programs: numbers, booleans, and words of our closed lists. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * The result of a check. It is safe to publish: our own words, numbers and codes, never text from a user, an event or a
 * server, no address and no path.
 */
export interface ProbeFinding {
  readonly status: CheckStatus;
  readonly detail: string;
  readonly facts?: Facts;
  readonly code?: ErrorCode;
  readonly suggestion?: string;
}

export interface Check extends ProbeFinding {
  readonly name: string;
  readonly milliseconds: number;
}

/** Sequential checks with time limits; a failed check does not stop the next one. */
export interface Checklist {
  /** Undefined if the work failed, timed out or was not started; the finding says which. */
  check<T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    tell: (found: T) => ProbeFinding,
    deadlineMs?: number,
  ): Promise<T | undefined>;
  skip(name: string, why: string): void;
  /** A finding without its own check. */
  tell(name: string, finding: ProbeFinding): void;
}

/** Checks of one account, besides the common ones. */
export interface AccountProbe {
  /** Runs before the backend is used; returns false if using it is pointless. Does not write to a calendar. */
  readonly look?: (checks: Checklist) => Promise<boolean>;
  /** Runs after calendars were read. */
  readonly after?: (checks: Checklist) => Promise<void>;
  /** Writes to the calendar that the user named for it, and cleans up. */
  readonly write?: (calendar: CalendarInfo, checks: Checklist) => Promise<void>;
  /** The common write test does not work for it. */
  readonly ownWriteTest?: boolean;
  /** Limit for one request. */
  readonly deadlineMs?: number;
}
