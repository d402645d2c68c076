import { takesTime } from '../../compilers/filter/takes-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant, Range } from '../../schemas/model/time.js';

export interface BusyInterval {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Times taken within a range, merged: opaque, not cancelled, not declined; all-day events count. `others` are times
 * that are taken besides.
 */
export function busyIntervals(
  rows: readonly Occurrence[],
  range: Range,
  others: readonly Range[] = [],
): BusyInterval[] {
  const merged: { start: Instant; end: Instant }[] = [];
  const own = rows.filter(takesTime).map(({ start, end }) => ({ from: start, to: end }));
  const taken = [...own, ...others].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  for (const { from, to } of taken) {
    const start = Math.max(from, range.from);
    const end = Math.min(to, range.to);
    if (end <= start) continue;
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
