import { countsAsBusy } from '../../compilers/pushdown/counts-as-busy.js';
import type { Occurrence } from '../../schemas/event.js';
import type { Instant, Range } from '../../schemas/time.js';

export interface BusyInterval {
  readonly start: Instant;
  readonly end: Instant;
}

/** Times taken within a range, merged: opaque, not cancelled, not declined; all-day events count. */
export function busyIntervals(rows: readonly Occurrence[], range: Range): BusyInterval[] {
  const merged: { start: Instant; end: Instant }[] = [];
  const taken = rows
    .filter((row) => countsAsBusy(row) && row.end > row.start)
    .sort((a, b) => a.start - b.start);
  for (const row of taken) {
    const start = Math.max(row.start, range.from);
    const end = Math.min(row.end, range.to);
    if (end <= start) continue;
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
