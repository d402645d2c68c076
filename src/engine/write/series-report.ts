import { isDeepStrictEqual } from 'node:util';
import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { keyOf } from '../../calendar/read/read-timing.js';
import type { Override, SeriesRecord } from '../../calendar/read/series-record.js';
import { printRecurrenceId } from '../../calendar/text/date-time.js';
import type { EventView } from './object-rows.js';

/** What became of the rest of a series of which one occurrence was named. */
export interface SeriesReport {
  readonly scope: EditScope;
  /** Day of the last occurrence of what a split or a deletion left before the named one. */
  readonly endsOn?: string | undefined;
  /** Id of the new series that a split made. */
  readonly newId?: string;
  /** How many occurrences keep what they have of their own, by field. */
  readonly kept?: Readonly<Record<string, number>>;
  /** How many occurrences went. */
  readonly removed?: number;
}

/** The fields of an event that a change is about; everything else that a change can hold is about its time. */
const FIELDS: Readonly<Partial<Record<keyof EventChanges, keyof EventFields>>> = {
  title: 'title',
  location: 'location',
  description: 'description',
  url: 'url',
  conference: 'conference',
  status: 'status',
  busy: 'busy',
  visibility: 'visibility',
  attendees: 'attendees',
  addAttendees: 'attendees',
  removeAttendees: 'attendees',
  reminders: 'reminders',
  addReminders: 'reminders',
  removeReminders: 'reminders',
  tags: 'tags',
  addTags: 'tags',
  removeTags: 'tags',
  metadata: 'metadata',
};
const FIELD_OF: ReadonlyMap<string, keyof EventFields> = new Map(Object.entries(FIELDS));

/** How many occurrences of a changed series but the one with this id keep a value, or a time, of their own. */
export function keptIn(
  series: SeriesRecord,
  changes: EventChanges,
  recurrenceId: string | undefined,
): Pick<SeriesReport, 'kept'> {
  const { master } = series;
  if (master === undefined) return {};
  const like = master.timing.start;
  const hasOwn = (name: string, { fields, key, timing }: Override): boolean => {
    if (name !== 'time') {
      const field = FIELD_OF.get(name);
      return field !== undefined && !isDeepStrictEqual(fields[field], series.fields[field]);
    }
    return keyOf(timing.start, like) !== key || !isDeepStrictEqual(timing.length, master.timing.length);
  };
  const kept = new Map<string, number>();
  for (const override of series.overrides) {
    const wall = like.kind === 'zoned' ? like.zone.toWall(override.key) : override.key;
    if (printRecurrenceId(wall, like.kind === 'date') === recurrenceId) continue;
    for (const name of new Set(Object.keys(changes).map((change) => FIELD_OF.get(change) ?? 'time'))) {
      if (hasOwn(name, override)) kept.set(name, (kept.get(name) ?? 0) + 1);
    }
  }
  return kept.size === 0 ? {} : { kept: Object.fromEntries(kept) };
}

/** Day on which a series has its last occurrence. */
export function lastDayOf(view: EventView | undefined): string | undefined {
  const last = view?.last();
  return last && printDate(dayOfWall(last.startWall));
}
