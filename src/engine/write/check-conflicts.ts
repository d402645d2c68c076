import { takesTime } from '../../../compilers/filter/takes-time.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';
import { busyIntervals } from '../../rows/busy-intervals.js';
import { hurried } from '../context/timed-backend.js';
import { collect } from '../read/collect.js';
import { nameOfReport } from '../read/read-meta.js';
import type { SourceReport } from '../read/source-report.js';
import type { ObjectRows } from './object-rows.js';
import type { WriteReport } from './write-result.js';
import type { WriteSession } from './write-session.js';

/** Times that a write would take. */
export interface CheckedTimes {
  rows(): readonly Occurrence[];
  /** The times that these replace. */
  before?(): readonly Occurrence[];
  /** Ids of the events whose times these replace. */
  readonly replaced: readonly string[];
  /** Conflicts are reported; otherwise they are an error. */
  readonly mayConflict: boolean;
}

type Checked = Required<Pick<WriteReport, 'conflicts' | 'hadBefore' | 'notes' | 'unread'>>;

/** How far ahead a series is checked, and how much of it: enough for what is planned, and no longer than a call takes. */
const CHECKED = 60 * DAY;
const MOST_CHECKED = 50;
/** Ids in an error. */
const NAMED = 10;
/** How long other calendars are waited for if conflicts are only reported. */
const CHECK_MS = 2000;
const NOTHING: Checked = { conflicts: [], hadBefore: new Set(), notes: [], unread: [] };

/** The occurrences of a new or changed series that are looked at, from the first until some time after the last. */
export function rowsToCheck(view: ObjectRows, first: Instant, last = first): readonly Occurrence[] {
  return view.rows({ from: first, to: last + CHECKED }, MOST_CHECKED);
}

/** What the times would overlap, and where that is not known; an error where the caller does not allow that. */
export async function checkConflicts(
  times: CheckedTimes | undefined,
  timezone: string,
  run: WriteSession,
): Promise<Checked> {
  if (times === undefined || (run.inBatch && times.mayConflict)) return NOTHING;
  const { mayConflict, replaced } = times;
  const rows = times.rows();
  try {
    const within = mayConflict ? { ...run, found: hurried(run.found, CHECK_MS) } : run;
    const { conflicts, unread } = await findConflicts(rows, replaced, timezone, within);
    const [first] = unread;
    if (mayConflict || (conflicts.length === 0 && first === undefined)) {
      const notes = first === undefined ? [] : [UNCHECKED];
      return { conflicts, hadBefore: overlapping(conflicts, times.before?.() ?? []), notes, unread };
    }
    if (conflicts.length === 0 && first?.error !== undefined) {
      throw first.error.with({
        path: '/mutation/allowConflicts',
        details: { unread: unread.map(nameOfReport) },
        suggestion: MAY_CONFLICT,
      });
    }
    throw new CalendarError('HAS_CONFLICTS', 'The time is taken, and the call does not allow conflicts.', {
      path: '/mutation/allowConflicts',
      details: { conflicts: conflicts.slice(0, NAMED).map(({ id }) => id) },
      suggestion: 'Choose a free time with calendar_analyze availability, or allow conflicts.',
      example: { analysis: { type: 'availability', params: { durationMinutes: 30 } } },
    });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'HAS_CONFLICTS' || !mayConflict) throw error;
    return { ...NOTHING, notes: [UNCHECKED] };
  }
}

const UNCHECKED = 'Conflicts could not be checked because a calendar could not be read.';
const MAY_CONFLICT =
  'Whether the time is free is not known while a calendar cannot be read: allow conflicts, or try again later.';

/** Ids of those that overlap other times. */
function overlapping(rows: readonly Occurrence[], others: readonly Occurrence[]): ReadonlySet<string> {
  const timed = others.filter((other) => !other.allDay && takesTime(other));
  const hit = rows.filter((row) => timed.some(({ start, end }) => start < row.end && end > row.start));
  return new Set(hit.map(({ id }) => id));
}

/**
 * Timed events of any visible calendar that would overlap the given rows; all-day events never do, nor do the events
 * whose ids are in `replaced`: the rows come in their place. `unread` calendars may hold more.
 */
async function findConflicts(
  rows: readonly Occurrence[],
  replaced: readonly string[],
  timezone: string,
  { engine, signal, found }: WriteSession,
): Promise<{ readonly conflicts: readonly Occurrence[]; readonly unread: readonly SourceReport[] }> {
  const timed = rows.filter((row) => !row.allDay);
  const lasting = timed.filter((row) => row.end > row.start);
  const [first] = lasting;
  if (first === undefined) return { conflicts: [], unread: [] };
  const { start: from } = first;
  const range = { from, to: Math.min(from + CHECKED, Math.max(...lasting.map((row) => row.end))) };
  const where = { kind: 'time', field: 'when', ...range } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, range, where, expansion: 'occurrences', timezone, others: 'times' };
  const { rows: there, reports } = await collect(plan, engine, signal, undefined, found);
  const own = new Set([...replaced, ...rows.map((row) => row.seriesId ?? row.id)]);
  const taken = busyIntervals(timed, range);
  const hit = there.filter(
    (row) =>
      !own.has(row.seriesId ?? row.id) &&
      !row.allDay &&
      row.end > row.start &&
      takesTime(row) &&
      taken.some(({ from, to }) => from < row.end && to > row.start),
  );
  engine.exposure.saw(hit);
  return {
    conflicts: hit.sort((a, b) => a.start - b.start || a.end - b.end),
    unread: reports.filter(
      ({ error, unreadable }) =>
        error !== undefined || unreadable.some(({ code }) => code === 'EXPANSION_LIMIT'),
    ),
  };
}
