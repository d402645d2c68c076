import { HOUR } from '../../../compilers/time/civil.js';
import type { EventFields } from '../../../schemas/model/event.js';
import type { Origin, Origins } from '../context/origins.js';

/** The content of an object for one UID. */
interface StoredSeries {
  readonly uid: string;
  readonly fields: EventFields;
  readonly overrides: readonly { readonly fields: EventFields }[];
}

/** The place of a series, and what is known about it. */
export interface StoredIn {
  readonly id: string;
  /** True if others write into the calendar, or the owner cannot: a feed may repeat any UID. */
  readonly foreign: boolean;
  /** Lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  readonly origins: Origins;
}

/** Servers that set CREATED themselves use the time of storing, by their own clock. */
const CLOCKS_DIFFER = HOUR;

/** The assistant that made a stored series; undefined for a person's, or if others reused its UID. */
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
