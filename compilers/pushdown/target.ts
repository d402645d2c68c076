import type { Range } from '../../schemas/model/time.js';
import type { CalendarLabels } from '../plan/calendar-labels.js';
import type { Predicate } from '../plan/predicate.js';

/**
 * A backend's promise for one conjunct. `exact`: it returns exactly the matches; `inexact`: at least the matches;
 * `unsupported`: it cannot help. A wrong `inexact` loses events, so the default is `unsupported`.
 */
export type Verdict = 'exact' | 'inexact' | 'unsupported';

export type WriteKind =
  | 'create'
  | 'replace'
  | 'delete'
  | 'move'
  | 'create-calendar'
  | 'update-calendar'
  | 'delete-calendar';

/** The writes of a store without limits. */
export const EVERY_WRITE: ReadonlySet<WriteKind> = new Set([
  'create',
  'replace',
  'delete',
  'move',
  'create-calendar',
  'update-calendar',
  'delete-calendar',
]);

/** Something that a kind of calendar does not support, and why: trusted text. */
export interface Limit {
  /** Completes "cannot be given …". */
  readonly what: string;
  readonly reason: string;
  /** The kind of write that this rules out. */
  readonly write?: WriteKind;
}

export interface Capabilities {
  pushdown(predicate: Predicate): Verdict;
  readonly writes: ReadonlySet<WriteKind>;
  readonly guard: 'etag' | 'fingerprint';
  /** Unsupported parts of iCalendar or calendars; none by default. */
  readonly limits?: readonly Limit[];
}

/** A plan's share for one backend: the pushed conditions, and the rest to check here. */
export interface Scan {
  readonly range: Range;
  readonly pushed: readonly Predicate[];
  readonly residual: Predicate;
  /** If given, only these objects; the backend fetches them by address. */
  readonly hrefs?: readonly string[];
  /** Reads tasks instead of events, or both. */
  readonly tasks?: WithTasks;
  /** Asks the source itself, even if the cache is fresh. */
  readonly refresh?: boolean;
}

export type WithTasks = 'only' | 'also';

export interface CalendarAddress {
  readonly id: string;
  /** CalDAV: absolute URL of the collection; local: folder name; memory: its name. */
  readonly href: string;
  /** Component names that it may hold: VEVENT, VTODO, …; defaults to VEVENT. */
  readonly components?: readonly string[];
}

/** One guarded change of one object. */
export type Patch =
  | {
      readonly kind: 'create';
      readonly calendar: CalendarAddress;
      readonly uid: string;
      readonly ics: string;
      /** Tells the server to invite no one; no effect if the server sends no invitations. */
      readonly silent?: boolean;
    }
  | {
      readonly kind: 'replace';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly etag: string;
      readonly ics: string;
      /** Tells the server not to invite new people; those already invited still get every change. */
      readonly silent?: boolean;
    }
  | {
      readonly kind: 'delete';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly etag: string;
    }
  | {
      readonly kind: 'move';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly etag: string;
      readonly to: CalendarAddress;
      readonly ics: string;
    };

/** One change to a calendar itself. Calendars have no versions to guard with. */
export type CalendarPatch =
  | { readonly kind: 'create-calendar'; readonly labels: CalendarLabels & { readonly name: string } }
  | {
      readonly kind: 'update-calendar';
      readonly calendar: CalendarAddress;
      readonly labels: CalendarLabels;
    }
  | {
      readonly kind: 'delete-calendar';
      readonly calendar: CalendarAddress;
      /** If false, only an empty calendar is deleted. */
      readonly withEvents: boolean;
    };

/** The pure half of a backend: compiles scans and patches. `fileName` is safe and derives from the UID. */
export interface Target<Read, Write, CalendarWrite = unknown> {
  readonly name: string;
  readonly capabilities: Capabilities;
  compileRead(scan: Scan, calendar: CalendarAddress): Read;
  compileWrite(patch: Patch, fileName: string): Write;
  /** Absent if calendars are fixed. `folderName` is a safe, unique name for a new one. */
  compileCalendarWrite?(patch: CalendarPatch, folderName: string): CalendarWrite;
}
