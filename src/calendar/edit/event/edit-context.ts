import type { EditScope } from '../../../../compilers/plan/write-plan.js';
import type { ZoneLookup } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';

export interface EditContext {
  readonly now: Instant;
  readonly zones: ZoneLookup;
  /** UID of a created event. */
  readonly uid: string;
  /** UID of the second object of a split. */
  newUid(): string;
  /** Address of the calendar's owner, who becomes ORGANIZER when there are attendees. */
  readonly organizer?: string;
  /** IANA name of the caller's zone; floating times are read in it. */
  readonly timezone: string;
}

/** The part of an object to edit. */
export interface EditPlace {
  readonly scope: EditScope;
  /** Same as `Instance.recurrenceId`. */
  readonly recurrenceId?: string;
  /** The displayed occurrence of a series named as a whole; the given times are relative to it. */
  readonly shown?: string;
  /** True if the caller chose `all` for a named occurrence: a new rule applies to the past, too. */
  readonly pastToo?: boolean;
  /** True to split even if nothing else changes: the second part moves to another calendar. */
  readonly apart?: boolean;
}

export interface EditResult {
  /** Undefined if nothing remains: delete the object. */
  readonly ics?: string;
  /** The second object, made by scope `following`. */
  readonly split?: { readonly uid: string; readonly ics: string };
  /** The named occurrence, or the displayed one, as its `Instance.recurrenceId` after the edit. */
  readonly named?: string | undefined;
  /** Notes for the caller: trusted text. */
  readonly notes: readonly string[];
}
