import type { CalendarField } from '../input/query.js';
import type { PersonKind } from '../model/event.js';
import type { PersonTimes, TimeRow } from './analysis-data.js';
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
  /** Who has access besides the owner; null where the server does not tell. */
  access: readonly { readonly who: string; readonly email?: string; readonly access: string }[];
};

/** Somebody, or something that can be invited; of a group, its members where it was searched for, by address and name, else how many. */
export type PersonRow = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly kind: PersonKind;
  readonly members?: number | readonly string[];
  /** The user. */
  readonly own?: true;
};

/** What `calendar_read` answers, one variant for each type, mode and format of a query. */
export type ReadData = OneOf<
  | ({ readonly events: readonly EventRow[] } & WithDeleted)
  | ({ readonly tasks: readonly EventRow[] } & WithDeleted)
  | { readonly calendars: readonly CalendarRow[] }
  | { readonly people: readonly PersonRow[] }
  | { readonly busy: readonly TimeRow[] }
  | { readonly attendees: readonly PersonTimes[] }
  | Counted
  | ({ readonly agenda: string } & WithDeleted)
  | { readonly table: string }
  | { readonly ics: string }
>;

/** Of a feed of changes: what was deleted or moved away, at most 100. */
type WithDeleted = { readonly deleted?: readonly EventRow[] };

/** A count; of busy times also their minutes in all. `count` includes the `cancelled` and `declined` events. */
type Counted = {
  readonly count: number;
  readonly minutes?: number;
  readonly cancelled?: number;
  readonly declined?: number;
  readonly deletedCount?: number;
};
