import type { CalendarError } from '../../../schemas/model/error.js';
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
}
