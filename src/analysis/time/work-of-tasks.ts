import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';

/** Remaining work of an open task, without its sub-tasks. */
export interface TaskShare {
  readonly row: Occurrence;
  readonly minutes: number;
  /** The task has no estimate. */
  readonly isGuess: boolean;
  /** Its own, otherwise that of the nearest parent task. */
  readonly due: Instant | undefined;
  readonly isDueOfWhole: boolean;
  /** Its own, otherwise that of the nearest parent task; 0 is none. */
  readonly priority: number;
  /** Share of the estimate that sub-tasks cover, and how much of that is done. */
  readonly inParts?: number;
  readonly minutesDone?: number;
  /** Level in the task tree; 1 without a parent. */
  readonly depth: number;
}

/** Tasks other than the open ones. */
interface Beside {
  /** Possible parents. */
  readonly wholes?: readonly Occurrence[];
  /** Completed tasks that may be sub-tasks. */
  readonly done?: readonly Occurrence[] | undefined;
}

/**
 * Lists remaining work by due date, then priority, sub-tasks before their parent. A parent keeps what its sub-tasks leave
 * of its estimate.
 */
export function workOfTasks(
  tasks: readonly Occurrence[],
  guess: number,
  { wholes = [], done = [] }: Beside = {},
): readonly TaskShare[] {
  const all = [...tasks, ...done];
  const whole = wholesOf(all, wholes);
  const depths = new Map(all.map((row) => [row, ancestors(row, whole).length]));
  const depthOf = (row: Occurrence): number => depths.get(row) ?? 0;
  const inParts = new Map<Occurrence, number>();
  const inDone = new Map<Occurrence, number>();
  const isDone = new Set(done);
  const minutesOf = (row: Occurrence): number =>
    Math.max(row.task?.estimateMinutes ?? 0, inParts.get(row) ?? 0) || guess;
  // Sub-tasks come before their parent.
  for (const row of all.toSorted((a, b) => depthOf(b) - depthOf(a))) {
    const minutes = minutesOf(row);
    const of = whole.get(row);
    if (of === undefined) continue;
    inParts.set(of, (inParts.get(of) ?? 0) + minutes);
    if (isDone.has(row)) inDone.set(of, (inDone.get(of) ?? 0) + minutes);
  }
  const shares = tasks.map((row): TaskShare => {
    const line = [row, ...ancestors(row, whole)];
    const dated = line.find(({ task }) => task?.hasDue);
    const minutesDone = inDone.get(row);
    // Completed sub-tasks say nothing about the length of a parent without an estimate.
    const isUntold = row.task?.estimateMinutes === undefined && inParts.get(row) === minutesDone;
    const covered = isUntold ? undefined : inParts.get(row);
    return {
      row,
      minutes: isUntold ? guess : minutesOf(row) - (covered ?? 0),
      isGuess: isUntold,
      due: dated?.end,
      isDueOfWhole: dated !== undefined && dated !== row,
      priority: line.find(({ task }) => task?.priority)?.task?.priority ?? 0,
      ...(covered !== undefined && { inParts: covered, ...(minutesDone !== undefined && { minutesDone }) }),
      depth: line.length,
    };
  });
  return shares.filter(({ minutes }) => minutes > 0).sort(byUrgency);
}

/** Maps each task to its parent, linked from either side. Ignores cycles. */
function wholesOf(
  tasks: readonly Occurrence[],
  wholes: readonly Occurrence[],
): ReadonlyMap<Occurrence, Occurrence> {
  const byId = new Map([...wholes, ...tasks].map((row) => [row.seriesId ?? row.id, row]));
  const whole = new Map<Occurrence, Occurrence>();
  const link = (part: Occurrence | undefined, of: Occurrence | undefined): void => {
    if (part === undefined || of === undefined || whole.has(part)) return;
    if (![of, ...ancestors(of, whole)].includes(part)) whole.set(part, of);
  };
  const all = [...byId.values()];
  for (const row of all) link(row, byId.get(row.task?.parent ?? ''));
  for (const row of all) for (const id of row.task?.children ?? []) link(byId.get(id), row);
  return whole;
}

function ancestors(row: Occurrence, whole: ReadonlyMap<Occurrence, Occurrence>): readonly Occurrence[] {
  const above: Occurrence[] = [];
  for (let of = whole.get(row); of !== undefined; of = whole.get(of)) above.push(of);
  return above;
}

function byUrgency(a: TaskShare, b: TaskShare): number {
  const dueAt = ({ due = Number.MAX_SAFE_INTEGER }: TaskShare): number => due;
  return (
    dueAt(a) - dueAt(b) ||
    (a.priority || 10) - (b.priority || 10) ||
    b.depth - a.depth ||
    (a.row.title < b.row.title ? -1 : 1)
  );
}
