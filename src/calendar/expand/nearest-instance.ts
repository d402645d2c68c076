import { DAY } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { isOpen } from '../../../schemas/model/task.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import { type Budget, DEFAULT_BUDGET, TooDense } from '../rules/expansion-budget.js';
import type { Series } from '../series/series.js';
import { expand } from './expand.js';
import type { Instance } from './instance.js';

/** A stretch with more occurrences than this is halved instead of expanded. */
const FEW = 200;

/** How far ahead of now to look for an open occurrence. */
const AHEAD = 731 * DAY;
/** Length of the first stretch; each further one is twice as long. */
const FIRST_STRETCH = 8 * DAY;

interface Viewpoint {
  readonly now: Instant;
  readonly viewer: Zone;
}

/** A series that is expanded stretch by stretch. */
interface Probe {
  readonly series: Series;
  readonly viewer: Zone;
  readonly budget: Budget;
}

/**
 * The occurrence that represents a series: the next one in the range that is not over, else the last one in it.
 * Searches stretches that double away from now, so that an endless series costs a few short expansions.
 */
export function nearestInstance(
  series: Series,
  range: Range,
  { now, viewer }: Viewpoint,
  total: Budget = DEFAULT_BUDGET,
): Instance | undefined {
  const probe: Probe = { series, viewer, budget: { ...total, results: FEW } };
  const from = Math.max(range.from, series.bounds.from);
  const to = Math.min(range.to, series.bounds.to);
  if (from >= to) return undefined;
  const turn = Math.min(Math.max(now, from), to);
  for (let start = turn, width = DAY; start < to; start += width, width *= 2) {
    const next = edge(probe, { from: start, to: Math.min(start + width, to) }, 'first');
    if (next !== undefined) return next;
  }
  for (let end = turn, width = DAY; end > from; end -= width, width *= 2) {
    const last = edge(probe, { from: Math.max(end - width, from), to: end }, 'last');
    // A shorter one may have started later and ended earlier.
    if (last !== undefined) return laterStart(probe, last, turn);
  }
  return undefined;
}

/** True for an open task. */
export function isOpenInstance({ fields: { task } }: Instance): boolean {
  return task !== undefined && isOpen(task);
}

/** The occurrences of a task in order, up to `AHEAD` after now. */
export function* instancesInOrder(
  series: Series,
  range: Range,
  { now, viewer }: Viewpoint,
  budget?: Budget,
): Generator<Instance> {
  const from = Math.max(range.from, series.bounds.from);
  const to = Math.min(range.to, series.bounds.to, Math.max(now, from) + AHEAD);
  for (let start = from, width = FIRST_STRETCH; start < to; start += width, width *= 2)
    yield* expand(series, { from: start, to: Math.min(start + width, to) }, viewer, budget);
}

function edge(probe: Probe, range: Range, side: 'first' | 'last'): Instance | undefined {
  const { series, viewer, budget } = probe;
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
      const found = edge(probe, half, side);
      if (found === undefined) continue;
      return side === 'last' && half.from === middle ? laterStart(probe, found, middle) : found;
    }
    return undefined;
  }
}

/** The last occurrence to start before `to`: the known one, or one that starts after it. */
function laterStart(probe: Probe, known: Instance, to: Instant): Instance {
  const from = known.start + 1;
  const later = from < to ? edge(probe, { from, to }, 'last') : undefined;
  return later !== undefined && later.start > known.start ? later : known;
}
