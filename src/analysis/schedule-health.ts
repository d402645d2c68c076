import { takesTime } from '../../compilers/filter/takes-time.js';
import type { WorkingHours } from '../../compilers/plan/working-hours.js';
import { DAY, dayOfWall, HOUR, MINUTE, printDate } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { mergeTimes } from '../rows/busy-intervals.js';
import { eachRow } from '../rows/each-row.js';
import { isMeeting } from '../rows/is-meeting.js';
import type { Analysis } from './analysis.js';
import { firstAfter } from './time/first-after.js';
import { longestRun } from './time/longest-run.js';
import { TakenTimes } from './time/taken-times.js';
import { inHours, Tally } from './time/tally.js';
import { workdays } from './time/workdays.js';
import { workingTimes } from './time/working-times.js';

/** Shortest uninterrupted working time that counts as focus time. */
const FOCUS = 2 * HOUR;
const BREAK = 30 * MINUTE;
/** A day with less busy time needs no break. */
const FULL = 4 * HOUR;

/** Measures how much working time is free in useful pieces and where it is crowded. Counts appointments only. */
export const scheduleHealth: Analysis<'schedule_health'> = {
  ofOwner: 'busy',
  tasks: true,
  *reduce(plan, rows, { viewer, workingHours, tasks }) {
    const { evidence } = plan.params;
    const { range } = plan;
    const [appointments, held]: [Occurrence[], Occurrence[]] = [[], []];
    const [taken, away] = [new TakenTimes(), new TakenTimes()];
    const meetings = new Tally(range);
    yield* eachRow(rows, (row) => {
      if (!takesTime(row)) return;
      if (row.allDay) {
        away.add(row);
        return;
      }
      appointments.push(row);
      taken.add(row);
      if (!isMeeting(row)) return;
      held.push(row);
      meetings.add(row);
    });
    const days = workdays(
      range,
      workingHours,
      { busy: mergeTimes(taken.merged, range), away: mergeTimes(away.merged, range) },
      viewer,
    );
    const [working, busy, focus, scraps] = [new Sum(), new Sum(), new Sum(), new Sum()];
    const breakless: string[] = [];
    for (const { day, times, isOff } of days) {
      if (isOff) continue;
      for (const { open, busy: within } of times) {
        working.add(open.to - open.from);
        for (const { from, to } of within) busy.add(to - from);
        for (const gap of gapsOf(open, within)) (gap >= FOCUS ? focus : scraps).add(gap);
      }
      if (isBreakless(times.flatMap((time) => time.busy))) breakless.push(printDate(day));
    }
    const run = longestRun(appointments);
    const outside = outsideHours(held, workingHours, viewer);
    const free = focus.all + scraps.all;
    const off = days.filter(({ isOff }) => isOff).length;
    const ids = (of: readonly Occurrence[]): object =>
      evidence && of.length > 0 ? { evidence: of.slice(0, NAMED).map(({ id }) => id) } : {};
    return {
      data: {
        workingDays: days.length - off,
        ...(off > 0 && { daysOff: off }),
        workingHours: inHours(working.all),
        busyHours: inHours(busy.all),
        meetingHours: meetings.hours,
        meetings: meetings.events,
        focusHours: inHours(focus.all),
        focusBlocks: focus.count,
        ...(free > 0 && { fragmentation: Math.round((scraps.all / free) * 100) / 100 }),
        backToBack: {
          runs: run.runs,
          ...(run.longest.length > 0 && {
            longest: {
              events: run.longest.length,
              start: printZoned(run.from, viewer),
              hours: inHours(run.to - run.from),
            },
            ...ids(run.longest),
          }),
        },
        early: { meetings: outside.early.length, ...ids(outside.early) },
        late: { meetings: outside.late.length, ...ids(outside.late) },
        onFreeDays: { meetings: outside.free.length, ...ids(outside.free) },
        daysWithoutBreak: breakless.slice(0, plan.limit),
        ...dueIn(tasks, range, free),
      },
      notes: [],
    };
  },
};

/** Tasks due by the end of the range, and their estimates. */
function dueIn(tasks: readonly Occurrence[], range: Range, free: number): object {
  const due = tasks.filter(({ task, end }) => task?.hasDue && end <= range.to);
  if (due.length === 0) return {};
  const minutes = due.map(({ task }) => task?.estimateMinutes ?? 0);
  return {
    tasks: {
      due: due.length,
      estimatedHours: inHours(minutes.reduce((sum, one) => sum + one, 0) * MINUTE),
      withoutEstimate: minutes.filter((one) => one === 0).length,
      freeHours: inHours(free),
    },
  };
}

const NAMED = 5;

class Sum {
  all = 0;
  count = 0;

  add(length: number): void {
    this.all += length;
    this.count++;
  }
}

/** Lengths of the free gaps between, before and after the busy times of a day. */
function gapsOf(open: Range, taken: readonly Range[]): readonly number[] {
  const starts = [...taken.map(({ from }) => from), open.to];
  const ends = [open.from, ...taken.map(({ to }) => to)];
  return starts.map((start, at) => start - (ends[at] ?? start)).filter((gap) => gap > 0);
}

/** True if the day is full and has no gap as long as a break. */
function isBreakless(taken: readonly Range[]): boolean {
  const sum = taken.reduce((all, { from, to }) => all + to - from, 0);
  const between = taken.slice(1).map(({ from }, at) => from - (taken[at]?.to ?? from));
  return sum >= FULL && between.every((gap) => gap < BREAK);
}

/** Finds meetings that begin before or end after working hours, or are on a free day. */
function outsideHours(meetings: readonly Occurrence[], hours: readonly WorkingHours[], viewer: Zone) {
  const [early, late, free]: [Occurrence[], Occurrence[], Occurrence[]] = [[], [], []];
  const [first, last] = [meetings[0], meetings.at(-1)];
  const around =
    first && last ? workingTimes(hours, { from: first.start - DAY, to: last.start + DAY }, viewer) : [];
  const merged = mergeTimes(around, ALL_TIME);
  const byDay = new Map<number, { readonly from: number; to: number }>();
  for (const { day, from, to } of around) {
    const known = byDay.get(day);
    if (known === undefined) byDay.set(day, { from, to });
    else known.to = Math.max(known.to, to);
  }
  for (const row of meetings) {
    const around = merged[firstAfter(merged, row.start)];
    if (around !== undefined && around.from <= row.start && around.to >= row.end) continue;
    const hoursOfDay = byDay.get(dayOfWall(row.startWall));
    if (hoursOfDay === undefined) free.push(row);
    else {
      if (row.start < hoursOfDay.from) early.push(row);
      if (row.end > hoursOfDay.to) late.push(row);
    }
  }
  return { early, late, free };
}
