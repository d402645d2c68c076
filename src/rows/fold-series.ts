import type { Occurrence } from '../../schemas/model/event.js';
import { eachRow } from './each-row.js';

export type Folded<Found> = Found & {
  /** Later occurrences of the series with the same result. */
  readonly more?: number;
};

/** The findings by row; a series keeps the first row of each finding. Rows must be sorted by start. */
export function* foldSeries<Found extends { readonly reasons: readonly string[] }>(
  rows: readonly Occurrence[],
  find: (row: Occurrence) => Found | undefined,
): Generator<undefined, ReadonlyMap<Occurrence, Folded<Found>>, undefined> {
  const folded = new Map<Occurrence, Folded<Found>>();
  const first = new Map<string, Occurrence>();
  yield* eachRow(rows, (row) => {
    const found = find(row);
    if (found === undefined) return;
    const key = `${row.seriesId ?? row.id} ${found.reasons.join()}`;
    const known = first.get(key);
    if (known === undefined) {
      first.set(key, row);
      folded.set(row, found);
    } else folded.set(known, { ...found, more: (folded.get(known)?.more ?? 0) + 1 });
  });
  return folded;
}
