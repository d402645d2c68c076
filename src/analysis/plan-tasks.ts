import { takesTime } from '../../compilers/filter/takes-time.js';
import type { PlannedTask, UnplannedTask } from '../../schemas/answers/analysis-data.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { priorityWord } from '../../schemas/model/task.js';
import type { Instant, Range } from '../../schemas/model/time.js';
import { mergeTimes } from '../rows/busy-intervals.js';
import { eachRow } from '../rows/each-row.js';
import { printTime } from '../rows/project/print-span.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { freeSlots } from './time/free-slots.js';
import { FreeTime, isIn, lengthOfPieces } from './time/place-tasks.js';
import { TakenTimes } from './time/taken-times.js';
import { workingTimes } from './time/working-times.js';

/** What a task takes that says nothing of it. */
const DEFAULT_MINUTES = 30;
const NO_TASKS = 'There is no open task to plan.';
const CHOSEN =
  'Several calendars could take the events and none is the default, so the call names one: ask the user which.';
const PARTS =
  'Of a task with open sub-tasks these are planned, with their own estimates, and not the task itself.';
const KEPT = 'Tasks with estimateMinutes take that long; params.durationMinutes is for the others.';
const GUESSED = `Tasks without estimateMinutes were given params.durationMinutes, or ${DEFAULT_MINUTES} minutes.`;

/**
 * Open tasks in free working time: by due date, then priority, each as early as it can be done, whole or in pieces. Nothing is
 * written; `call` would write it as events that are linked to their tasks.
 */
export const planTasks: Analysis<'plan_tasks'> = {
  tasks: true,
  ofOwner: 'busy',
  *reduce(plan, rows, context) {
    const { viewer, now, workingHours, tasks, eventCalendars } = context;
    const { durationMinutes, splitMinutes, bufferMinutes = 0, prefer } = plan.params;
    const range = { from: Math.max(plan.range.from, now), to: plan.range.to };
    const taken = new TakenTimes();
    yield* eachRow(rows, (row) => {
      if (takesTime(row)) taken.add(row);
    });
    const open = range.from < range.to ? mergeTimes(workingTimes(workingHours, range, viewer), range) : [];
    const busy = mergeTimes(taken.merged, range);
    const slots = [...freeSlots({ open, busy, durationMinutes: 1, bufferMinutes, viewer })];
    const free = new FreeTime(slots, { splitMinutes, bufferMinutes, prefer, viewer });
    const [planned, unplanned]: [PlannedTask[], UnplannedTask[]] = [[], []];
    // Of a task with open parts, the parts are the work.
    const wholes = new Set(tasks.map(({ task }) => task?.parent));
    const ordered = tasks.filter(({ id, seriesId }) => !wholes.has(seriesId ?? id)).sort(byUrgency);
    const inParts = tasks.length - ordered.length;
    let [hasGuesses, hasEstimates] = [false, false];
    yield* eachRow(ordered, (row) => {
      const minutes = row.task?.estimateMinutes ?? durationMinutes ?? DEFAULT_MINUTES;
      if (row.task?.estimateMinutes === undefined) hasGuesses = true;
      else hasEstimates = true;
      const due = dueOf(row);
      const isLate = due !== undefined && due <= range.from;
      const to = due === undefined || isLate ? range.to : Math.min(due, range.to);
      const from = Math.max(range.from, row.task?.hasStart ? row.start : range.from);
      const pieces = free.place({ minutes, from, to });
      const placed = lengthOfPieces(pieces);
      if (placed < minutes) {
        const why = whyNot(row, { from, to, isLate, range });
        unplanned.push({ ...nameOf(row, context), minutes: minutes - placed, why });
      }
      if (placed === 0) return;
      const reasons = [
        ...(isLate
          ? [due <= now ? 'overdue' : 'due before this period']
          : due !== undefined && due <= range.to
            ? ['before it is due']
            : []),
        ...(priorityWord(row.task?.priority ?? 0) === 'high' ? ['high priority'] : []),
        ...(pieces.every((piece) => isIn(prefer, piece, viewer)) && prefer !== undefined ? [prefer] : []),
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
        ...(tasks.length === 0 ? [NO_TASKS] : []),
        ...(inParts > 0 ? [PARTS] : []),
        ...(hasGuesses ? [GUESSED] : []),
        ...(hasEstimates && durationMinutes !== undefined ? [KEPT] : []),
        ...(shown.length > 0 && eventCalendars.length > 0 ? [CHOSEN] : []),
      ],
    };
  },
};

function dueOf({ task, end }: Occurrence): Instant | undefined {
  return task?.hasDue ? end : undefined;
}

function byUrgency(a: Occurrence, b: Occurrence): number {
  const due = (row: Occurrence): number => dueOf(row) ?? Number.MAX_SAFE_INTEGER;
  const weight = ({ task }: Occurrence): number => task?.priority || 10;
  return due(a) - due(b) || weight(a) - weight(b) || (a.title < b.title ? -1 : 1);
}

function nameOf(row: Occurrence, { print }: AnalysisContext) {
  const { id, title, due, list } = print(row);
  return { id: id ?? row.id, title: title ?? '', ...(due != null && { due }), ...(list != null && { list }) };
}

function whyNot(
  row: Occurrence,
  { from, to, isLate, range }: Range & { readonly isLate: boolean; readonly range: Range },
): string {
  if (from >= range.to) return 'it starts after this period';
  if (from >= to) return 'it is due before it starts';
  return dueOf(row) === undefined || isLate || to === range.to
    ? 'no free time is long enough in this period'
    : 'no free time is long enough before it is due';
}

/** One event for each piece, in the list of its task where that takes events and nothing else says where. */
function callFor(planned: readonly PlannedTask[], calendars: readonly string[]) {
  const operations = planned.flatMap(({ id, title, list, times }) => {
    const calendar = calendars.find((name) => name === list) ?? calendars[0];
    return times.map(({ start, end }) => ({
      operation: 'create',
      type: 'event',
      data: {
        title,
        start,
        end: end.includes('T') ? end : `${start.slice(0, 11)}${end}`,
        parent: id,
        ...(calendar !== undefined && { calendar }),
      },
    }));
  });
  return { tool: 'calendar_write' as const, arguments: { mutation: { operation: 'batch', operations } } };
}
