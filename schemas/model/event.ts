import type { TaskFields } from './task.js';
import type { Instant, Wall } from './time.js';

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled';
export type Visibility = 'public' | 'private' | 'confidential';
export type ResponseStatus = 'accepted' | 'declined' | 'tentative' | 'needs_action' | 'delegated';
export type AttendeeRole = 'chair' | 'required' | 'optional' | 'non_participant';

export interface Person {
  /** Address without `mailto:`; empty when the calendar address is not a mail address. */
  readonly email: string;
  readonly name?: string;
}

export interface Organizer extends Person {
  /** Who acts for them (RFC 5545 §3.2.18); empty when it is no mail address. */
  readonly sentBy?: string;
}

export interface Attendee extends Person {
  readonly response: ResponseStatus;
  readonly role: AttendeeRole;
  /** CUTYPE, where it is no person. */
  readonly kind?: Exclude<PersonKind, 'person'>;
}

export interface Reminder {
  /** Minutes before the start; negative after it. */
  readonly minutesBefore: number;
  readonly type: 'display' | 'email' | 'audio';
}

/** A file of an event: a link (RFC 5545 §3.8.1.1), or the file itself, which has no `url`. */
export interface Attachment {
  readonly name: string;
  /** Media type. */
  readonly type?: string;
  /** Bytes. */
  readonly size?: number;
  readonly url?: string;
  /** What a small text file in the event says. */
  readonly text?: string;
}

/** What people call a call, and what it has (RFC 7986 §6.3, §6.5): `video`, `phone`, … */
export interface ConferenceDetails {
  readonly label?: string;
  readonly features?: readonly string[];
}

export const PERSON_KINDS = ['person', 'group', 'room', 'resource'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const EVENT_KINDS = ['out_of_office', 'working_elsewhere'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What one VEVENT or VTODO says, read from iCalendar (RFC 5545 §3.6.1, §3.6.2) without its times. */
export interface EventFields {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** CONFERENCE (RFC 7986 §5.11) or the X- property another product uses for it. */
  readonly conference: string;
  readonly conferencing?: ConferenceDetails;
  readonly status: EventStatus;
  /** TRANSP is not TRANSPARENT. Cancelled and declined events are busy here; the engine decides what counts. */
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
  /** LAST-MODIFIED, else DTSTAMP. */
  readonly updated?: Instant;
  readonly sequence: number;
  /** Key-value pairs this server keeps for the caller (one X- property). */
  readonly metadata: Readonly<Record<string, string>>;
  /** UID of what an event belongs to (RELATED-TO), such as the task that it is time for. */
  readonly parent?: string;
  /** Of an event that belongs to a recurring task: which occurrence it is for, by its RECURRENCE-ID. */
  readonly parentOccurrence?: string;
  /** Set if it is a task. */
  readonly task?: TaskFields;
}

export interface CalendarRef {
  readonly id: string;
  readonly name: string;
  readonly account: string;
}

/** The clock of a place. */
interface LocalClock {
  readonly id: string;
  toWall(at: Instant): Wall;
}

/** What the policy hides of an event and a write of it needs: never shown, never filtered by. */
export interface HiddenPart extends Pick<EventFields, 'attendees' | 'organizer'> {
  readonly myResponse?: ResponseStatus;
  /** The event is not shown at all before a person agrees. */
  readonly withheld: boolean;
}

/** One occurrence of an event as filters and analyses see it; single events are their own only occurrence. */
export interface Occurrence extends EventFields {
  /** Public id: of the event, or of this occurrence of a series (`series/20261126T0900`). */
  readonly id: string;
  /** Public id of the series, for members of one. */
  readonly seriesId?: string;
  readonly calendar: CalendarRef;
  readonly start: Instant;
  /** Exclusive; all-day events end at the midnight after their last day. */
  readonly end: Instant;
  /** Wall times in the zone of the question. */
  readonly startWall: Wall;
  readonly endWall: Wall;
  readonly allDay: boolean;
  readonly recurring: boolean;
  /** RECURRENCE-ID in the series' own time, minutes precision unless seconds matter. */
  readonly recurrenceId?: string;
  /** The event's own zone; undefined when floating or all-day. */
  readonly timezone?: string;
  /** Where it starts, and where it ends if the clocks differ at its end. */
  readonly zones?: { readonly start: LocalClock; readonly end?: LocalClock };
  /** RRULE value of the series as written. */
  readonly rrule?: string;
  /** What more there is to know of the series; the engine's own. */
  readonly repetition?: object;
  readonly myResponse?: ResponseStatus;
  /** The owner among the attendees. */
  readonly me?: Attendee;
  /** Written by others, as far as anybody can tell: what comes from a subscription, an invitation, a shared calendar. */
  readonly external: boolean;
  /** Of a text that the assistant imported, which may be by others. */
  readonly imported?: true;
  readonly createdBy: 'assistant' | 'user';
  /** Of what the assistant created: the client, as it calls itself. */
  readonly createdByClient?: string;
  readonly deleted: boolean;
  /** Of one in the trash: when it was put there. */
  readonly deletedAt?: Instant;
  /** Overlaps another busy event; only known when the question needed it. */
  readonly hasConflict?: boolean;
  /** Title of one that overlaps it. */
  readonly conflictsWith?: string;
  readonly href: string;
  readonly etag: string;
  /** Set when the policy hides part of the event. */
  readonly hidden?: HiddenPart;
}
