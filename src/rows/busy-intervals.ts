import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';

/**
 * Busy times within a range, merged: opaque, not cancelled, not declined; all-day events count. `others` are additional
 * busy times.
 */
export function busyIntervals(
  rows: readonly Occurrence[],
  range: Range,
  others: readonly Range[] = [],
): readonly Range[] {
  const own = rows.filter(takesTime).map(({ start, end }) => ({ from: start, to: end }));
  return mergeTimes([...own, ...others], range);
}

/** Sorts times, cuts them to a range, and merges those that touch or overlap. */
export function mergeTimes(times: readonly Range[], within: Range): readonly Range[] {
  const merged: { from: number; to: number }[] = [];
  for (const time of times.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from)) {
    const from = Math.max(time.from, within.from);
    const to = Math.min(time.to, within.to);
    if (to <= from) continue;
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
