import { takesTime } from '../../../compilers/filter/takes-time.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { ALL_EVENTS } from '../../../compilers/plan/read-plan.js';
import { DAY, MINUTE } from '../../../compilers/time/civil.js';
import { printZoned } from '../../../compilers/time/print-time.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import type { Instant, Range } from '../../../schemas/model/time.js';
import { inSlices, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { busyIntervals } from '../../rows/busy-intervals.js';
import { hurried, sideQuestionMs } from '../context/timed-backend.js';
import { collect } from '../read/collect.js';
import { nameOfReport } from '../read/read-meta.js';
import type { SourceReport } from '../read/source-report.js';
import type { ObjectRows } from './object-rows.js';
import { otherEvents, type WriteReport } from './write-result.js';
import { comparedSources, type WriteSession } from './write-session.js';

/** Times that a write would take. */
export interface CheckedTimes {
  rows(): readonly Occurrence[];
  /** The times that they replace. */
  before?(): readonly Occurrence[];
  /** Ids of the events whose times they replace. */
  readonly replaced: readonly string[];
  /** The event as written: its own other occurrences may conflict, too. */
  readonly own: readonly ObjectRows[];
  /** If true, conflicts are reported; otherwise they are an error. */
  readonly mayConflict: boolean;
}

/** The conflicts, and where they are unknown. */
export type CheckedConflicts = Required<Pick<WriteReport, 'conflicts' | 'hadBefore' | 'notes' | 'unread'>>;

/** How far ahead a series is checked, and how many occurrences: a year of daily ones. */
const CHECKED = 366 * DAY;
const MOST_CHECKED = 400;
/** Most conflicts in an error. */
const NAMED = 5;
/** Longest duration in the example, in minutes. */
const LONGEST_SLOT = 480;
export const UNCHECKED_TIMES: CheckedConflicts = {
  conflicts: [],
  hadBefore: new Set(),
  notes: [],
  unread: [],
};

/** Occurrences of a new or changed series to check, from the first until a year after the last. */
export function rowsToCheck(view: ObjectRows, first: Instant, last = first): readonly Occurrence[] {
  return view.rows({ from: first, to: last + CHECKED }, MOST_CHECKED);
}

/** Checks times for conflicts. Throws if there are any, or that is unknown, unless the call allows them. */
export async function checkConflicts(
  times: CheckedTimes | undefined,
  timezone: string,
  run: WriteSession,
): Promise<CheckedConflicts> {
  if (times === undefined || (run.inBatch && times.mayConflict)) return UNCHECKED_TIMES;
  const { mayConflict, replaced } = times;
  const rows = times.rows();
  try {
    const found = mayConflict ? hurried(run.found, sideQuestionMs(run.engine)) : comparedSources(run);
    const within = { ...run, found };
    const others = await findConflicts(rows, replaced, timezone, within);
    const { unread, stale, unknown } = others;
    const conflicts = [...others.conflicts, ...ownConflicts(rows, times.own)].sort(byTime);
    const [first] = unread;
    if (mayConflict || (conflicts.length === 0 && first === undefined)) {
      const notes = [
        ...(first === undefined ? [] : [UNCHECKED]),
        ...(stale.length === 0 ? [] : [AS_LAST_SEEN]),
        ...unknown,
        ...checkedUntil(rows, times, run),
      ];
      const hadBefore = overlapping(others.conflicts, times.before?.() ?? []);
      return { conflicts, hadBefore, notes, unread: [...unread, ...stale] };
    }
    if (conflicts.length === 0 && first?.error !== undefined) {
      throw first.error.with({
        path: '/mutation/allowConflicts',
        details: { unread: unread.map(nameOfReport) },
        suggestion: MAY_CONFLICT,
      });
    }
    throw timeIsTaken(conflicts, unknown, rows, run);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'HAS_CONFLICTS' || !mayConflict) throw error;
    return { ...UNCHECKED_TIMES, notes: [UNCHECKED] };
  }
}

/** Notes how far a continuing series was checked; an endless one only if conflicts would be an error. */
function checkedUntil(
  rows: readonly Occurrence[],
  { own, mayConflict }: CheckedTimes,
  { viewer }: WriteSession,
): readonly string[] {
  const last = rows.at(-1);
  if (last === undefined || rows.length < 2) return [];
  const goesOn = own.some((view) =>
    view.isEndless ? !mayConflict : (view.last()?.end ?? last.end) > last.end,
  );
  return goesOn ? [`Conflicts were checked until ${printZoned(last.end, viewer).slice(0, 10)}.`] : [];
}

function timeIsTaken(
  conflicts: readonly Occurrence[],
  unknown: readonly string[],
  rows: readonly Occurrence[],
  run: WriteSession,
): CalendarError {
  run.engine.exposure.saw(conflicts);
  const [asked] = rows;
  const minutes = asked === undefined ? 30 : Math.round((asked.end - asked.start) / MINUTE);
  return new CalendarError('HAS_CONFLICTS', 'The time is taken, and the call does not allow conflicts.', {
    path: '/mutation/allowConflicts',
    details: {
      conflicts: otherEvents(conflicts.slice(0, NAMED), run),
      ...(unknown.length > 0 && { notes: unknown }),
    },
    suggestion: 'Choose a free time with calendar_analyze availability, or allow conflicts.',
    example: {
      analysis: {
        type: 'availability',
        ...(asked && { scope: { when: printZoned(asked.start, run.viewer).slice(0, 10) } }),
        params: { durationMinutes: Math.min(Math.max(minutes, 1), LONGEST_SLOT) },
      },
    },
  });
}

const UNCHECKED = 'Conflicts could not be checked because a calendar could not be read.';
const AS_LAST_SEEN = noteText('checked_as_last_seen');
const MAY_CONFLICT =
  'Whether the time is free is not known while a calendar cannot be read: allow conflicts, or try again later.';

/** Ids of the rows that overlap other times. */
function overlapping(rows: readonly Occurrence[], others: readonly Occurrence[]): ReadonlySet<string> {
  const timed = others.filter((other) => !other.allDay && takesTime(other));
  const hit = rows.filter((row) => timed.some(({ start, end }) => start < row.end && end > row.start));
  return new Set(hit.map(({ id }) => id));
}

const byTime = (a: Occurrence, b: Occurrence): number => a.start - b.start || a.end - b.end;

/** Other occurrences of the same series that the rows would overlap. */
function ownConflicts(rows: readonly Occurrence[], own: readonly ObjectRows[]): readonly Occurrence[] {
  const timed = rows.filter((row) => !row.allDay && row.end > row.start);
  if (timed.length === 0) return [];
  const range = {
    from: Math.min(...timed.map((row) => row.start)),
    to: Math.max(...timed.map((row) => row.end)),
  };
  const there = own.flatMap((view) => (view.series.recurring ? view.rows(range, MOST_CHECKED) : []));
  return there.filter(
    (one) =>
      takesTime(one) &&
      !one.allDay &&
      one.end > one.start &&
      timed.some(({ id, start, end }) => id !== one.id && start < one.end && end > one.start),
  );
}

/**
 * `unread` calendars may have more conflicts, `stale` ones different conflicts. `unknown`: notes that
 * conflicts may include declined events.
 */
interface Found extends Pick<CheckedConflicts, 'conflicts'> {
  readonly unread: readonly SourceReport[];
  readonly stale: readonly SourceReport[];
  readonly unknown: readonly string[];
}

/** Timed events of any visible calendar that would overlap the given rows. */
async function findConflicts(
  rows: readonly Occurrence[],
  replaced: readonly string[],
  timezone: string,
  run: WriteSession,
): Promise<Found> {
  const lasting = rows.filter(isLasting);
  const [first] = lasting;
  if (first === undefined) return { conflicts: [], unread: [], stale: [], unknown: [] };
  const { start: from } = first;
  const range = { from, to: Math.min(from + CHECKED, Math.max(...lasting.map((row) => row.end))) };
  const there = await eventsWithin(range, timezone, run);
  const conflicts = overlapped(there.rows, rows, replaced, range);
  await inSlices(run.engine.exposure.seeing(conflicts), yielderFor());
  return { ...there, conflicts, unknown: conflicts.length === 0 ? [] : there.unknown };
}

const isLasting = (row: Occurrence): boolean => !row.allDay && row.end > row.start;

interface EventsThere extends Omit<Found, 'conflicts'> {
  readonly rows: readonly Occurrence[];
}

async function eventsWithin(
  range: Range,
  timezone: string,
  { engine, call, found }: WriteSession,
): Promise<EventsThere> {
  const where = { kind: 'time', field: 'when', ...range } as const;
  const plan: ReadPlan = { ...ALL_EVENTS, range, where, expansion: 'occurrences', timezone, others: 'times' };
  const { rows, reports, unknownOwners } = await collect(plan, engine, { call, listed: found });
  return {
    rows,
    unknown: unknownOwners.notes('busy'),
    stale: reports.filter(({ stale }) => stale !== undefined),
    unread: reports.filter(
      ({ error, unreadable }) => error !== undefined || unreadable.some(({ code }) => code !== undefined),
    ),
  };
}

/**
 * Events that overlap the rows, except all-day events and those whose ids are in `replaced`: the rows replace
 * these.
 */
function overlapped(
  there: readonly Occurrence[],
  rows: readonly Occurrence[],
  replaced: readonly string[],
  range: Range,
): readonly Occurrence[] {
  const own = new Set([...replaced, ...rows.map((row) => row.seriesId ?? row.id)]);
  const taken = busyIntervals(
    rows.filter((row) => !row.allDay),
    range,
  );
  return there.filter(
    (row) =>
      !own.has(row.seriesId ?? row.id) &&
      isLasting(row) &&
      takesTime(row) &&
      taken.some(({ from, to }) => from < row.end && to > row.start),
  );
}

/** Longest period that is checked for one call. */
const CHECKED_TOGETHER = 366 * DAY;

/**
 * The conflicts of several operations of one call once all of them are done, from one read of the calendars.
 * Notes say if that is unknown.
 */
export async function checkTogether(
  all: readonly (CheckedTimes | undefined)[],
  timezone: string,
  run: WriteSession,
): Promise<readonly CheckedConflicts[]> {
  const checked = all.map((times) => ({ times, rows: times?.rows() ?? [] }));
  const lasting = checked.flatMap(({ rows }) => rows.filter(isLasting));
  if (lasting.length === 0) return all.map(() => UNCHECKED_TIMES);
  const from = lasting.reduce((least, row) => Math.min(least, row.start), Number.POSITIVE_INFINITY);
  const to = lasting.reduce((most, row) => Math.max(most, row.end), from);
  const range = { from, to: Math.min(to, from + CHECKED_TOGETHER) };
  try {
    const found = hurried(run.found, sideQuestionMs(run.engine));
    const { rows: there, unread, stale, unknown } = await eventsWithin(range, timezone, { ...run, found });
    const doubts = [...(unread.length > 0 ? [UNCHECKED] : []), ...(stale.length > 0 ? [AS_LAST_SEEN] : [])];
    const yieldToEventLoop = yielderFor(run.call.signal);
    const results: CheckedConflicts[] = [];
    for (const { times, rows } of checked) {
      await yieldToEventLoop();
      if (times === undefined) {
        results.push(UNCHECKED_TIMES);
        continue;
      }
      const others = overlapped(there, rows, times.replaced, range);
      const conflicts = [...others, ...ownConflicts(rows, times.own)].sort(byTime);
      await inSlices(run.engine.exposure.seeing(others), yieldToEventLoop);
      const hadBefore = overlapping(others, times.before?.() ?? []);
      const notes = others.length > 0 ? [...doubts, ...unknown] : doubts;
      results.push({ conflicts, hadBefore, notes, unread: [] });
    }
    return results;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return all.map((times) =>
      times === undefined ? UNCHECKED_TIMES : { ...UNCHECKED_TIMES, notes: [UNCHECKED] },
    );
  }
}
