import type { Zone } from '../../../compilers/time/zone.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import type { Budget } from '../rules/expansion-budget.js';
import type { Series } from '../series/series.js';
import { expand, isWithin } from './expand.js';
import type { Instance } from './instance.js';

interface Known<T> {
  readonly viewer: Zone;
  readonly value: T;
}

/** What was worked out of a record, for the zone that asked last: a record is one version, and does not change. */
class Remembered<T> {
  readonly #known = new WeakMap<Series, Known<T>>();

  recall(series: Series, viewer: Zone): T | undefined {
    const known = this.#known.get(series);
    return known?.viewer === viewer ? known.value : undefined;
  }

  keep(series: Series, viewer: Zone, value: T): T {
    this.#known.set(series, { viewer, value });
    return value;
  }
}

const singles = new Remembered<readonly Instance[]>();

/** The first occurrence of each series that waits to be done, once it was looked for. */
export const firstWaiting = new Remembered<Instance>();

/** `expand` of what does not repeat. */
export function expandSingle(
  series: Series,
  range: Range,
  viewer: Zone,
  budget?: Budget,
): readonly Instance[] {
  const all =
    singles.recall(series, viewer) ?? singles.keep(series, viewer, expand(series, ALL_TIME, viewer, budget));
  return all.filter((instance) => isWithin(instance, range));
}
