import { countsAsBusy } from '../../../compilers/filter/takes-time.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { type BusyInterval, busyIntervals } from '../../rows/busy-intervals.js';
import { ALL_EVENTS } from '../read/all-events.js';
import { collect } from '../read/collect.js';
import type { SourceReport } from '../read/source-report.js';
import type { WriteRun } from './write-session.js';

/** How far ahead a series is checked. */
const CHECKED = 60 * DAY;
const NAMED = 10;

/** How long a series is looked at for conflicts: from its first row that is not over. */
export function checkedRange(rows: readonly Occurrence[]): { from: number; to: number } | undefined {
  const timed = rows.filter((row) => !row.allDay && row.end > row.start);
  const first = timed[0];
  if (first === undefined) return undefined;
  return { from: first.start, to: Math.min(first.start + CHECKED, Math.max(...timed.map((row) => row.end))) };
}

/** What overlaps, as far as calendars could be read; the others may hold more. */
export interface FoundConflicts {
  readonly conflicts: readonly Occurrence[];
  readonly unread: readonly SourceReport[];
}

/**
 * Timed events of any visible calendar that would overlap the given rows; all-day events never do, nor do the events
 * whose ids are in `replaced`: the rows come in their place.
 */
export async function findConflicts(
  rows: readonly Occurrence[],
  replaced: readonly string[],
  timezone: string,
  { engine, signal, found }: Pick<WriteRun, 'engine' | 'signal' | 'found'>,
): Promise<FoundConflicts> {
  const range = checkedRange(rows);
  if (range === undefined) return { conflicts: [], unread: [] };
  const plan: ReadPlan = {
    ...ALL_EVENTS,
    range,
    where: { kind: 'time', field: 'when', from: range.from, to: range.to },
    expansion: 'occurrences',
    timezone,
  };
  const own = new Set([...replaced, ...rows.map((row) => row.seriesId ?? row.id)]);
  const collected = await collect(plan, engine, signal, undefined, found);
  const others = collected.rows.filter((row) => !own.has(row.seriesId ?? row.id) && !row.allDay);
  const taken = busyIntervals(
    rows.filter((row) => !row.allDay),
    range,
  );
  const hit = others.filter((row) => countsAsBusy(row) && row.end > row.start && meets(row, taken));
  return {
    conflicts: hit.sort((a, b) => a.start - b.start || a.end - b.end).slice(0, NAMED),
    unread: collected.reports.filter(
      ({ error, unreadable }) =>
        error !== undefined || unreadable.some(({ code }) => code === 'EXPANSION_LIMIT'),
    ),
  };
}

/** Whether a row overlaps one of the times, which are in order and apart from each other. */
function meets({ start, end }: Occurrence, times: readonly BusyInterval[]): boolean {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const next = times[low];
  return next !== undefined && next.start < end;
}
