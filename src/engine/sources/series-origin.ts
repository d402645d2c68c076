import { HOUR } from '../../../compilers/time/civil.js';
import type { EventFields } from '../../../schemas/model/event.js';
import type { Origin, Origins } from '../context/origins.js';

/** What an object says of one UID. */
interface StoredSeries {
  readonly uid: string;
  readonly fields: EventFields;
  readonly overrides: readonly { readonly fields: EventFields }[];
}

/** Where a series is stored, and what is known there. */
export interface StoredIn {
  readonly id: string;
  /** Others write into the calendar, or the owner cannot: a feed may repeat any UID. */
  readonly foreign: boolean;
  /** Lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  readonly origins: Origins;
}

/** Servers that write CREATED on their own do so when they store an event, by their own clock. */
const CLOCKS_DIFFER = HOUR;

/** Which assistant made a stored series; undefined for a person's, and for what others put under the UID of one. */
export function seriesOrigin(
  series: StoredSeries,
  { id, foreign, ownAddresses, origins }: StoredIn,
): Origin | undefined {
  const origin = foreign ? undefined : origins.of({ uid: series.uid, id });
  if (origin === undefined || origin.imported) return origin;
  const isByOther = [series, ...series.overrides].some(
    ({ fields: { organizer } }) =>
      organizer !== undefined && !ownAddresses.has(organizer.email.toLowerCase()),
  );
  const { created } = series.fields;
  const { created: made = created } = origin;
  const isAnother = created !== undefined && made !== undefined && Math.abs(created - made) > CLOCKS_DIFFER;
  return isByOther || isAnother ? undefined : origin;
}
