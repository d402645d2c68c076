import type { CalendarField } from '../input/query.js';
import type { EventRow } from './event-row.js';
import type { OneOf } from './one-of.js';

/** A calendar; what is asked for and has nothing to say is null. */
export type CalendarRow = { readonly [Field in CalendarField]?: CalendarCells[Field] | null };

type CalendarCells = {
  id: string;
  name: string;
  account: string;
  backend: string;
  color: string;
  description: string;
  writable: boolean;
  readOnlyReason: string;
  components: readonly string[];
  default: boolean;
};

/** A time in which something takes place; `end` is HH:MM on the day of the start. */
export type TimeRow = { readonly start: string; readonly end: string; readonly day: string };

/** What `calendar_read` answers, one variant for each type, mode and format of a query. */
export type ReadData = OneOf<
  | { readonly events: readonly EventRow[] }
  | { readonly tasks: readonly EventRow[] }
  | { readonly calendars: readonly CalendarRow[] }
  | { readonly busy: readonly TimeRow[] }
  | Counted
  | { readonly agenda: string }
  | { readonly table: string }
  | { readonly ics: string }
>;

/** Of busy times with the minutes in all; `cancelled` and `declined` events are among those that are counted. */
type Counted = {
  readonly count: number;
  readonly minutes?: number;
  readonly cancelled?: number;
  readonly declined?: number;
};
