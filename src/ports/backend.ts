import type { CalendarAddress, Target } from '../../compilers/pushdown/target.js';
import type { CalendarError } from '../../schemas/model/error.js';
import type { Instant, Range } from '../../schemas/model/time.js';
import type { BackendRequest } from './backend-request.js';
import type { FreeBusyAnswer } from './free-busy.js';
import type { MirrorControl } from './mirror.js';
import type { CalendarAccess, KnownPerson, PeopleQuestion } from './people.js';
import type { ReplyQuirk } from './reply-quirk.js';

/** One iCalendar object resource (RFC 4791 §4.1): one UID, its master and its overrides. */
export interface CalendarObject {
  readonly calendarId: string;
  /** Address of the object, unique in its account; compare decoded. */
  readonly href: string;
  /** Strong ETag, or a fingerprint of the content if the backend has no ETags. */
  readonly etag: string;
  readonly ics: string;
}

export interface CalendarInfo extends CalendarAddress {
  readonly name: string;
  readonly account: string;
  readonly description?: string;
  /** `#rrggbb` */
  readonly color?: string;
  readonly writable: boolean;
  /** Reason, if not writable: trusted text. */
  readonly readOnlyReason?: string;
  /** The policy forbids writes. */
  readonly closedByPolicy?: true;
  /** VEVENT, VTODO, … */
  readonly components: readonly string[];
  readonly isDefault: boolean;
  /** Placeholder used because no account is configured; it has had no event yet. */
  readonly standsIn?: true;
  /** Written by others: a subscription or a shared calendar. */
  readonly foreign?: true;
  /** Position in the order set by the account's owner, if the server keeps one; smaller is earlier. */
  readonly order?: number;
  /** Set if listed from a copy: when it was last compared with the account. */
  readonly asOf?: Instant;
  /** The account could not be reached: this is its state at that time, or at an unknown time. */
  readonly stale?: { readonly asOf?: Instant; readonly because?: CalendarError };
  /**
   * The server returned an error for this calendar in the listing, so it cannot be read or written now. If also
   * `stale`, the other fields are from an earlier listing; if not, from its address, which may be no calendar.
   */
  readonly unlisted?: true;
}

/** An object that exists but cannot be used; the others still can. */
export interface UnreadableObject {
  readonly href: string;
  /** Trusted text. */
  readonly reason: string;
}

export interface ScanResult {
  readonly objects: readonly CalendarObject[];
  readonly unreadable: readonly UnreadableObject[];
  /** Requested `hrefs` that no longer exist. */
  readonly missing: readonly string[];
  /** Set if read from a copy: when it was last compared with its source. */
  readonly asOf?: Instant;
  /** Set if the source could not be reached: the state at that time. */
  readonly stale?: { readonly asOf: Instant; readonly because: CalendarError };
  /** Events that may be missing until the calendar is copied: trusted text such as `dates added to a series`. */
  readonly lacking?: string;
}

/** The result of a write. `ics` is the stored text, read back. */
export interface Receipt {
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
  /** The store added, reordered or dropped properties. */
  readonly serverChanged: boolean;
  /** Stored, but reading it back failed: `ics` is the text that was sent; the store may have changed it. */
  readonly unread?: true;
  /** Notes for the caller about this write: trusted text. */
  readonly notes?: readonly string[];
}

/**
 * The I/O half of a backend. It throws failures as `CalendarError`; an empty result always means that there is nothing.
 * Any request may fail with TIMEOUT, UNAVAILABLE, AUTH_FAILED, RATE_LIMITED, UPSTREAM_ERROR or, once its signal is
 * aborted, CANCELLED.
 */
export interface Backend<Read = unknown, Write = unknown, CalendarWrite = unknown> {
  /** Account name, unique in the configuration. */
  readonly name: string;
  /** Former names, which stored data may still use. */
  readonly formerNames?: readonly string[] | undefined;
  /** Kind for status and explain: `caldav`, `local`, `ics`, `memory`. */
  readonly kind: string;
  readonly target: Target<Read, Write, CalendarWrite>;
  /** Known addresses of the account's owner, to find their own response. */
  readonly ownAddresses: readonly string[];
  /** Remarks on the setup for the operator: trusted text, with addresses from the configuration. */
  warnings?(): readonly string[];
  /** Remark on all its series, if it cannot be given for a single one: trusted text. */
  readonly seriesRemark?: string | undefined;
  /** The way to its calendars in use, if it has several, and why: trusted text. */
  readonly door?: string | undefined;
  /** Why it has no tasks, if that may change: trusted text. */
  readonly withoutTasks?: string | undefined;
  /** Set if its calendars are copied to this computer. */
  readonly mirror?: MirrorControl | undefined;
  /** All calendars of the account; if the server fails on one, it is `unlisted` instead of missing. */
  calendars(request: BackendRequest): Promise<readonly CalendarInfo[]>;
  /** The objects for a compiled read, or more of them; `unreadable` names the unusable ones. */
  scan(call: Read, request: BackendRequest): Promise<ScanResult>;
  /**
   * Creates, replaces, moves or deletes one object; undefined once it is gone.
   *
   * @throws CalendarError with `outcome` `not_applied` or `unknown`: CONFLICT if the stored version differs,
   * ALREADY_EXISTS if a create finds another event, NOT_FOUND if it is gone, PERMISSION_DENIED, OUTCOME_UNKNOWN.
   */
  apply(call: Write, request: BackendRequest): Promise<Receipt | undefined>;
  /**
   * Creates, changes or deletes a calendar if the target has `compileCalendarWrite`. Returns it as read back; undefined
   * once it is gone.
   *
   * @throws CalendarError as `apply` does.
   */
  applyCalendar?(call: CalendarWrite, request: BackendRequest): Promise<CalendarInfo | undefined>;
  /** Makes other replicas compare their copies, because a replica that failed to notify them may have written. */
  tellOthers?(): Promise<void>;
  /** True if the server emails the people on an event; undefined if unknown. Without this method, it never does. */
  sendsInvitations?(request: BackendRequest): Promise<boolean | undefined>;
  /** How its server distorts answers to invitations; undefined if it passes them on correctly. */
  replyQuirk?(request: BackendRequest): Promise<ReplyQuirk | undefined>;
  /** Free/busy times from the account's server, one answer per address, in order (RFC 6638 §5). */
  freeBusyOf?(
    addresses: readonly string[],
    range: Range,
    request: BackendRequest,
  ): Promise<readonly FreeBusyAnswer[]>;
  /** People from the account's address books or directory; may return more than asked for. */
  people?(question: PeopleQuestion, request: BackendRequest): Promise<readonly KnownPerson[]>;
  /** People with access to a calendar besides its owner; undefined if the server does not report them. */
  accessTo?(href: string, request: BackendRequest): Promise<readonly CalendarAccess[] | undefined>;
  close(): Promise<void>;
}
