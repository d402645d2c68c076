import type { Occurrence } from '../../../schemas/model/event.js';
import type { Range } from '../../../schemas/model/time.js';

/** Merges busy times as they arrive. Rows must be added in order of start. */
export class TakenTimes {
  readonly #merged: { readonly from: number; to: number }[] = [];

  add({ start, end }: Pick<Occurrence, 'start' | 'end'>): void {
    if (end <= start) return;
    const last = this.#merged.at(-1);
    if (last === undefined || start > last.to) this.#merged.push({ from: start, to: end });
    else last.to = Math.max(last.to, end);
  }

  get merged(): readonly Range[] {
    return this.#merged;
  }
}
