import type { EditScope } from '../../../../compilers/plan/write-plan.js';
import type { ZoneLookup } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';

/** What an edit needs from outside: the clock, the zones, identities. */
export interface EditContext {
  readonly now: Instant;
  readonly zones: ZoneLookup;
  /** UID of a created event. */
  readonly uid: string;
  /** UID of the second object of a split. */
  newUid(): string;
  /** Address of the calendar's owner: ORGANIZER when attendees are given. */
  readonly organizer?: string;
  /** IANA name of the zone the question was asked in; floating times are read in it. */
  readonly timezone: string;
}

/** Which part of an object an edit is about. */
export interface EditPlace {
  readonly scope: EditScope;
  /** As `Instance.recurrenceId`. */
  readonly recurrenceId?: string;
  /** Of a series named as a whole: its occurrence that answers show, which the given times are measured from. */
  readonly shown?: string;
  /** The caller said `all` of a named occurrence, so a new rule holds for what is past, too. */
  readonly pastToo?: boolean;
  /** What follows goes to another calendar, and so is split off though nothing else of it changes. */
  readonly apart?: boolean;
}

export interface EditResult {
  /** Undefined when nothing is left: delete the object. */
  readonly ics?: string;
  /** The second object that scope `following` makes. */
  readonly split?: { readonly uid: string; readonly ics: string };
  /** The named occurrence, else the one that answers show, by its `Instance.recurrenceId` after the edit. */
  readonly named?: string | undefined;
  /** Notes for the caller: trusted text. */
  readonly notes: readonly string[];
}
