import { ALL_EVENTS, eventById } from '../../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen, type TaskFields } from '../../../../schemas/model/task.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { Source } from '../../context/source.js';
import { collect } from '../../read/collect.js';
import { objectKey } from '../../read/collected.js';
import type { WriteSession } from '../../write/write-session.js';

/** A task, or a series of tasks, and what it is stored in. */
export interface StoredTask {
  readonly row: Occurrence & { readonly task: TaskFields };
  readonly object: CalendarObject;
}

export function isTask(row: Occurrence): row is StoredTask['row'] {
  return row.task !== undefined;
}

/** All tasks of a calendar by UID. */
export async function storedTasks(
  { calendar }: Source,
  run: WriteSession,
): Promise<ReadonlyMap<string, StoredTask>> {
  const plan = { ...ALL_EVENTS, type: 'tasks', calendars: { any: [calendar.id] }, others: 'times' } as const;
  const { rows, objects, reports } = await collect(plan, run.engine, { call: run.call, listed: run.found });
  const failure = reports.find(({ error }) => error !== undefined)?.error;
  if (failure !== undefined) throw failure;
  const tasks = new Map<string, StoredTask>();
  for (const row of rows) {
    const object = objects.get(objectKey(row.calendar.id, row.href));
    if (isTask(row) && object !== undefined) tasks.set(row.uid, { row, object });
  }
  return tasks;
}

/** The id of a task as a whole. */
export function wholeId({ seriesId, id }: Pick<Occurrence, 'id' | 'seriesId'>): string {
  return seriesId ?? id;
}

/** Everything that is part of the task with this id, to any depth: what names it as its parent, and what it names itself. */
export function subTasksOf(id: string, tasks: Iterable<StoredTask>): readonly StoredTask[] {
  const all = new Map([...tasks].map((task) => [wholeId(task.row), task]));
  const found = new Map<string, StoredTask>();
  const look = (whole: string): void => {
    const named = all.get(whole)?.row.task.children ?? [];
    for (const [own, task] of all) {
      const isPart = task.row.task.parent === whole || named.includes(own);
      if (!isPart || own === id || found.has(own)) continue;
      found.set(own, task);
      look(own);
    }
  };
  look(id);
  return [...found.values()].sort((a, b) => (a.row.uid < b.row.uid ? -1 : 1));
}

export function isWaiting({ row }: StoredTask): boolean {
  return isOpen(row.task);
}

/** A task that another is to be a part of; `path`: where the call names it. */
export interface Parent {
  readonly source: Source;
  readonly row: Occurrence;
  readonly path: string;
}

/** The task that `id` names as a parent, and where it is. */
export async function parentOf(
  id: string,
  path: string,
  { timezone }: { readonly timezone: string },
  run: WriteSession,
): Promise<Parent> {
  const plan = { ...eventById(id, timezone), type: 'tasks', others: 'times' } as const;
  const { rows } = await collect(plan, run.engine, { call: run.call, listed: run.found });
  const [row] = rows;
  const source = row && run.found.sources.find(({ calendar }) => calendar.id === row.calendar.id);
  if (row !== undefined && source !== undefined) return { source, row, path };
  throw new CalendarError('NOT_FOUND', 'No visible task has the id that is given as parent.', {
    path,
    suggestion: 'Use the id of a task, as calendar_read returns it.',
    example: { query: { type: 'tasks' } },
  });
}

/** Refuses a parent in another list, where programs do not look for it, and one that is itself a part of the task. */
export async function assertCanBePart(
  id: string,
  parent: Parent,
  to: Source,
  run: WriteSession,
): Promise<void> {
  if (parent.source.calendar.id !== to.calendar.id)
    throw new CalendarError('UNSUPPORTED', 'A task and its parent are in one list.', {
      path: parent.path,
      suggestion: 'Name a parent in the same list, or move the task there first.',
    });
  const tasks = await storedTasks(to, run);
  const isBelow = subTasksOf(id, tasks.values()).some(({ row }) => row.uid === parent.row.uid);
  if (wholeId(parent.row) !== id && !isBelow) return;
  throw new CalendarError('INVALID_ARGUMENT', 'A task cannot be a part of itself.', {
    path: parent.path,
    suggestion: 'Name a parent that is not one of its own sub-tasks.',
  });
}
