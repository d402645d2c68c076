import type { Occurrence } from '../../../schemas/model/event.js';
import type { Range } from '../../../schemas/model/time.js';

/** Finds rows that overlap a range without scanning all rows. */
export class TimeIndex {
  readonly #rows: readonly Occurrence[];
  /** Per row, the latest end of all rows up to it. */
  readonly #ends: number[] = [];

  constructor(rows: readonly Occurrence[]) {
    this.#rows = [...rows].sort((a, b) => a.start - b.start);
    let last = Number.NEGATIVE_INFINITY;
    for (const { end } of this.#rows) {
      last = Math.max(last, end);
      this.#ends.push(last);
    }
  }

  within({ from, to }: Range): readonly Occurrence[] {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    const found: Occurrence[] = [];
    for (let row = this.#rows[low]; row !== undefined && row.start < to; row = this.#rows[++low])
      if (row.end > from) found.push(row);
    return found;
  }
}
