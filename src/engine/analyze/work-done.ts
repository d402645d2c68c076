import { type ReadPlan, withOpenTasks } from '../../../compilers/plan/read-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { collect } from '../read/collect.js';
import { mergedReports, type SourceReport } from '../read/source-report.js';

/** How far back to look for time booked for a task. */
const BACK = 90 * DAY;

/** Work done or booked for tasks before the period of a plan. */
export interface WorkDone {
  /** Completed sub-tasks. */
  readonly parts: readonly Occurrence[];
  /** Events booked for a task that are over before the period. */
  readonly events: readonly Occurrence[];
  readonly reports: readonly SourceReport[];
}

/** Reads both only if a task has an estimate, because they count only towards one. */
export async function workDone(
  tasks: readonly Occurrence[],
  { read, found }: { readonly read: ReadPlan; readonly found: Sources },
  engine: Engine,
  call: Call,
): Promise<WorkDone> {
  if (!tasks.some(({ task }) => task?.estimateMinutes !== undefined))
    return { parts: [], events: [], reports: [] };
  const done = { ...withOpenTasks(read, [], {}), where: { kind: 'status', values: ['done'] } } as const;
  const { rows: parts, reports } = await collect(done, engine, { call, listed: found, isBeside: true });
  const { from: to } = read.range;
  const range = { from: Math.min(engine.clock.now(), to) - BACK, to };
  const where = { kind: 'time', field: 'when', ...range } as const;
  const before: ReadPlan = { ...read, range, where, calendars: {} };
  const earlier = await collect(before, engine, { call, listed: found });
  return {
    parts,
    events: earlier.rows.filter(({ parent, end }) => parent !== undefined && end <= to),
    reports: mergedReports(reports, earlier.reports),
  };
}
