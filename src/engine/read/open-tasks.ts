import { allOf, conjuncts } from '../../../compilers/plan/combine.js';
import { boundsTime } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { OPEN_STATUSES } from '../../../schemas/model/task.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { holding } from '../sources/sources.js';
import { collect } from './collect.js';

/** The open tasks that a question about a period means, too: those of its calendars and other filters, whenever they are due, in that order. */
export async function openTasks(
  plan: ReadPlan,
  found: Sources,
  engine: Engine,
  call: Call,
): Promise<readonly Occurrence[]> {
  if (holding(found, 'VTODO').sources.length === 0) return [];
  const others = conjuncts(plan.where).filter((part) => !boundsTime(part));
  const where = allOf([{ kind: 'status', values: OPEN_STATUSES }, ...others]);
  const tasks: ReadPlan = { ...plan, type: 'tasks', where, range: ALL_TIME, expansion: 'nearest', sort: [] };
  const { rows: all } = await collect(tasks, engine, { call, listed: found });
  // Whether a task is open is not told where the policy hides what it says.
  const rows = all.filter(({ hidden }) => hidden === undefined);
  engine.exposure.saw(rows);
  return [...rows].sort((a, b) => a.end - b.end || (a.id < b.id ? -1 : 1));
}

/** Whether an answer is an agenda that is not cut, so that what is due stands under its days. */
export function isWholeAgenda(plan: ReadPlan, { nextOffset }: { readonly nextOffset?: number }): boolean {
  const { type, format, mode, offset, deleted, fields } = plan;
  const isAgenda = type === 'events' && format === 'agenda' && mode === 'list';
  return isAgenda && offset === 0 && nextOffset === undefined && !deleted && fields === undefined;
}

/** Open tasks that are due in the period of a question. */
export async function dueTasks(
  plan: ReadPlan,
  found: Sources,
  engine: Engine,
  call: Call,
): Promise<readonly Occurrence[]> {
  const { from, to } = plan.range;
  const tasks = await openTasks(plan, found, engine, call);
  return tasks.filter(({ task, allDay, end }) => {
    const at = allDay ? end - 1 : end;
    return task?.hasDue && at >= from && at < to;
  });
}
