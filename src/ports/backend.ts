import type { CalendarAddress, Target } from '../../compilers/pushdown/target.js';
import type { CalendarError } from '../../schemas/model/error.js';
import type { Instant, Range } from '../../schemas/model/time.js';
import type { BackendRequest } from './backend-request.js';
import type { FreeBusyAnswer } from './free-busy.js';
import type { MirrorControl } from './mirror.js';
import type { ReplyQuirk } from './reply-quirk.js';

/** One iCalendar object resource (RFC 4791 §4.1): one UID, its master and its overrides. */
export interface CalendarObject {
  readonly calendarId: string;
  /** Address of the object, unique in its account; compare decoded. */
  readonly href: string;
  /** Strong ETag, or a fingerprint of the content where the backend has no ETags. */
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
  /** Why not, when not writable: trusted text. */
  readonly readOnlyReason?: string;
  /** The policy does not let it be written. */
  readonly closedByPolicy?: true;
  /** VEVENT, VTODO, … */
  readonly components: readonly string[];
  readonly isDefault: boolean;
  /** No account is configured, so it is there instead of one, and it has had no event yet. */
  readonly standsIn?: true;
  /** Others write what is in it: a subscription, or a calendar that somebody shares. */
  readonly foreign?: true;
  /** Place among the calendars of the account as its owner arranged them, where that is kept; smaller is earlier. */
  readonly order?: number;
  /** Listed from a copy that was last compared with the account then; undefined where the account itself was asked. */
  readonly asOf?: Instant;
  /** The account could not be reached: this is its state at that time, or at an unknown time. */
  readonly stale?: { readonly asOf?: Instant; readonly because?: CalendarError };
  /**
   * Its server failed over it while listing the others, so it cannot be read or written now. What is said of it here is
   * from before where it is `stale` too, else it is made of its address, and it need not be a calendar.
   */
  readonly unlisted?: true;
}

/** An object that is there but cannot be used; never an error for the others. */
export interface UnreadableObject {
  readonly href: string;
  /** Trusted text. */
  readonly reason: string;
}

export interface ScanResult {
  readonly objects: readonly CalendarObject[];
  readonly unreadable: readonly UnreadableObject[];
  /** `hrefs` that were asked for and no longer exist. */
  readonly missing: readonly string[];
  /** From a copy that was last compared with its source then; undefined where the source itself was asked. */
  readonly asOf?: Instant;
  /** The source could not be reached: this is what it had at that time. */
  readonly stale?: { readonly asOf: Instant; readonly because: CalendarError };
  /** Events that may be missing until the calendar is copied: trusted text, as `dates added to a series`. */
  readonly lacking?: string;
}

/** What a write did. `ics` is what is stored now, read back. */
export interface Receipt {
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
  /** The store changed what it was given (added, reordered or dropped properties). */
  readonly serverChanged: boolean;
  /** It is stored, but reading it back failed: `ics` is what was sent, and whether it was changed is not known. */
  readonly unread?: true;
  /** What the caller should know about this write: trusted text. */
  readonly notes?: readonly string[];
}

/**
 * The half of a backend that talks to the world. Failures are thrown as `CalendarError`; an empty result always
 * means that there is nothing. `apply` throws with `outcome` `not_applied` or `unknown`.
 */
export interface Backend<Read = unknown, Write = unknown, CalendarWrite = unknown> {
  /** Account name, unique in the configuration. */
  readonly name: string;
  /** What it is, for status and explain: `caldav`, `local`, `ics`, `memory`. */
  readonly kind: string;
  readonly target: Target<Read, Write, CalendarWrite>;
  /** Addresses of the account's owner, where known: to find "my" response. */
  readonly ownAddresses: readonly string[];
  /** What its operator should know of how it is set up: trusted text, with addresses of the configuration. */
  warnings?(): readonly string[];
  /** What holds for all its series, where it cannot be said of a single one: trusted text. */
  readonly seriesRemark?: string;
  /** Where its calendars are also kept on this computer. */
  readonly mirror?: MirrorControl;
  calendars(request: BackendRequest): Promise<readonly CalendarInfo[]>;
  scan(call: Read, request: BackendRequest): Promise<ScanResult>;
  apply(call: Write, request: BackendRequest): Promise<Receipt | undefined>;
  /**
   * Makes, changes or deletes a calendar, where `target.compileCalendarWrite` is there. What it is now, read back;
   * undefined when it is gone.
   */
  applyCalendar?(call: CalendarWrite, request: BackendRequest): Promise<CalendarInfo | undefined>;
  /** Whether its server mails the people on an event; undefined where that is not known. Without this, it never does. */
  sendsInvitations?(request: BackendRequest): Promise<boolean | undefined>;
  /** How its server distorts answers to invitations; undefined if it passes them on correctly. */
  replyQuirk?(request: BackendRequest): Promise<ReplyQuirk | undefined>;
  /** Who is busy when, where the account's server can be asked: one answer for each address, in their order. */
  freeBusyOf?(
    addresses: readonly string[],
    range: Range,
    request: BackendRequest,
  ): Promise<readonly FreeBusyAnswer[]>;
  close(): Promise<void>;
}
