import type { Scan } from '../../../compilers/pushdown/target.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Sources } from '../context/source.js';
import type { UnknownOwners } from '../sources/own-addresses.js';
import type { SourceReport } from './source-report.js';

/** How a plan was divided for one calendar; shown by `explain`. */
export interface Division {
  readonly calendar: string;
  readonly backend: string;
  readonly scan: Scan;
  readonly call: unknown;
}

/** What a read found before it is sorted, paged and projected. */
export interface Collected {
  /** Every occurrence that satisfies the plan, unsorted. */
  readonly rows: readonly Occurrence[];
  /** Occurrences that are shown by agreement only, in the calendars and the period asked, whatever else is asked. */
  readonly withheld: number;
  /** Some events are shown with less than they have, or not at all. */
  readonly showsLess: boolean;
  /** Events are there of which some fields are not shown, so that filters on these find nothing. */
  readonly hidesFields: boolean;
  /** The objects behind the rows, by `calendarId` and href. */
  readonly objects: ReadonlyMap<string, CalendarObject>;
  readonly reports: readonly SourceReport[];
  readonly notes: readonly string[];
  readonly unknownOwners: UnknownOwners;
  readonly divisions: readonly Division[];
  /** The calendars that were visible. */
  readonly found: Sources;
}

/** The key of an object in `Collected.objects`. */
export function objectKey(calendarId: string, href: string): string {
  return `${calendarId} ${href}`;
}
