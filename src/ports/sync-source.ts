import type { CalendarAddress } from '../../compilers/pushdown/target.js';
import type { Instant } from '../../schemas/model/time.js';
import type { Backend, CalendarInfo, CalendarObject, ScanResult } from './backend.js';
import type { BackendRequest, SlowRequest } from './backend-request.js';

/** A calendar together with what tells whether it changed. */
export interface ListedCalendar {
  readonly info: CalendarInfo;
  /** Changes whenever anything in the calendar does (`getctag`). */
  readonly ctag?: string;
  /** Where the next incremental synchronisation begins (RFC 6578 §3.2). */
  readonly token?: string;
}

export interface AccountListing {
  readonly calendars: readonly ListedCalendar[];
  /** Lower-case addresses of the account's owner. */
  readonly ownAddresses: readonly string[];
}

/** A listing that was made before; at 0 it is not known when. */
export interface EarlierListing extends AccountListing {
  readonly checkedAt: Instant;
}

/** What happened since a token. A change may be named although nothing changed; nothing that changed is left out. */
export interface Changes {
  /** New and changed objects; a version is undefined where the server names none that can be compared. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  /** Of those, the ones whose text came along; what is no event is not among the objects. */
  readonly answered: ReadonlySet<string>;
  readonly objects: readonly CalendarObject[];
  readonly deleted: readonly string[];
  readonly token: string;
  /** False when the server cut its answer; the rest follows from the new token (RFC 6578 §3.6). */
  readonly complete: boolean;
}

/** Every object of a calendar with its version. */
export interface Versions {
  readonly versions: ReadonlyMap<string, string | undefined>;
  /** A token as of this list, where it came with one. */
  readonly token?: string;
}

/** What a mirror asks of the account it mirrors. Failures are thrown as `CalendarError`. */
export interface SyncSource {
  /**
   * The same for the same user of the same server under the same name, and different for any other. Holds no secret.
   */
  readonly identity: string;
  /**
   * All calendars in one request. Ctags cost servers much (Radicale reads every event for them), and tokens more, so
   * what tells whether a calendar changed is asked for where somebody needs it. `before`: what was
   * listed at `checkedAt`, which knows more about a calendar the server now returns errors for (`CalendarInfo.unlisted`).
   */
  list(
    options: {
      readonly marks: 'none' | 'ctags' | 'all';
      readonly before?: EarlierListing | undefined;
      /** As in a `BackendRequest`. */
      readonly refresh?: boolean;
    },
    signal: AbortSignal,
  ): Promise<AccountListing>;
  /** `refused`: the token is no longer valid, or the server cannot do this. */
  changes(calendar: CalendarAddress, token: string, signal: AbortSignal): Promise<Changes | 'refused'>;
  versions(calendar: CalendarAddress, signal: AbortSignal): Promise<Versions>;
  objects(calendar: CalendarAddress, hrefs: readonly string[], request: SlowRequest): Promise<ScanResult>;
  all(calendar: CalendarAddress, request: SlowRequest): Promise<ScanResult>;
  /**
   * Everything, or the objects at these addresses, in parts as they come: a large calendar is never held as a whole.
   * `take` also gets what was asked for, where that was named.
   */
  inParts(
    calendar: CalendarAddress,
    hrefs: readonly string[] | undefined,
    take: (part: ScanResult, asked: readonly string[]) => Promise<void>,
    request: SlowRequest,
  ): Promise<void>;
  /** Tells what text a version had, before a write that is based on it. */
  remember(object: CalendarObject): void;
}

/** A backend that can be mirrored. */
export interface SyncableBackend<Read = unknown, Write = unknown, CalendarWrite = unknown>
  extends Backend<Read, Write, CalendarWrite> {
  readonly sync: SyncSource;
  /**
   * What can be said about a question before there is a copy, with one request for no more than the question is about:
   * `lacking` where the server may leave out some of it, undefined where nothing less than everything tells.
   */
  queryBeforeCopy?(call: Read, request: BackendRequest): Promise<ScanResult | undefined>;
}
