import { isDeepStrictEqual } from 'node:util';
import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { FIELDS, type FieldName } from '../../calendar/edit/event/edit-fields.js';
import { recurrenceKey } from '../../calendar/read/read-timing.js';
import type { Override, SeriesRecord } from '../../calendar/read/series-record.js';
import { printRecurrenceId } from '../../calendar/text/date-time.js';
import type { ObjectRows } from './object-rows.js';

/** What became of the rest of a series of which one occurrence was named. */
export interface SeriesReport {
  /** Where the call did not say it. */
  readonly scope?: EditScope | undefined;
  /** Day of the last occurrence of what a split or a deletion left before the named one. */
  readonly endsOn?: string | undefined;
  /** Id of the new series that a split made. */
  readonly newId?: string;
  /** The ids of the others are other ones now, too. */
  readonly idsChanged?: true;
  /** How many occurrences keep what they have of their own, by field. */
  readonly kept?: Readonly<Record<string, number>>;
  /** How many occurrences went. */
  readonly removed?: number;
  /** How many of these were not over yet, where some were. */
  readonly upcoming?: number;
  /** What went had no end. */
  readonly endless?: true;
}

/** The scope that was settled on, where the call did not say it. */
export function unsaidScope(
  { scope: said, isScopeFound }: { readonly scope?: EditScope; readonly isScopeFound?: boolean },
  scope: EditScope,
): Pick<SeriesReport, 'scope'> {
  return said === undefined || isScopeFound ? { scope } : {};
}

/** The field that a change is about; `time` for all fields of time. */
function fieldOf(change: string): FieldName | 'time' {
  const field = change.replace(/^(?:add|remove)([A-Z])/, (_, first: string) => first.toLowerCase());
  return FIELDS.find((name) => name === field) ?? 'time';
}

/** How many occurrences of a changed series but the one with this id keep a value, or a time, of their own. */
export function keptIn(
  series: SeriesRecord,
  changes: EventChanges,
  recurrenceId: string | undefined,
): Pick<SeriesReport, 'kept'> {
  const { master } = series;
  if (master === undefined) return {};
  const like = master.timing.start;
  const hasOwn = (name: FieldName | 'time', { fields, key, timing }: Override): boolean => {
    if (name !== 'time') return !isDeepStrictEqual(fields[name], series.fields[name]);
    return (
      recurrenceKey(timing.start, like) !== key || !isDeepStrictEqual(timing.length, master.timing.length)
    );
  };
  const kept = new Map<string, number>();
  for (const override of series.overrides) {
    const wall = like.kind === 'zoned' ? like.zone.toWall(override.key) : override.key;
    if (printRecurrenceId(wall, like.kind === 'date') === recurrenceId) continue;
    for (const name of new Set(Object.keys(changes).map(fieldOf))) {
      if (hasOwn(name, override)) kept.set(name, (kept.get(name) ?? 0) + 1);
    }
  }
  return kept.size === 0 ? {} : { kept: Object.fromEntries(kept) };
}

/** Day on which a series has its last occurrence. */
export function lastDayOf(view: ObjectRows | undefined): string | undefined {
  const last = view?.last();
  return last && printDate(dayOfWall(last.startWall));
}
