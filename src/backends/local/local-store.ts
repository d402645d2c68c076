import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { IndexedFile } from './index-file.js';
import type { WritableEvent } from './writable-event.js';

/** Storage of a local account: a folder or a database. */
export interface LocalStore {
  /** The current calendars, or the one that the first write will create. */
  calendars(asked: LookFor): Promise<readonly CalendarInfo[]>;
  /** Contents of a calendar; undefined until its first write. */
  contents(calendar: string, asked: LookFor): Promise<CalendarContents | undefined>;
  /** Adds an event if its name and UID are free. Returns notes for the caller, as trusted text. */
  add(calendar: string, event: WritableEvent, signal: AbortSignal): Promise<readonly string[]>;
  /** Like `remove` and `move`, throws if the event has changed. */
  replace(place: EventPlace, event: WritableEvent, signal: AbortSignal): Promise<void>;
  remove(place: EventPlace, signal: AbortSignal): Promise<void>;
  /** Moves an event to another calendar. */
  move(place: EventPlace, to: MoveTo, signal: AbortSignal): Promise<void>;
  /** False if the name is taken. */
  makeCalendar(calendar: string, labels: CalendarLabels): Promise<boolean>;
  labelCalendar(calendar: string, labels: CalendarLabels): Promise<void>;
  removeCalendar(calendar: string, what: { readonly withEvents: boolean }): Promise<void>;
}

/** Identifies the call, so its parts can share one read. */
export type LookFor = Pick<BackendRequest, 'startedAt' | 'listed'>;

export interface EventPlace {
  readonly calendar: string;
  readonly file: string;
  /** Expected fingerprint. */
  readonly expect: string;
}

export interface MoveTo {
  readonly calendar: string;
  readonly event: WritableEvent;
}

export interface CalendarContents {
  /** The current files, by name. */
  files(): Promise<ReadonlyMap<string, IndexedFile>>;
  /** The current file; undefined if it is gone. */
  file(name: string): Promise<IndexedFile | undefined>;
}
