import type { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend, CalendarInfo } from '../../ports/backend.js';

/** A calendar together with the backend that serves it. */
export interface Source {
  readonly backend: Backend;
  readonly calendar: CalendarInfo;
}

/** An account whose calendars could not even be listed. */
export interface FailedSource {
  readonly account: string;
  readonly error: CalendarError;
}

export interface Sources {
  readonly sources: readonly Source[];
  readonly failed: readonly FailedSource[];
  /** Names of accounts that have no calendar, where none are hidden. */
  readonly empty?: readonly string[];
  /** A write is decided by what is read of them: as it is since then, or an error. */
  readonly comparedSince?: Instant;
  /** As a dry run has changed them. */
  readonly isPretended?: true;
}
