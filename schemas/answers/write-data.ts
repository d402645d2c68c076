import type { Outcome, PendingAction } from '../model/error.js';
import type { ResponseStatus } from '../model/event.js';
import type { ErrorBody } from './error-body.js';
import type { EventRow } from './event-row.js';
import type { OneOf } from './one-of.js';

/** Common to all writes. */
type Written = {
  readonly outcome: Outcome | 'partly_applied';
  readonly dryRun?: true;
  /** True if this repeats the answer of an earlier call with this key. */
  readonly replayed?: boolean;
  readonly undoToken?: string;
  /** The addresses found for names of people. */
  readonly resolved?: Readonly<Record<string, string | readonly string[]>>;
  /** For a dry run: what it would do, and to how much. */
  readonly would?: string;
  readonly confirmToken?: string;
  readonly pendingAction?: Omit<PendingAction, 'token' | 'preview' | 'expiresAt'> & {
    readonly expiresAt?: string;
  };
};

/** Changed fields as [before, after]; lists show their added and removed members. */
export type ChangedFields = { readonly [Field in keyof EventRow | 'exclude']?: FieldChange };
export type FieldChange = readonly unknown[] | Readonly<Record<string, unknown>>;

export type ConflictRow = EventRow & { readonly hadBefore?: true };

/** The effect on the rest of the series when the call named one occurrence. */
export type SeriesCells = {
  /** Present if the call did not name the scope, or if it is `all`. */
  readonly scope?: 'this' | 'following' | 'all' | undefined;
  /** Day of the last remaining occurrence before the named one, after a split or deletion. */
  readonly endsOn?: string | undefined;
  /** Id of the new series of a split, or of the task that keeps a completed occurrence. */
  readonly newId?: string;
  /** When the next open occurrence of a task is due, or starts. */
  readonly next?: string;
  /** The ids of the other occurrences changed, too. */
  readonly idsChanged?: true;
  /** Occurrences that keep their own values, by field; a number if there are many. */
  readonly kept?: Readonly<Record<string, readonly string[] | number>>;
  /** Number of removed occurrences. */
  readonly removed?: number;
  /** How many of them were still ahead; absent if none. */
  readonly upcoming?: number;
  /** The removed part had no end. */
  readonly endless?: true;
};

/** One event was created, changed, moved, answered, deleted or restored. */
export type EventWritten = Written & {
  readonly id?: string;
  readonly event?: EventRow;
  /** Other fields that were stored. */
  readonly stored?: readonly string[];
  readonly changed?: ChangedFields;
  readonly series?: SeriesCells;
  readonly notified?: readonly string[];
  /** The comment that the organizer gets with an answer. */
  readonly comment?: string;
  /** Rooms and resources of the event, with their responses. */
  readonly rooms?: Readonly<Record<string, ResponseStatus>>;
  /** The busy times of rooms at that time, and other rooms that are free. */
  readonly busyRooms?: Readonly<Record<string, readonly { readonly start: string; readonly end: string }[]>>;
  readonly freeRooms?: readonly string[];
  readonly conflicts?: readonly ConflictRow[];
  /** Events that still reserve time for a completed task. */
  readonly booked?: readonly EventRow[];
  /** Fields that the server changed itself, or properties without a field. */
  readonly serverChanged?: readonly string[];
  /** The deleted part of an event or series, and whether it can be restored. */
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

/** A calendar was created, changed or, with its id as `deleted`, deleted. */
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

/** One step of the undone write, and its target. */
export type UndoneRow = {
  readonly did: string;
  readonly id: string;
  readonly title?: string | null | undefined;
  readonly start?: string | null | undefined;
  readonly day?: string | null | undefined;
  /** For tasks, instead of the start. */
  readonly due?: string | null | undefined;
  /** Number of further steps, or of a calendar's events. */
  readonly more?: number;
  readonly events?: number;
};

export type UndoWritten = Written & {
  readonly undone: readonly UndoneRow[];
  readonly changed?: ChangedFields;
  readonly calendar?: Readonly<Record<string, unknown>>;
};

/** Lists are cut after the first entries; positions refer to the text. */
export type ImportWritten = Written & {
  readonly imported: number;
  readonly calendar: string;
  readonly events?: readonly (EventRow & { readonly scope?: 'all' })[];
  /** Ids of events that existed already. */
  readonly skipped?: readonly string[];
  readonly different?: readonly {
    readonly position: number;
    readonly id: string;
    readonly differs: readonly string[];
  }[];
  readonly possibleDuplicates?: readonly { readonly position: number; readonly id: string }[];
  /** Number of stored events that other calendars also contain (same UID). */
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
  /** For the matches of filters, or an import. */
  readonly failed?: number | readonly unknown[];
  readonly results?: readonly BatchRow[];
};

export type BatchWritten = Written & {
  readonly results: readonly BatchRow[];
  readonly succeeded: number;
  readonly failed: number;
};

export type WriteExtra =
  | Partial<EventWritten>
  | Partial<CalendarWritten>
  | Partial<UndoWritten>
  | Partial<ImportWritten>
  | Partial<SyncWritten>;

/** Answers of `calendar_write`, one variant for each kind of operation. */
export type WriteData = OneOf<
  EventWritten | CalendarWritten | UndoWritten | ImportWritten | SyncWritten | BatchWritten
>;
