import type { CalendarAddress } from '../../compilers/pushdown/target.js';
import type { Instant } from '../../schemas/model/time.js';
import type { Backend, CalendarInfo, CalendarObject, ScanResult } from './backend.js';
import type { BackendRequest, SlowRequest } from './backend-request.js';

/** A calendar with its change markers. */
export interface ListedCalendar {
  readonly info: CalendarInfo;
  /** Changes whenever anything in the calendar does (`getctag`). */
  readonly ctag?: string;
  /** Start of the next incremental synchronisation (RFC 6578 §3.2). */
  readonly token?: string;
}

export interface AccountListing {
  readonly calendars: readonly ListedCalendar[];
  /** Lower-case addresses of the account's owner. */
  readonly ownAddresses: readonly string[];
}

/** An earlier listing; 0 if its time is unknown. */
export interface EarlierListing extends AccountListing {
  readonly checkedAt: Instant;
}

/** Changes since a token. It may list unchanged objects, but never misses a change. */
export interface Changes {
  /** New and changed objects; a version is undefined if the server gives none that can be compared. */
  readonly changed: ReadonlyMap<string, string | undefined>;
  /** The changed objects that came with their text; `objects` omits the ones that are not events. */
  readonly answered: ReadonlySet<string>;
  readonly objects: readonly CalendarObject[];
  readonly deleted: readonly string[];
  readonly token: string;
  /** False if the server truncated its answer; the rest follows from the new token (RFC 6578 §3.6). */
  readonly complete: boolean;
}

/** Every object of a calendar with its version. */
export interface Versions {
  readonly versions: ReadonlyMap<string, string | undefined>;
  /** The token of this list, if it came with one. */
  readonly token?: string;
}

/** The account behind a mirror. Throws failures as `CalendarError`. */
export interface SyncSource {
  /** Identifies the user, the server and the account name: equal only if all are. Holds no secret. */
  readonly identity: string;
  /**
   * All calendars in one request. Ctags are expensive for servers (Radicale reads every event for them), and tokens
   * more so, so request them only when needed. `before`: the listing at `checkedAt`, which may know more about a
   * calendar that now returns errors (`CalendarInfo.unlisted`).
   */
  list(
    options: {
      readonly marks: 'none' | 'ctags' | 'all';
      readonly before?: EarlierListing | undefined;
      /** See `BackendRequest`. */
      readonly refresh?: boolean;
    },
    signal: AbortSignal,
  ): Promise<AccountListing>;
  /** `refused`: the token is no longer valid, or the server does not support this. */
  changes(calendar: CalendarAddress, token: string, signal: AbortSignal): Promise<Changes | 'refused'>;
  versions(calendar: CalendarAddress, signal: AbortSignal): Promise<Versions>;
  objects(calendar: CalendarAddress, hrefs: readonly string[], request: SlowRequest): Promise<ScanResult>;
  all(calendar: CalendarAddress, request: SlowRequest): Promise<ScanResult>;
  /**
   * Everything, or the objects at these addresses, in parts: a large calendar never has to fit in memory. `take` also
   * gets the requested addresses, if any.
   */
  inParts(
    calendar: CalendarAddress,
    hrefs: readonly string[] | undefined,
    take: (part: ScanResult, asked: readonly string[]) => Promise<void>,
    request: SlowRequest,
  ): Promise<void>;
  /** Records the text of a version, before a write that is based on it. */
  remember(object: CalendarObject): void;
}

export interface SyncableBackend<Read = unknown, Write = unknown, CalendarWrite = unknown>
  extends Backend<Read, Write, CalendarWrite> {
  readonly sync: SyncSource;
  /**
   * Answers a query before there is a copy, with one request for only the needed part. `lacking` if the server may omit
   * some of it; undefined if only a full copy can answer.
   */
  queryBeforeCopy?(call: Read, request: BackendRequest): Promise<ScanResult | undefined>;
}
