import { DAY } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import type { SeriesRecord } from '../read/series-record.js';
import { type Budget, DEFAULT_BUDGET, TooDense } from '../rules/expansion-budget.js';
import { expand } from './expand.js';
import type { Instance } from './instance.js';

/** A probed stretch with more than this is halved instead of being expanded. */
const FEW = 200;

/**
 * The occurrence that stands for a series: the next one in the range that is not over, else the last one in it.
 * Looks at stretches that double away from now, so that an endless series costs a few short expansions.
 */
export function nearestInstance(
  series: SeriesRecord,
  range: Range,
  now: Instant,
  viewer: Zone,
  total: Budget = DEFAULT_BUDGET,
): Instance | undefined {
  const budget = { ...total, results: FEW };
  const from = Math.max(range.from, series.bounds.from);
  const to = Math.min(range.to, series.bounds.to);
  if (from >= to) return undefined;
  const turn = Math.min(Math.max(now, from), to);
  for (let start = turn, width = DAY; start < to; start += width, width *= 2) {
    const next = edge(series, { from: start, to: Math.min(start + width, to) }, viewer, 'first', budget);
    if (next !== undefined) return next;
  }
  for (let end = turn, width = DAY; end > from; end -= width, width *= 2) {
    const last = edge(series, { from: Math.max(end - width, from), to: end }, viewer, 'last', budget);
    // A shorter one may have begun later and be over for longer.
    if (last !== undefined) return laterStart(series, last, turn, viewer, budget);
  }
  return undefined;
}

function edge(
  series: SeriesRecord,
  range: Range,
  viewer: Zone,
  side: 'first' | 'last',
  budget: Budget,
): Instance | undefined {
  try {
    return expand(series, range, viewer, budget).at(side === 'first' ? 0 : -1);
  } catch (error) {
    const wide = range.to - range.from > 1;
    if (!(error instanceof TooDense) || !wide) throw error;
    const middle = Math.floor((range.from + range.to) / 2);
    const halves = [
      { from: range.from, to: middle },
      { from: middle, to: range.to },
    ];
    if (side === 'last') halves.reverse();
    for (const half of halves) {
      const found = edge(series, half, viewer, side, budget);
      if (found === undefined) continue;
      return side === 'last' && half.from === middle
        ? laterStart(series, found, middle, viewer, budget)
        : found;
    }
    return undefined;
  }
}

/** The last to begin before `to`, of a known one and those that begin after it. */
function laterStart(
  series: SeriesRecord,
  known: Instance,
  to: Instant,
  viewer: Zone,
  budget: Budget,
): Instance {
  const from = known.start + 1;
  const later = from < to ? edge(series, { from, to }, viewer, 'last', budget) : undefined;
  return later !== undefined && later.start > known.start ? later : known;
}
