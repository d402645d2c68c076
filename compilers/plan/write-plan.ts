import type {
  Attendee,
  AttendeeRole,
  ConferenceDetails,
  EventKind,
  EventStatus,
  Reminder,
  ResponseStatus,
  Visibility,
} from '../../schemas/model/event.js';
import type { TaskStatus } from '../../schemas/model/task.js';
import type { Instant } from '../../schemas/model/time.js';
import type { EventTime } from '../time/time-value.js';
import type { CalendarLabels } from './calendar-labels.js';
import type { Predicate } from './predicate.js';
import type { ReadPlan } from './read-plan.js';

export type TaskPriority = 'high' | 'medium' | 'low';

export type EditScope = 'this' | 'following' | 'all';

export interface AttendeeInput {
  readonly email: string;
  readonly name?: string;
  readonly role?: AttendeeRole;
  /** The kind of attendee, if not a person. */
  readonly kind?: Attendee['kind'];
  /** A name instead of the address, which is empty; for a group, `expand` invites its members. */
  readonly lookUp?: string;
  readonly expand?: boolean;
}

export interface AttachmentInput {
  readonly url: string;
  readonly name?: string;
  readonly type?: string;
}

export interface RecurrenceRule {
  /** RRULE value (RFC 5545 §3.3.10), without UNTIL if `until` is given. */
  readonly rrule: string;
  /** `rrule` holds only the parts to replace; the stored rule keeps the others. */
  readonly merge?: true;
  /** Last day (inclusive) or moment of the series; written with DTSTART's value type. */
  readonly until?: EventTime;
  /** Starts to exclude; a date excludes all occurrences of that day. */
  readonly exclude: readonly EventTime[];
}

export interface InvitationAnswer {
  /** The owner's addresses, in lower case. */
  readonly own: ReadonlySet<string>;
  readonly response: Exclude<ResponseStatus, 'needs_action' | 'delegated'>;
  readonly comment?: string;
}

/**
 * Only the named properties change; `null` clears. All times are resolved; an all-day `end` is the last day
 * (inclusive). A task ends when it is due.
 */
export interface EventChanges {
  readonly title?: string | null;
  readonly start?: EventTime;
  readonly end?: EventTime;
  readonly durationMinutes?: number;
  /** Times of day in minutes, instead of a start or an end; the day is the event's, known at run time. */
  readonly clock?: { readonly start?: number; readonly end?: number };
  /** Minutes to move the start by; excludes a start and an end. */
  readonly shiftMinutes?: number;
  /** Minutes to move the end by; excludes an end and a length. */
  readonly extendMinutes?: number;
  readonly allDay?: boolean;
  /** Removes the start or the due date of a task. */
  readonly noStart?: true;
  readonly noDue?: true;
  /** The zone to store (IANA name). */
  readonly timezone?: string;
  readonly location?: string | null;
  readonly description?: string | null;
  /** Text to append to the description. */
  readonly addDescription?: string;
  readonly url?: string | null;
  readonly conference?: string | ({ readonly url: string } & ConferenceDetails) | null;
  readonly status?: EventStatus | TaskStatus | null;
  readonly busy?: boolean | null;
  readonly visibility?: Visibility | null;
  readonly attendees?: readonly AttendeeInput[] | null;
  readonly addAttendees?: readonly AttendeeInput[];
  readonly removeAttendees?: readonly string[];
  readonly reminders?: readonly Reminder[] | null;
  readonly addReminders?: readonly Reminder[];
  readonly removeReminders?: readonly Reminder[];
  readonly recurrence?: RecurrenceRule | null;
  readonly tags?: readonly string[] | null;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  readonly attachments?: readonly AttachmentInput[] | null;
  readonly addAttachments?: readonly AttachmentInput[];
  /** Names or addresses. */
  readonly removeAttachments?: readonly string[];
  readonly color?: string | null;
  readonly kind?: EventKind | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly response?: InvitationAnswer;
  readonly completed?: Instant;
  readonly percent?: number | null;
  readonly priority?: TaskPriority | null;
  /** UID of the parent task. */
  readonly parent?: string | null;
  /** RECURRENCE-ID of the parent task's occurrence, for a new event. */
  readonly parentOccurrence?: string;
  readonly estimateMinutes?: number | null;
}

/** A new event: always a `start`, never both `end` and `durationMinutes`. */
export interface EventData extends EventChanges {
  readonly title: string;
  readonly start: EventTime;
  readonly isTask?: never;
}

export interface TaskData extends EventChanges {
  readonly title: string;
  readonly isTask: true;
}

export type CreateData = EventData | TaskData;

interface Options {
  readonly dryRun: boolean;
  readonly idempotencyKey?: string;
  /** The original call, to tell a retry from a reused key; only for calls with a key that create nothing. */
  readonly said?: string;
  readonly timezone: string;
  /** The call named the zone, so the answer omits it. */
  readonly isZoneAsked?: boolean;
  readonly notes: readonly string[];
}

export interface WriteOptions extends Options {
  /** Columns of the event in the answer; defaults to the default row. */
  readonly fields?: readonly string[];
  readonly allowConflicts: boolean;
  readonly ifMatch?: string;
}

interface Inviting {
  /** If false, the server must not invite people who are new on the event. */
  readonly notify: boolean;
}

interface EventSelection {
  /** Public id of an event, series or occurrence, or a raw UID, unparsed. */
  readonly id: string;
  readonly select: ReadPlan;
  readonly scope?: EditScope;
  /** The scope follows from filters, so the answer reports it. */
  readonly isScopeFound?: boolean;
  /** The filters that named the event; they must still match if someone else has changed it since. */
  readonly mustStillMatch?: Predicate;
}

export type CalendarWritePlan =
  | ({
      readonly kind: 'create-calendar';
      readonly labels: CalendarLabels & { readonly name: string };
      readonly account?: string;
    } & Options)
  /** `id`: a calendar's id, name or `account/name`. */
  | ({ readonly kind: 'update-calendar'; readonly id: string; readonly labels: CalendarLabels } & Options)
  | ({
      readonly kind: 'delete-calendar';
      readonly id: string;
      readonly soft: boolean;
    } & Options);

export type EventWritePlan =
  | ({ readonly kind: 'create'; readonly data: CreateData; readonly calendar?: string } & Inviting &
      WriteOptions)
  /** `calendar` in an update moves the event after the change; `ofTasks`: the task-only keys of the call. */
  | ({
      readonly kind: 'update';
      readonly changes: EventChanges;
      readonly ofTasks?: readonly string[];
      readonly calendar?: string;
    } & Inviting &
      EventSelection &
      WriteOptions)
  /** `calendar`: destination of the copy. */
  | ({
      readonly kind: 'copy';
      readonly changes: EventChanges;
      readonly ofTasks?: readonly string[];
      readonly calendar?: string;
    } & Inviting &
      EventSelection &
      WriteOptions)
  /** `children`: includes all subtasks. */
  | ({ readonly kind: 'delete'; readonly soft: boolean; readonly children?: true } & EventSelection &
      WriteOptions)
  | ({
      readonly kind: 'complete';
      readonly completedAt?: Instant;
      readonly children?: true;
    } & EventSelection &
      WriteOptions)
  | ({ readonly kind: 'reopen'; readonly children?: true } & EventSelection & WriteOptions)
  | ({
      readonly kind: 'respond';
      /** The comment proposes another time, so it has to reach the organizer. */
      readonly proposes?: true;
    } & Omit<InvitationAnswer, 'own'> &
      EventSelection &
      WriteOptions)
  | ({ readonly kind: 'move'; readonly calendar: string } & Inviting & EventSelection & WriteOptions)
  /** Restores to the original calendar, or to another one. */
  | ({ readonly kind: 'restore'; readonly id: string; readonly calendar?: string } & Inviting & WriteOptions)
  | ({
      readonly kind: 'undo';
      readonly undoToken?: string;
      /** Without a token: the last write of any conversation. */
      readonly any?: boolean;
    } & WriteOptions)
  | ({
      readonly kind: 'import';
      readonly ics: string;
      readonly calendar?: string;
      readonly allowDuplicates: boolean;
      /** All or none. */
      readonly atomic: boolean;
    } & Options)
  /** Updates the local copies of calendars; `full` fetches everything again. */
  | ({ readonly kind: 'sync'; readonly calendar?: string; readonly full: boolean } & WriteOptions)
  | ({
      readonly kind: 'batch';
      readonly items: readonly WritePlan[];
      readonly atomic: boolean;
      /** Filters produced the items, so the call has no list of them. */
      readonly fromFilter?: true;
    } & WriteOptions);

/** A change to the matches of filters at run time: exactly one event, or each. */
export type FilteredPlan = {
  readonly kind: 'filtered';
  /** Returns occurrences if the filters give a time, or else one row per series. */
  readonly search: ReadPlan;
  /** Falls back to tasks if no event matches, because the call names no type. */
  readonly orTasks?: true;
  readonly write: UnnamedPlan;
  readonly each: boolean;
  readonly atomic: boolean;
  /** Picks the first or last match by start. */
  readonly pick?: 'first' | 'last';
} & WriteOptions;

/** A change to an event that its id names. */
export type SelectingPlan = Extract<EventWritePlan, EventSelection>;

type Unnamed<Plan> = Plan extends SelectingPlan
  ? Omit<Plan, 'id' | 'select' | 'mustStillMatch' | keyof WriteOptions>
  : never;

export type RestorePlan = Extract<EventWritePlan, { kind: 'restore' }>;

/** A change to an event without its id; the surrounding plan has the options. */
export type UnnamedPlan = Unnamed<SelectingPlan> | UnnamedRestore;
export type UnnamedRestore = Omit<RestorePlan, 'id' | keyof WriteOptions> & { readonly scope?: never };

export type WritePlan = EventWritePlan | FilteredPlan | CalendarWritePlan;
