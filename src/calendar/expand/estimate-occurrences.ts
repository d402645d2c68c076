import { DAY } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Range } from '../../../schemas/model/time.js';
import { type Budget, meterOf } from '../rules/expansion-budget.js';
import { type Series, upperLength } from '../series/series.js';
import { isExact } from '../text/time-form.js';

/**
 * Estimates how many occurrences `expand` would return for the range, exceptions included, so that the cost of a
 * series is known in advance. Throws EXPANSION_LIMIT as `expand` does.
 */
export function estimateOccurrences(series: Series, range: Range, viewer: Zone, budget: Budget): number {
  const { master, overrides, bounds } = series;
  if (range.from >= bounds.to || range.to <= bounds.from) return 0;
  if (master === undefined) return overrides.length;
  const meter = meterOf(budget);
  const { form, length } = master.span;
  const zone = isExact(form) ? form.zone : viewer;
  const from = zone.toWall(Math.max(range.from, bounds.from)) - upperLength(length);
  const to = zone.toWall(Math.min(range.to, bounds.to));
  const inRange = (key: number): boolean => key >= from - DAY && key < to + DAY;
  const single = master.rdates.filter(inRange).length + overrides.filter(({ key }) => inRange(key)).length;
  return master.rules.reduce((sum, rule) => sum + rule.starts.estimate(from, to, meter), 1 + single);
}
