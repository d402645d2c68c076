import type { TaskFields } from './task.js';
import type { Instant, Wall } from './time.js';

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled';
export type Visibility = 'public' | 'private' | 'confidential';
export type ResponseStatus = 'accepted' | 'declined' | 'tentative' | 'needs_action' | 'delegated';
export type AttendeeRole = 'chair' | 'required' | 'optional' | 'non_participant';

export interface Person {
  /** Address without `mailto:`; empty if the calendar address is not an email address. */
  readonly email: string;
  readonly name?: string;
}

export interface Organizer extends Person {
  /** The person who acts for them (RFC 5545 §3.2.18); empty if not an email address. */
  readonly sentBy?: string;
}

export interface Attendee extends Person {
  readonly response: ResponseStatus;
  readonly role: AttendeeRole;
  /** CUTYPE, if not a person. */
  readonly kind?: Exclude<PersonKind, 'person'>;
}

export interface Reminder {
  /** Minutes before the start; negative after it. */
  readonly minutesBefore: number;
  readonly type: 'display' | 'email' | 'audio';
}

/** A file of an event: a link (RFC 5545 §3.8.1.1), or the file itself, without a `url`. */
export interface Attachment {
  readonly name: string;
  /** Media type. */
  readonly type?: string;
  /** Bytes. */
  readonly size?: number;
  readonly url?: string;
  /** The content of a small text file in the event. */
  readonly text?: string;
}

/** Label and features of a call (RFC 7986 §6.3, §6.5): `video`, `phone`, … */
export interface ConferenceDetails {
  readonly label?: string;
  readonly features?: readonly string[];
}

export const PERSON_KINDS = ['person', 'group', 'room', 'resource'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const EVENT_KINDS = ['out_of_office', 'working_elsewhere'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The fields of one VEVENT or VTODO (RFC 5545 §3.6.1, §3.6.2), without its times. */
export interface EventFields {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** CONFERENCE (RFC 7986 §5.11) or the X- property that another product uses for it. */
  readonly conference: string;
  readonly conferencing?: ConferenceDetails;
  readonly status: EventStatus;
  /** TRANSP is not TRANSPARENT. Cancelled and declined events are busy here; the engine decides if they count. */
  readonly busy: boolean;
  readonly visibility: Visibility;
  readonly organizer?: Organizer;
  readonly attendees: readonly Attendee[];
  readonly reminders: readonly Reminder[];
  /** CATEGORIES */
  readonly tags: readonly string[];
  readonly attachments: readonly Attachment[];
  /** COLOR (RFC 7986 §5.9), in lower case: the name of a CSS color. */
  readonly color: string;
  readonly kind?: EventKind;
  readonly created?: Instant;
  /** LAST-MODIFIED, or else DTSTAMP. */
  readonly updated?: Instant;
  readonly sequence: number;
  /** Key-value pairs that this server keeps for the caller (one X- property). */
  readonly metadata: Readonly<Record<string, string>>;
  /** UID of the parent (RELATED-TO), such as the task that an event reserves time for. */
  readonly parent?: string;
  /** RECURRENCE-ID of the parent task's occurrence. */
  readonly parentOccurrence?: string;
  /** Only for tasks. */
  readonly task?: TaskFields;
}

export interface CalendarRef {
  readonly id: string;
  readonly name: string;
  readonly account: string;
}

interface LocalClock {
  readonly id: string;
  toWall(at: Instant): Wall;
}

/** Parts that the policy hides but a write needs: never shown, and not available to filters. */
export interface HiddenPart extends Pick<EventFields, 'attendees' | 'organizer'> {
  readonly myResponse?: ResponseStatus;
  /** The event stays hidden until the user consents. */
  readonly withheld: boolean;
}

/** One occurrence of an event, for filters and analyses; a single event is its own only occurrence. */
export interface Occurrence extends EventFields {
  /** Public id: of the event, or of this occurrence of a series (`series/20261126T0900`). */
  readonly id: string;
  /** Public id of the series, for members of one. */
  readonly seriesId?: string;
  readonly calendar: CalendarRef;
  readonly start: Instant;
  /** Exclusive; all-day events end at the midnight after their last day. */
  readonly end: Instant;
  /** Wall times in the query's zone. */
  readonly startWall: Wall;
  readonly endWall: Wall;
  readonly allDay: boolean;
  readonly recurring: boolean;
  /** RECURRENCE-ID in the series' own time, to the minute unless seconds matter. */
  readonly recurrenceId?: string;
  /** The event's own zone; undefined if floating or all-day. */
  readonly timezone?: string;
  /** The zone at the start, and at the end if its clock differs. */
  readonly zones?: { readonly start: LocalClock; readonly end?: LocalClock };
  /** RRULE value of the series as written. */
  readonly rrule?: string;
  /** Further data about the series, internal to the engine. */
  readonly repetition?: object;
  readonly myResponse?: ResponseStatus;
  /** The owner among the attendees. */
  readonly me?: Attendee;
  /** Written by others, as far as known: from a subscription, an invitation or a shared calendar. */
  readonly external: boolean;
  /** From a text that the assistant imported, so possibly by others. */
  readonly imported?: true;
  readonly createdBy: 'assistant' | 'user';
  /** The name of the client that created it, if the assistant did. */
  readonly createdByClient?: string;
  readonly deleted: boolean;
  readonly deletedAt?: Instant;
  /** Overlaps another busy event; only known if the query needed it. */
  readonly hasConflict?: boolean;
  /** Title of an overlapping event. */
  readonly conflictsWith?: string;
  readonly href: string;
  readonly etag: string;
  /** Set if the policy hides part of the event. */
  readonly hidden?: HiddenPart;
}
