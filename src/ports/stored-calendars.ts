/**
 * The calendars of one user in a database that replicas share. Every write is atomic and conditional, and counted: who
 * has looked once is told only what was written since.
 *
 * @throws CalendarError of each method: with `outcome` where it writes; UNAVAILABLE while the database is away.
 */
export interface StoredCalendars {
  /** All calendars, and of what they hold a part at most, in the order in which it was written: see `isAll`. */
  look(known: readonly KnownCalendar[]): Promise<readonly LookedAt[]>;
  /** Undefined once it is written, otherwise why nothing was. */
  add(calendar: string, object: StoredText): Promise<WriteRefusal | undefined>;
  replace(place: StoredPlace, object: StoredText): Promise<WriteRefusal | undefined>;
  remove(place: StoredPlace): Promise<WriteRefusal | undefined>;
  move(place: StoredPlace, calendar: string, object: StoredText): Promise<WriteRefusal | undefined>;
  /** False where there is one of that name. */
  make(calendar: string, labels: StoredLabels): Promise<boolean>;
  /** What is undefined stays, and what is empty goes; false where there is no such calendar. */
  label(calendar: string, labels: StoredLabels): Promise<boolean>;
  discard(calendar: string, what: { readonly withEvents: boolean }): Promise<WriteRefusal | undefined>;
}

/** How far a calendar was read. */
export interface KnownCalendar {
  /** Another one of the same name has another. */
  readonly id: number;
  /** The last change that was read. */
  readonly seen: number;
  /** The last change of which it is no longer known what was deleted by it, as it was then. */
  readonly forgotten: number;
}

export interface LookedAt extends KnownCalendar {
  /** Its name in addresses. */
  readonly calendar: string;
  readonly labels: StoredLabels;
  /** Not what was known, but the beginning of all that it holds: what is known of it is forgotten. */
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
  /** What it is now; undefined when it is gone. */
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
  /** The etag of what is to be there. */
  readonly expect: string;
}

/** `taken`: by the file that is named; `not-empty`: or somebody is writing to it. */
export type WriteRefusal =
  | { readonly kind: 'no-calendar' | 'no-object' | 'changed' | 'not-empty' }
  | { readonly kind: 'taken'; readonly by: string };
