import { conjuncts } from '../../../compilers/plan/combine.js';
import { boundsTime } from '../../../compilers/plan/predicate.js';
import { type ReadPlan, withOpenTasks } from '../../../compilers/plan/read-plan.js';
import { counted } from '../../../schemas/model/counted.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { holding } from '../sources/sources.js';
import { collect } from './collect.js';
import type { SourceReport } from './source-report.js';

/** Tasks read in addition to events, and the reports of their calendars. */
export interface TasksRead {
  readonly rows: readonly Occurrence[];
  readonly reports: readonly SourceReport[];
}

/** Plans the open tasks for a query about a period: same calendars and other filters, any due date. */
export function openTasksOf(plan: ReadPlan): ReadPlan {
  const others = conjuncts(plan.where).filter((part) => !boundsTime(part));
  return withOpenTasks(plan, others, { lacking: 'none', ...plan.calendars });
}

/** Open tasks by due date; with `isBeside`, failures are only reported. */
export async function openTasks(
  plan: ReadPlan,
  { found, isBeside = true }: { readonly found: Sources; readonly isBeside?: boolean },
  engine: Engine,
  call: Call,
): Promise<TasksRead> {
  if (holding(found, 'VTODO').sources.length === 0) return { rows: [], reports: [] };
  const { rows: all, reports } = await collect(plan, engine, { call, listed: found, isBeside });
  // A redacted task must not reveal whether it is open.
  const rows = all.filter(({ hidden }) => hidden === undefined);
  engine.exposure.saw(rows);
  return { rows: [...rows].sort((a, b) => a.end - b.end || (a.id < b.id ? -1 : 1)), reports };
}

/** True if an answer is a complete agenda, which then lists due tasks under its days. */
export function isWholeAgenda(plan: ReadPlan, { nextOffset }: { readonly nextOffset?: number }): boolean {
  const { type, format, mode, offset, deleted, fields } = plan;
  const isAgenda = type === 'events' && format === 'agenda' && mode === 'list';
  return isAgenda && offset === 0 && nextOffset === undefined && !deleted && fields === undefined;
}

/** Most overdue tasks listed in an agenda. */
const MOST_LATE = 10;

/** Open tasks due in the period of a query and, if that includes now, the latest overdue ones. */
export async function dueTasks(
  plan: ReadPlan,
  found: Sources,
  engine: Engine,
  call: Call,
): Promise<TasksRead & { readonly notes: readonly string[] }> {
  const { from, to } = plan.range;
  const now = engine.clock.now();
  const { rows, reports } = await openTasks(openTasksOf(plan), { found }, engine, call);
  const dueAt = ({ allDay, end }: Occurrence): Instant => (allDay ? end - 1 : end);
  const dated = rows.filter(({ task }) => task?.hasDue);
  const due = dated.filter((row) => dueAt(row) >= from && dueAt(row) < to);
  const isNow = from <= now && now < to;
  const late = isNow ? dated.filter((row) => dueAt(row) < from) : [];
  const more = late.length - MOST_LATE;
  return {
    rows: [...late.slice(-MOST_LATE), ...due],
    reports,
    notes: more > 0 ? [noteText('more_late', counted(more, 'more task'), more === 1 ? 'is' : 'are')] : [],
  };
}
