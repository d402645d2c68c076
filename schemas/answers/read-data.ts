import type { CalendarField } from '../input/query.js';
import type { PersonKind } from '../model/event.js';
import type { PersonTimes, TimeRow } from './analysis-data.js';
import type { EventRow } from './event-row.js';
import type { OneOf } from './one-of.js';

/** A calendar; requested fields without a value are null. */
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
  /** Others with access; null if the server does not report them. */
  access: readonly { readonly who: string; readonly email?: string; readonly access: string }[];
};

/** A person, or something else to invite; for a group, its members if requested, or else their number. */
export type PersonRow = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly kind: PersonKind;
  readonly members?: number | readonly string[];
  /** The user. */
  readonly own?: true;
};

/** Answers of `calendar_read`, one variant for each type, mode and format. */
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

/** In a feed of changes: deleted or moved events, at most 100. */
type WithDeleted = { readonly deleted?: readonly EventRow[] };

/** A count, with total minutes for busy times. `count` includes the `cancelled` and `declined` events. */
type Counted = {
  readonly count: number;
  readonly minutes?: number;
  readonly cancelled?: number;
  readonly declined?: number;
  readonly deletedCount?: number;
};
