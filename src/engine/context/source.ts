import type { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend, CalendarInfo } from '../../ports/backend.js';

export interface Source {
  readonly backend: Backend;
  readonly calendar: CalendarInfo;
}

/** An account whose calendars could not be listed. */
export interface FailedSource {
  readonly account: string;
  readonly error: CalendarError;
}

export interface Sources {
  readonly sources: readonly Source[];
  readonly failed: readonly FailedSource[];
  /** Names of accounts without a calendar, if none are hidden. */
  readonly empty?: readonly string[];
  /** Set for writes: reads must be at least this recent, or fail. */
  readonly comparedSince?: Instant;
  /** True if a dry run has changed them. */
  readonly isPretended?: true;
}
