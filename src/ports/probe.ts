import type { ErrorCode } from '../../schemas/model/error.js';
import type { CalendarInfo } from './backend.js';

export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** What a check tells programs: numbers, yes or no, and words of closed lists of ours. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/**
 * What a check found. It may be published: words of ours, numbers and codes, never text of a user, an event or a
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

/** Checks that run one after the other; each is bounded in time, and none keeps the next from being made. */
export interface Checklist {
  /** Undefined where the work failed, took too long or was not begun: then that is what was found. */
  check<T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    tell: (found: T) => ProbeFinding,
    deadlineMs?: number,
  ): Promise<T | undefined>;
  /** A check that cannot be made, and why. */
  skip(name: string, why: string): void;
  /** A finding that no separate check looks for. */
  tell(name: string, finding: ProbeFinding): void;
}

/** How one account is looked at, besides what is the same for all backends. */
export interface AccountProbe {
  /** Before the backend itself is asked; false where that would be of no use. Writes nothing into a calendar. */
  readonly look?: (checks: Checklist) => Promise<boolean>;
  /** After calendars were read. */
  readonly after?: (checks: Checklist) => Promise<void>;
  /** Writes into the calendar that the user has named for it, and takes all of it away again. */
  readonly write?: (calendar: CalendarInfo, checks: Checklist) => Promise<void>;
  /** The write test of all backends would not suit it. */
  readonly ownWriteTest?: boolean;
  /** One question to it may take this long. */
  readonly deadlineMs?: number;
}
