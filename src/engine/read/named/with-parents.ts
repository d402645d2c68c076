import { foldText } from '../../../../compilers/filter/fold-text.js';
import { mentions } from '../../../../compilers/plan/mentions.js';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import { ALL_EVENTS, type ReadPlan } from '../../../../compilers/plan/read-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import type { Call } from '../../context/call.js';
import type { Engine } from '../../context/engine.js';
import type { Sources } from '../../context/source.js';
import { collect } from '../collect.js';

/** Replaces titles of parent tasks in a query by their ids; `path`: the filters of the query. */
export async function withParents(
  plan: ReadPlan,
  path: string,
  { engine, call, listed }: { readonly engine: Engine; readonly call: Call; readonly listed?: Sources },
): Promise<ReadPlan> {
  if (!mentions(plan.where, (one) => one.kind === 'parent')) return plan;
  const { timezone } = plan;
  const all: ReadPlan = { ...ALL_EVENTS, type: 'tasks', expansion: 'series', timezone };
  const { rows } = await collect(all, engine, { call, ...(listed && { listed }) });
  return { ...plan, where: named(plan.where, rows, `${path}/parent`) };
}

function named(where: Predicate, tasks: readonly Occurrence[], path: string): Predicate {
  if (where.kind === 'and' || where.kind === 'or')
    return { kind: where.kind, of: where.of.map((one) => named(one, tasks, path)) };
  if (where.kind === 'not') return { kind: 'not', of: named(where.of, tasks, path) };
  if (where.kind !== 'parent') return where;
  return { kind: 'parent', ids: where.ids.flatMap((name) => idsOf(name, tasks, path)) };
}

/** Matches by id, else by exact title, else by a part of the title. */
function idsOf(name: string, tasks: readonly Occurrence[], path: string): readonly string[] {
  const [id = ''] = name.split('/');
  const wanted = foldText(name);
  const tests: readonly ((task: Occurrence) => boolean)[] = [
    (task) => task.uid === name || (task.seriesId ?? task.id) === id,
    (task) => foldText(task.title) === wanted,
    (task) => foldText(task.title).includes(wanted),
  ];
  for (const test of tests) {
    const meant = tasks.filter(test);
    if (meant.length > 0) return meant.map((task) => task.seriesId ?? task.id);
  }
  throw new CalendarError('NOT_FOUND', 'No visible task has the id or the title that is given as parent.', {
    path,
    suggestion: 'Use the title of a task, or its id as calendar_read returns it.',
    example: { query: { type: 'tasks' } },
  });
}
