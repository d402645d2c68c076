import type { CalendarError } from '../../schemas/model/error.js';
import type { Instant } from '../../schemas/model/time.js';
import type { BackendRequest } from './backend-request.js';

/** What a synchronisation did to one calendar of the mirror. */
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

/** What synchronisations found gone, as it was last. */
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
  /** What a synchronisation found gone since then; undefined where the calendar has no copy. */
  deletedSince(calendarId: string, since: Instant): RemovedObjects | undefined;
  /** Brings calendars up to date now; with `full`, by fetching everything again. */
  sync(
    options: { readonly calendarIds: readonly string[]; readonly full: boolean },
    request: BackendRequest,
  ): Promise<readonly MirrorSyncReport[]>;
  status(): Promise<readonly MirrorStatus[]>;
}
