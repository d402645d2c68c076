import type { Occurrence } from '../../../schemas/model/event.js';
import type { Instant } from '../../../schemas/model/time.js';

/** What of an open task is left to do for itself. */
export interface TaskShare {
  readonly row: Occurrence;
  readonly minutes: number;
  /** Nothing says how long it takes. */
  readonly isGuess: boolean;
  /** Its own, else that of the nearest task it is a part of. */
  readonly due: Instant | undefined;
  readonly isDueOfWhole: boolean;
  /** Its own, else that of the nearest task it is a part of; 0 is none. */
  readonly priority: number;
  /** Of a task in parts: what these take of its estimate, and what of that is done. */
  readonly inParts?: number;
  readonly minutesDone?: number;
  /** How many tasks it is a part of. */
  readonly depth: number;
}

/** Tasks beside the open ones. */
interface Beside {
  /** What they may be parts of. */
  readonly wholes?: readonly Occurrence[];
  /** What may be parts of them, and is done. */
  readonly done?: readonly Occurrence[] | undefined;
}

/**
 * The work of open tasks, by due date, then priority, parts before what they are parts of. Of a task in parts it is what
 * they leave of its estimate, if anything.
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
  // Parts come before what they are parts of.
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
    // What is done tells nothing of a task that does not say how long it takes.
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

/** What each task is a part of, by its own word or by that of the other; nothing is a part of itself. */
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
