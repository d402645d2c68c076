import { MINUTE } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';

/** Longest gap between back-to-back events. */
const GAP = 5 * MINUTE;

interface Runs {
  /** Number of runs with at least two events. */
  readonly runs: number;
  /** The longest run by event count, the first of equals; empty if there is none. */
  readonly longest: readonly Occurrence[];
  readonly from: Instant;
  readonly to: Instant;
}

/** Finds events that each begin at most five minutes after the previous one ends. Rows must be sorted by start. */
export function longestRun(rows: readonly Occurrence[]): Runs {
  let found: Runs = { runs: 0, longest: [], from: 0, to: 0 };
  let open: Occurrence[] = [];
  let until = Number.NEGATIVE_INFINITY;
  const close = (): void => {
    if (open.length < 2) return;
    const runs = found.runs + 1;
    const isLonger = open.length > found.longest.length;
    found = isLonger ? { runs, longest: open, from: open[0]?.start ?? 0, to: until } : { ...found, runs };
  };
  for (const row of rows) {
    if (row.start > until + GAP) {
      close();
      open = [];
      until = row.end;
    }
    open.push(row);
    until = Math.max(until, row.end);
  }
  close();
  return found;
}
