import type { CalendarError } from '../../schemas/model/error.js';
import type { Instant } from '../../schemas/model/time.js';
import type { BackendRequest } from './backend-request.js';

/** What a synchronisation did to one calendar of the mirror. */
export interface MirrorSyncReport {
  readonly calendarId: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** It could not be synchronised; the counts are 0. */
  readonly error?: CalendarError;
}

/** How far the mirror of one calendar is. */
export interface MirrorStatus {
  readonly calendarId: string;
  readonly calendar: string;
  /**
   * `none`: nothing has been asked about it yet. `partial`: all events are known, their texts as far as questions
   * needed them. Else only a complete mirror answers questions.
   */
  readonly state: 'none' | 'filling' | 'partial' | 'complete';
  /** How much of a copy that is `filling` is done, from 0 to 1, where that is known. */
  readonly done?: number;
  /** Whose texts are there. */
  readonly events: number;
  readonly unreadable: number;
  /** The server was last compared with then. */
  readonly asOf?: Instant;
  /** Everything was last compared then. */
  readonly fullAt?: Instant;
}

export interface MirrorControl {
  /** Brings calendars up to date now; with `full`, by fetching everything again. */
  sync(
    options: { readonly calendarIds: readonly string[]; readonly full: boolean },
    request: BackendRequest,
  ): Promise<readonly MirrorSyncReport[]>;
  status(): Promise<readonly MirrorStatus[]>;
}
