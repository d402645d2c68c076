import type { CalendarLabels } from '../../../compilers/plan/calendar-labels.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { IndexedFile } from './index-file.js';
import type { WritableEvent } from './writable-event.js';

/** Where the calendars of a local account are kept: in a folder, or in a database. What they mean is decided above it. */
export interface LocalStore {
  /** The calendars as they are now, or the one that the first write makes. */
  calendars(asked: LookFor): Promise<readonly CalendarInfo[]>;
  /** What a calendar holds; undefined while nothing was written to it and it is only to come. */
  contents(calendar: string, asked: LookFor): Promise<CalendarContents | undefined>;
  /** Adds an event whose place and UID are free there; what the caller should know of it: trusted text. */
  add(calendar: string, event: WritableEvent, signal: AbortSignal): Promise<readonly string[]>;
  /** Replaces what is still as expected, and so do the others. */
  replace(place: EventPlace, event: WritableEvent, signal: AbortSignal): Promise<void>;
  remove(place: EventPlace, signal: AbortSignal): Promise<void>;
  /** Puts an event into another calendar, and takes it out of its own. */
  move(place: EventPlace, to: MoveTo, signal: AbortSignal): Promise<void>;
  /** False where another calendar has the name. */
  makeCalendar(calendar: string, labels: CalendarLabels): Promise<boolean>;
  labelCalendar(calendar: string, labels: CalendarLabels): Promise<void>;
  removeCalendar(calendar: string, what: { readonly withEvents: boolean }): Promise<void>;
}

/** For which call: what was looked at for it once need not be looked at twice. */
export type LookFor = Pick<BackendRequest, 'startedAt' | 'listed'>;

/** An event as it was read. */
export interface EventPlace {
  readonly calendar: string;
  readonly file: string;
  /** Fingerprint of what is to be there. */
  readonly expect: string;
}

export interface MoveTo {
  readonly calendar: string;
  readonly event: WritableEvent;
}

export interface CalendarContents {
  /** All files as they are now, by name. */
  files(): Promise<ReadonlyMap<string, IndexedFile>>;
  /** One file as it is now; undefined when it is gone. */
  file(name: string): Promise<IndexedFile | undefined>;
}
