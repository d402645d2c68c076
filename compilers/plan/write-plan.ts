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
  /** What is invited, where it is no person. */
  readonly kind?: Attendee['kind'];
  /** A name instead of the address, which is empty; of a group, `expand` means its members. */
  readonly lookUp?: string;
  readonly expand?: boolean;
}

/** A file as a link. */
export interface AttachmentInput {
  readonly url: string;
  readonly name?: string;
  readonly type?: string;
}

export interface RecurrenceRule {
  /** RRULE value (RFC 5545 §3.3.10) without UNTIL when `until` is given. */
  readonly rrule: string;
  /** `rrule` has only parts that take the place of those of the stored rule; the others stay. */
  readonly merge?: true;
  /** Last day (included) or moment of the series; written in the value type DTSTART asks for. */
  readonly until?: EventTime;
  /** Starts that do not take place; a date excludes that day's occurrences. */
  readonly exclude: readonly EventTime[];
}

/** How the owner of an account answers an invitation. */
export interface InvitationAnswer {
  /** Addresses that are the owner's, in lower case. */
  readonly own: ReadonlySet<string>;
  readonly response: Exclude<ResponseStatus, 'needs_action' | 'delegated'>;
  readonly comment?: string;
}

/**
 * Named properties only; `null` clears. All times are resolved, all-day `end` is the last day (inclusive). A task ends
 * when it is due.
 */
export interface EventChanges {
  readonly title?: string | null;
  readonly start?: EventTime;
  readonly end?: EventTime;
  readonly durationMinutes?: number;
  /** Times of day instead of a start or an end, in minutes: they mean the day of the event, which shows when it runs. */
  readonly clock?: { readonly start?: number; readonly end?: number };
  /** By how much the start moves; instead of a start and an end. */
  readonly shiftMinutes?: number;
  /** By how much the end moves; instead of an end and a length. */
  readonly extendMinutes?: number;
  readonly allDay?: boolean;
  /** A task is to have no start, or not to be due. */
  readonly noStart?: true;
  readonly noDue?: true;
  /** The zone the event shall live in (IANA name). */
  readonly timezone?: string;
  readonly location?: string | null;
  readonly description?: string | null;
  /** Text below what the description says. */
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
  /** When a task that is done was done. */
  readonly completed?: Instant;
  readonly percent?: number | null;
  readonly priority?: TaskPriority | null;
  /** UID of the task that a task is a part of. */
  readonly parent?: string | null;
  /** Of a new event for an occurrence of a recurring task: which one, by its RECURRENCE-ID. */
  readonly parentOccurrence?: string;
  readonly estimateMinutes?: number | null;
}

/** What a new event needs: `start` always, `end` and `durationMinutes` never both. */
export interface EventData extends EventChanges {
  readonly title: string;
  readonly start: EventTime;
  readonly isTask?: never;
}

/** A new task, with dates or without. */
export interface TaskData extends EventChanges {
  readonly title: string;
  readonly isTask: true;
}

export type CreateData = EventData | TaskData;

/** What every write takes. */
interface Options {
  readonly dryRun: boolean;
  readonly idempotencyKey?: string;
  /** Of a call with a key that creates nothing: the call as it was made, to tell a repetition from another call. */
  readonly said?: string;
  readonly timezone: string;
  /** The call named it, so the answer need not. */
  readonly isZoneAsked?: boolean;
  readonly notes: readonly string[];
}

export interface WriteOptions extends Options {
  /** Columns of the event in the answer; the default ones without. */
  readonly fields?: readonly string[];
  readonly allowConflicts: boolean;
  readonly ifMatch?: string;
}

interface Inviting {
  /** False: the server is not to invite people who are new on the event. */
  readonly notify: boolean;
}

interface EventSelection {
  /** As given: public id of an event, series or occurrence, or a raw UID. */
  readonly id: string;
  readonly select: ReadPlan;
  readonly scope?: EditScope;
  /** It follows from filters, so the answer tells it. */
  readonly isScopeFound?: boolean;
  /** Of what filters named: what must still hold where somebody else has changed the event since. */
  readonly mustStillMatch?: Predicate;
}

/** A compiled change of a calendar itself. */
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

/** A compiled mutation of events. */
export type EventWritePlan =
  | ({ readonly kind: 'create'; readonly data: CreateData; readonly calendar?: string } & Inviting &
      WriteOptions)
  /** `calendar` in an update moves the event there after the change; `ofTasks`: keys of the call that only tasks have. */
  | ({
      readonly kind: 'update';
      readonly changes: EventChanges;
      readonly ofTasks?: readonly string[];
      readonly calendar?: string;
    } & Inviting &
      EventSelection &
      WriteOptions)
  /** `calendar`: that of the copy. */
  | ({
      readonly kind: 'copy';
      readonly changes: EventChanges;
      readonly ofTasks?: readonly string[];
      readonly calendar?: string;
    } & Inviting &
      EventSelection &
      WriteOptions)
  /** `children`: with all tasks that are part of it. */
  | ({ readonly kind: 'delete'; readonly soft: boolean; readonly children?: true } & EventSelection &
      WriteOptions)
  | ({
      readonly kind: 'complete';
      readonly completedAt?: Instant;
      readonly children?: true;
    } & EventSelection &
      WriteOptions)
  | ({ readonly kind: 'reopen'; readonly children?: true } & EventSelection & WriteOptions)
  /** Answers an invitation. */
  | ({
      readonly kind: 'respond';
      /** The comment proposes another time, so it has to reach somebody. */
      readonly proposes?: true;
    } & Omit<InvitationAnswer, 'own'> &
      EventSelection &
      WriteOptions)
  | ({ readonly kind: 'move'; readonly calendar: string } & Inviting & EventSelection & WriteOptions)
  /** Into the calendar it was in, or another one. */
  | ({ readonly kind: 'restore'; readonly id: string; readonly calendar?: string } & Inviting & WriteOptions)
  | ({
      readonly kind: 'undo';
      readonly undoToken?: string;
      /** Without a token: the last write of any conversation. */
      readonly any?: boolean;
    } & WriteOptions)
  /** Stores the events of an iCalendar text. */
  | ({
      readonly kind: 'import';
      readonly ics: string;
      readonly calendar?: string;
      readonly allowDuplicates: boolean;
      /** All of them, or none. */
      readonly atomic: boolean;
    } & Options)
  /** Brings the copies of calendars on this computer up to date; `full` fetches everything again. */
  | ({ readonly kind: 'sync'; readonly calendar?: string; readonly full: boolean } & WriteOptions)
  | ({
      readonly kind: 'batch';
      readonly items: readonly WritePlan[];
      readonly atomic: boolean;
      /** The items are what filters matched; the call has no list of them. */
      readonly fromFilter?: true;
    } & WriteOptions);

/** A change of what filters match when it runs: of exactly one event, or of each. */
export type FilteredPlan = {
  readonly kind: 'filtered';
  /** Occurrences where the filters say when, else one row for each series. */
  readonly search: ReadPlan;
  /** Tasks are meant where no event matches: the call says neither. */
  readonly orTasks?: true;
  readonly write: UnnamedPlan;
  readonly each: boolean;
  readonly atomic: boolean;
  /** Of several matches the one that starts first, or last. */
  readonly pick?: 'first' | 'last';
} & WriteOptions;

/** A change of an event that its id names. */
export type SelectingPlan = Extract<EventWritePlan, EventSelection>;

type Unnamed<Plan> = Plan extends SelectingPlan
  ? Omit<Plan, 'id' | 'select' | 'mustStillMatch' | keyof WriteOptions>
  : never;

export type RestorePlan = Extract<EventWritePlan, { kind: 'restore' }>;

/** A change of an event without the id; the options are those of the plan around it. */
export type UnnamedPlan = Unnamed<SelectingPlan> | UnnamedRestore;
export type UnnamedRestore = Omit<RestorePlan, 'id' | keyof WriteOptions> & { readonly scope?: never };

/** A compiled mutation. */
export type WritePlan = EventWritePlan | FilteredPlan | CalendarWritePlan;
