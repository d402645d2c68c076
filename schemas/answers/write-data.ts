import type { Outcome, PendingAction } from '../model/error.js';
import type { ResponseStatus } from '../model/event.js';
import type { ErrorBody } from './error-body.js';
import type { EventRow } from './event-row.js';
import type { OneOf } from './one-of.js';

/** Common to all writes. */
type Written = {
  readonly outcome: Outcome | 'partly_applied';
  readonly dryRun?: true;
  /** True if an earlier call with this key was answered again. */
  readonly replayed?: boolean;
  readonly undoToken?: string;
  /** The addresses that names of people were found to mean. */
  readonly resolved?: Readonly<Record<string, string | readonly string[]>>;
  /** Of a dry run: what would be done to how much. */
  readonly would?: string;
  readonly confirmToken?: string;
  readonly pendingAction?: Omit<PendingAction, 'token' | 'preview' | 'expiresAt'> & {
    readonly expiresAt?: string;
  };
};

/** Changed fields as [before, after]; of lists what was added and removed. */
export type ChangedFields = { readonly [Field in keyof EventRow | 'exclude']?: FieldChange };
export type FieldChange = readonly unknown[] | Readonly<Record<string, unknown>>;

export type ConflictRow = EventRow & { readonly hadBefore?: true };

/** What happened to the rest of the series when one occurrence was named. */
export type SeriesCells = {
  /** Where the call did not say it, or where it is all. */
  readonly scope?: 'this' | 'following' | 'all' | undefined;
  /** Day of the last occurrence of what a split or a deletion left before the named one. */
  readonly endsOn?: string | undefined;
  /** Id of the new series that a split made, or of the task that keeps what is done of one. */
  readonly newId?: string;
  /** When the next occurrence of a task is due, or begins, that waits to be done. */
  readonly next?: string;
  /** The ids of the others are other ones now, too. */
  readonly idsChanged?: true;
  /** The occurrences that keep what they have of their own, by field; of more than a few, how many. */
  readonly kept?: Readonly<Record<string, readonly string[] | number>>;
  /** How many occurrences went. */
  readonly removed?: number;
  /** How many of these were not over yet, where some were. */
  readonly upcoming?: number;
  /** What went had no end. */
  readonly endless?: true;
};

/** One event was created, changed, moved, answered, deleted or restored. */
export type EventWritten = Written & {
  readonly id?: string;
  readonly event?: EventRow;
  /** Fields that were stored as well. */
  readonly stored?: readonly string[];
  readonly changed?: ChangedFields;
  readonly series?: SeriesCells;
  readonly notified?: readonly string[];
  /** What the organizer reads beside an answer. */
  readonly comment?: string;
  /** Rooms and resources of the event, and whether they accept. */
  readonly rooms?: Readonly<Record<string, ResponseStatus>>;
  /** Of these, what those that are busy at the time have then, and others that are free. */
  readonly busyRooms?: Readonly<Record<string, readonly { readonly start: string; readonly end: string }[]>>;
  readonly freeRooms?: readonly string[];
  readonly conflicts?: readonly ConflictRow[];
  /** Events that still hold time for a task which is done. */
  readonly booked?: readonly EventRow[];
  /** Fields that the server changed on its own, or properties that no field shows. */
  readonly serverChanged?: readonly string[];
  /** What of an event or a series was deleted, and whether it can be restored. */
  readonly deleted?: string;
  readonly recoverable?: boolean;
};

export type WrittenCalendar = {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly color?: string;
  readonly description?: string;
};

/** A calendar was made, changed or, with its id as `deleted`, deleted. */
export type CalendarWritten = Written & {
  readonly calendar: WrittenCalendar;
  readonly changed?: Readonly<Record<string, readonly unknown[]>>;
  readonly serverChanged?: readonly string[];
  readonly deleted?: string;
  readonly events?: number;
  readonly unreadable?: number;
  readonly eventsWithGuests?: number;
  readonly otherComponents?: readonly string[];
  readonly recoverable?: boolean;
  readonly notified?: readonly string[];
};

/** What one step of an undone write had done, and to what. */
export type UndoneRow = {
  readonly did: string;
  readonly id: string;
  readonly title?: string | null | undefined;
  readonly start?: string | null | undefined;
  readonly day?: string | null | undefined;
  /** Of a task, instead of its start. */
  readonly due?: string | null | undefined;
  /** Steps, or events of a calendar, that are not listed. */
  readonly more?: number;
  readonly events?: number;
};

export type UndoWritten = Written & {
  readonly undone: readonly UndoneRow[];
  readonly changed?: ChangedFields;
  readonly calendar?: Readonly<Record<string, unknown>>;
};

/** Lists have the first of each; positions are those of the text. */
export type ImportWritten = Written & {
  readonly imported: number;
  readonly calendar: string;
  readonly events?: readonly (EventRow & { readonly scope?: 'all' })[];
  /** Ids of what was there already. */
  readonly skipped?: readonly string[];
  readonly different?: readonly {
    readonly position: number;
    readonly id: string;
    readonly differs: readonly string[];
  }[];
  readonly possibleDuplicates?: readonly { readonly position: number; readonly id: string }[];
  /** How many of the stored events other calendars hold, too (same UID). */
  readonly elsewhere?: readonly { readonly calendar: string; readonly events: number }[];
  readonly serverChanged?: readonly {
    readonly position: number;
    readonly id: string;
    readonly fields: readonly string[];
  }[];
  readonly failed?: readonly {
    readonly position: number;
    readonly code: string;
    readonly message: string;
    readonly outcome?: Outcome;
  }[];
};

/** Calendars that were compared with their servers, by name. */
export type SyncWritten = Written & { readonly calendars: readonly SyncRow[] };

export type SyncRow = {
  readonly calendar: string;
  readonly error?: ErrorBody;
  readonly copied?: boolean;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
};

/** One operation of a batch, or one match of a filter, failures first. */
export type BatchRow = Partial<Omit<EventWritten, 'id' | 'outcome'>> & {
  readonly index: number;
  readonly outcome?: EventWritten['outcome'] | undefined;
  readonly id?: string | undefined;
  readonly calendar?: WrittenCalendar;
  readonly error?: Omit<ErrorBody, 'outcome'>;
  readonly notes?: readonly string[];
  /** Of what filters matched, or of an import. */
  readonly failed?: number | readonly unknown[];
  readonly results?: readonly BatchRow[];
};

export type BatchWritten = Written & {
  readonly results: readonly BatchRow[];
  readonly succeeded: number;
  readonly failed: number;
};

/** What an operation tells besides what all tell. */
export type WriteExtra =
  | Partial<EventWritten>
  | Partial<CalendarWritten>
  | Partial<UndoWritten>
  | Partial<ImportWritten>
  | Partial<SyncWritten>;

/** What `calendar_write` answers, one variant for each kind of operation. */
export type WriteData = OneOf<
  EventWritten | CalendarWritten | UndoWritten | ImportWritten | SyncWritten | BatchWritten
>;
