import type { CalendarError } from '../../schemas/model/error.js';
import type { Instant } from '../../schemas/model/time.js';
import type { BackendRequest } from './backend-request.js';

/** The effect of a synchronisation on one calendar of the mirror. */
export interface MirrorSyncReport {
  readonly calendarId: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** The synchronisation failed; the counts are 0. */
  readonly error?: CalendarError;
}

/** Progress of the mirror of one calendar. */
export interface MirrorStatus {
  readonly calendarId: string;
  readonly calendar: string;
  /** `none`: not read yet. `filling`: reads do not use the mirror until it is `complete`. */
  readonly state: 'none' | 'filling' | 'complete';
  /** While `filling`: the finished share, from 0 to 1, if known. */
  readonly done?: number;
  readonly events: number;
  readonly unreadable: number;
  /** When it was last compared with the server. */
  readonly asOf?: Instant;
  /** When everything was last compared. */
  readonly fullAt?: Instant;
}

/** Objects that synchronisations found deleted, in their last state. */
export interface RemovedObjects {
  readonly objects: readonly {
    readonly href: string;
    readonly etag: string;
    readonly ics: string;
    readonly at: Instant;
  }[];
  readonly knownFrom: Instant;
}

export interface MirrorControl {
  /** Objects found deleted since then; undefined if the calendar has no copy. */
  deletedSince(calendarId: string, since: Instant): RemovedObjects | undefined;
  /** Updates calendars now; `full` fetches everything again. */
  sync(
    options: { readonly calendarIds: readonly string[]; readonly full: boolean },
    request: BackendRequest,
  ): Promise<readonly MirrorSyncReport[]>;
  status(): Promise<readonly MirrorStatus[]>;
}
