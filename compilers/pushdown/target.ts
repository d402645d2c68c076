import type { Range } from '../../schemas/model/time.js';
import type { CalendarLabels } from '../plan/calendar-labels.js';
import type { Predicate } from '../plan/predicate.js';

/**
 * What a backend promises for one conjunct: `exact`, it returns just those; `inexact`, at least those;
 * `unsupported`, it cannot help. A wrong `inexact` loses events, so the default is `unsupported`.
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

/** What a store can do that can do everything. */
export const EVERY_WRITE: ReadonlySet<WriteKind> = new Set([
  'create',
  'replace',
  'delete',
  'move',
  'create-calendar',
  'update-calendar',
  'delete-calendar',
]);

/** Something that a kind of calendar cannot be given, and why: trusted text. */
export interface Limit {
  /** Completes "cannot be given …". */
  readonly what: string;
  readonly reason: string;
  /** The kind of write that is never done for this. */
  readonly write?: WriteKind;
}

export interface Capabilities {
  pushdown(predicate: Predicate): Verdict;
  readonly writes: ReadonlySet<WriteKind>;
  readonly guard: 'etag' | 'fingerprint';
  /** What of iCalendar, or of calendars, it is refused; nothing where this is absent. */
  readonly limits?: readonly Limit[];
}

/** A plan's share for one backend: what it is asked, and what is left to check here. */
export interface Scan {
  readonly range: Range;
  readonly pushed: readonly Predicate[];
  readonly residual: Predicate;
  /** When given, only these objects are of interest; the backend fetches them by address. */
  readonly hrefs?: readonly string[];
  /** Tasks instead of events, or also. */
  readonly tasks?: WithTasks;
  /** Ask the source itself, however fresh what is known may be. */
  readonly refresh?: boolean;
}

export type WithTasks = 'only' | 'also';

/** A calendar as a target addresses it. */
export interface CalendarAddress {
  readonly id: string;
  /** CalDAV: absolute URL of the collection; local: folder name; memory: its name. */
  readonly href: string;
  /** What it may hold: VEVENT, VTODO, …; VEVENT where nothing is said. */
  readonly components?: readonly string[];
}

/** One guarded change of one object. */
export type Patch =
  | {
      readonly kind: 'create';
      readonly calendar: CalendarAddress;
      readonly uid: string;
      readonly ics: string;
      /** The server is not to invite anybody; where it does not invite, nothing changes. */
      readonly silent?: boolean;
    }
  | {
      readonly kind: 'replace';
      readonly calendar: CalendarAddress;
      readonly href: string;
      readonly etag: string;
      readonly ics: string;
      /** The server is not to invite people who are new; those it has invited hear of every change. */
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

/** One change of a calendar itself. There are no versions of it to guard with. */
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
      /** False: only an empty one is deleted. */
      readonly withEvents: boolean;
    };

/** The pure half of a backend: turns a scan or a patch into a call. `fileName` is a safe name derived from the UID. */
export interface Target<Read, Write, CalendarWrite = unknown> {
  readonly name: string;
  readonly capabilities: Capabilities;
  compileRead(scan: Scan, calendar: CalendarAddress): Read;
  compileWrite(patch: Patch, fileName: string): Write;
  /** Where calendars can be made, changed or deleted. `folderName` is a safe name of its own for a new one. */
  compileCalendarWrite?(patch: CalendarPatch, folderName: string): CalendarWrite;
}
