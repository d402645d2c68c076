/**
 * The calendars of one user in a database that replicas share. Every write is atomic, conditional and counted: a caller
 * who has looked once only gets later writes.
 *
 * @throws CalendarError from each method: with `outcome` for writes; UNAVAILABLE while the database is down.
 */
export interface StoredCalendars {
  /** All calendars, with at most a part of their content, in the order of writing: see `isAll`. */
  look(known: readonly KnownCalendar[]): Promise<readonly LookedAt[]>;
  /** Undefined if written, or else the reason for the refusal. */
  add(calendar: string, object: StoredText): Promise<WriteRefusal | undefined>;
  replace(place: StoredPlace, object: StoredText): Promise<WriteRefusal | undefined>;
  remove(place: StoredPlace): Promise<WriteRefusal | undefined>;
  move(place: StoredPlace, calendar: string, object: StoredText): Promise<WriteRefusal | undefined>;
  /** False if the name is taken. */
  make(calendar: string, labels: StoredLabels): Promise<boolean>;
  /** Undefined labels stay, empty ones are removed; false if there is no such calendar. */
  label(calendar: string, labels: StoredLabels): Promise<boolean>;
  discard(calendar: string, what: { readonly withEvents: boolean }): Promise<WriteRefusal | undefined>;
}

/** The position up to which a calendar was read. */
export interface KnownCalendar {
  /** A later calendar with the same name has another id. */
  readonly id: number;
  /** The last change that was read. */
  readonly seen: number;
  /** The last change whose deletions were already forgotten, at the time of the look. */
  readonly forgotten: number;
}

export interface LookedAt extends KnownCalendar {
  /** Its name in addresses. */
  readonly calendar: string;
  readonly labels: StoredLabels;
  /** Starts over with the full content: the caller must forget its known state. */
  readonly isAnew: boolean;
  /** Nothing was written after `seen`. */
  readonly isAll: boolean;
  readonly changed: readonly ChangedObject[];
}

export interface StoredLabels {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly description?: string | undefined;
}

export interface ChangedObject {
  readonly file: string;
  /** The current content; undefined if deleted. */
  readonly content?: { readonly etag: string; readonly ics: string };
}

export interface StoredText {
  readonly file: string;
  readonly uid: string;
  readonly etag: string;
  readonly bytes: Uint8Array;
}

export interface StoredPlace {
  readonly calendar: string;
  readonly file: string;
  /** The expected etag. */
  readonly expect: string;
}

/** `taken`: by the named file; `not-empty`: or another process is writing to it. */
export type WriteRefusal =
  | { readonly kind: 'no-calendar' | 'no-object' | 'changed' | 'not-empty' }
  | { readonly kind: 'taken'; readonly by: string };
