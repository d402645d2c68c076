import { takesTime } from '../../compilers/filter/takes-time.js';
import { MINUTE } from '../../compilers/time/civil.js';
import type { PlannedTask, UnplannedTask } from '../../schemas/answers/analysis-data.js';
import { counted } from '../../schemas/model/counted.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { priorityWord } from '../../schemas/model/task.js';
import type { Range } from '../../schemas/model/time.js';
import { mergeTimes } from '../rows/busy-intervals.js';
import { eachRow } from '../rows/each-row.js';
import { printTime } from '../rows/project/print-span.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { freeSlots } from './time/free-slots.js';
import { FreeTime, isIn, lengthOfPieces } from './time/place-tasks.js';
import { TakenTimes } from './time/taken-times.js';
import { type TaskShare, workOfTasks } from './time/work-of-tasks.js';
import { workingTimes } from './time/working-times.js';

/** Length of a task without an estimate. */
const DEFAULT_MINUTES = 30;
/** Pause between pieces of work. */
const BREAK_MINUTES = 15;
const NO_TASKS = 'There is no open task to plan.';
const CHOSEN =
  'Several calendars could take the events and none is the default, so the call names one: ask the user which.';
const PARTS =
  'Of a task with sub-tasks the open ones are planned, and of the task itself what all of them leave of its estimate.';
const OF_WHOLE = ' of the task it is part of';
const KEPT = 'Tasks with estimateMinutes take that long; params.durationMinutes is for the others.';
const GUESSED = `Tasks without estimateMinutes were given params.durationMinutes, or ${DEFAULT_MINUTES} minutes.`;

/**
 * Plans open tasks into free working time by due date, then priority, each as early as possible, whole or in pieces. Writes
 * nothing; `call` would create events linked to the tasks.
 */
export const planTasks: Analysis<'plan_tasks'> = {
  tasks: true,
  ofOwner: 'busy',
  *reduce(plan, rows, context) {
    const { viewer, now, workingHours, tasks, eventCalendars } = context;
    const { durationMinutes, splitMinutes, bufferMinutes = 0, prefer } = plan.params;
    const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
    const taken = new TakenTimes();
    const linked: Occurrence[] = [];
    let alreadyBooked = 0;
    let usedUp = 0;
    yield* eachRow(rows, (row) => {
      if (takesTime(row)) taken.add(row);
      if (row.parent !== undefined) linked.push(row);
    });
    linked.push(...(context.done?.events ?? []));
    const [past, coming] = [linked.filter(({ end }) => end <= now), linked.filter(({ end }) => end > now)];
    const open = range.from < range.to ? mergeTimes(workingTimes(workingHours, range, viewer), range) : [];
    const busy = mergeTimes(taken.merged, range);
    const slots = [...freeSlots({ open, busy, durationMinutes: 1, bufferMinutes, viewer })];
    // Keep a pause between pieces, or the work takes longer at a stretch than requested.
    const pause = Math.max(bufferMinutes, splitMinutes === undefined ? 0 : BREAK_MINUTES);
    const free = new FreeTime(slots, { splitMinutes, bufferMinutes: pause, prefer, viewer });
    const [planned, unplanned]: [PlannedTask[], UnplannedTask[]] = [[], []];
    const beside = { ...context, done: context.done?.parts };
    const work = workOfTasks(tasks, durationMinutes ?? DEFAULT_MINUTES, beside);
    yield* eachRow(work, (share) => {
      const { row, due } = share;
      const booked = bookedFor(row, coming);
      // A guessed length does not say how much of the task was done in that time.
      const spent = share.isGuess ? 0 : bookedFor(row, past);
      const minutes = share.minutes - booked - spent;
      if (minutes <= 0 && booked > 0) alreadyBooked += 1;
      else if (minutes <= 0) usedUp += 1;
      if (minutes <= 0) return;
      const isLate = due !== undefined && due <= range.from;
      const to = due === undefined || isLate ? range.to : Math.min(due, range.to);
      const from = Math.max(range.from, row.task?.hasStart ? row.start : range.from);
      const pieces = free.place({ minutes, from, to });
      const placed = lengthOfPieces(pieces);
      if (placed < minutes) {
        const why = whyNot(share, { from, to, isLate, range });
        unplanned.push({ ...nameOf(row, context), minutes: minutes - placed, why });
      }
      if (placed === 0) return;
      const isPreferred = prefer !== undefined && pieces.every((piece) => isIn(prefer, piece, viewer));
      const reasons = [
        ...(isLate ? [`${due <= now ? 'overdue' : 'due before this period'}${ofWhole(share)}`] : []),
        ...(!isLate && due !== undefined && due <= range.to ? [beforeDue(share)] : []),
        ...reasonsOf(share, { booked, spent }),
        ...(isPreferred ? [prefer] : []),
      ];
      const times = pieces.map((piece) => printTime(piece, viewer));
      planned.push({ ...nameOf(row, context), minutes: placed, times, reasons });
    });
    const shown = planned.slice(0, plan.limit);
    return {
      data: {
        planned: shown,
        total: planned.length,
        ...(unplanned.length > 0 && { unplanned: unplanned.slice(0, plan.limit) }),
        ...(shown.length > 0 && { call: callFor(shown, eventCalendars) }),
      },
      notes: [
        ...(alreadyBooked === 0
          ? []
          : [`${counted(alreadyBooked, 'task')} left out: all of the time is booked.`]),
        ...(usedUp === 0
          ? []
          : [
              `${counted(usedUp, 'task')} left out: open, but the time of the estimate has passed. A larger estimateMinutes plans more.`,
            ]),
        ...(tasks.length === 0 ? [NO_TASKS] : []),
        ...(work.length < tasks.length || work.some(({ inParts }) => inParts !== undefined) ? [PARTS] : []),
        ...(work.some(({ isGuess }) => isGuess) ? [GUESSED] : []),
        ...(work.some(({ isGuess }) => !isGuess) && durationMinutes !== undefined ? [KEPT] : []),
        ...(shown.length > 0 && eventCalendars.length > 0 ? [CHOSEN] : []),
      ],
    };
  },
};

function ofWhole({ isDueOfWhole }: TaskShare): string {
  return isDueOfWhole ? OF_WHOLE : '';
}

function beforeDue(share: TaskShare): string {
  return share.isDueOfWhole ? `before the due${OF_WHOLE}` : 'before it is due';
}

/** Explains the planned length; `booked` is in future events, `spent` in past ones. */
function reasonsOf(
  { priority, isGuess, inParts, minutesDone }: TaskShare,
  { booked, spent }: { readonly booked: number; readonly spent: number },
): readonly string[] {
  const ofParts = minutesDone === undefined ? '' : `, ${minutesDone} of them done`;
  return [
    ...(priorityWord(priority) === 'high' ? ['high priority'] : []),
    ...(isGuess ? ['no estimate'] : []),
    ...(inParts === undefined ? [] : [`left of its estimate beside ${inParts} min in sub-tasks${ofParts}`]),
    ...(booked === 0 ? [] : [`beside ${booked} min that are booked`]),
    ...(spent === 0 ? [] : [`after ${spent} min that were booked`]),
  ];
}

/** Minutes of events linked to the task, such as those of an earlier plan. */
function bookedFor({ uid, recurrenceId }: Occurrence, events: readonly Occurrence[]): number {
  const own = events.filter(
    ({ parent, parentOccurrence = recurrenceId }) => parent === uid && parentOccurrence === recurrenceId,
  );
  return own.reduce((sum, { start, end }) => sum + end - start, 0) / MINUTE;
}

function nameOf(row: Occurrence, { print }: AnalysisContext) {
  const { id, title, due, list } = print(row);
  return { id: id ?? row.id, title: title ?? '', ...(due != null && { due }), ...(list != null && { list }) };
}

function whyNot(
  { due, isDueOfWhole }: TaskShare,
  { from, to, isLate, range }: Range & { readonly isLate: boolean; readonly range: Range },
): string {
  if (from >= range.to) return 'it starts after this period';
  if (from >= to) return 'it is due before it starts';
  return due === undefined || isLate || to === range.to
    ? 'no free time is long enough in this period'
    : `no free time is long enough before ${isDueOfWhole ? `the due${OF_WHOLE}` : 'it is due'}`;
}

/** Creates one event per piece, in the task's list if that accepts events and no default calendar exists. */
function callFor(planned: readonly PlannedTask[], calendars: readonly string[]) {
  const operations = planned.flatMap(({ id, title, list, times }) => {
    const calendar = calendars.find((name) => name === list) ?? calendars[0];
    return times.map(({ start, end }) => ({
      operation: 'create',
      type: 'event',
      data: {
        title,
        start,
        end,
        parent: id,
        ...(calendar !== undefined && { calendar }),
      },
    }));
  });
  return { tool: 'calendar_write' as const, arguments: { mutation: { operation: 'batch', operations } } };
}
