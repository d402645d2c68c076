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

/** Values computed from records, for the last viewer only. A record is one version and never changes. */
class LastViewerCache<T> {
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

const singles = new LastViewerCache<readonly Instance[]>();

/** The first open occurrence of each series, if already computed. */
export const firstOpenCache = new LastViewerCache<Instance>();

/** `expand` for events that do not repeat. */
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
