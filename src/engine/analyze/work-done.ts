import { openTasksBeside, type ReadPlan } from '../../../compilers/plan/read-plan.js';
import { DAY } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { collect } from '../read/collect.js';
import { mergedReports, type SourceReport } from '../read/source-report.js';

/** How far back time is looked for that was booked for a task. */
const BACK = 90 * DAY;

/** What was done, or is booked, of tasks before the period of a plan. */
export interface WorkDone {
  /** Sub-tasks that are done. */
  readonly parts: readonly Occurrence[];
  /** Events for tasks that end before the period. */
  readonly events: readonly Occurrence[];
  readonly reports: readonly SourceReport[];
}

/** Both are asked for only where a task says how long it takes, or what is left of that could not be told. */
export async function workDone(
  tasks: readonly Occurrence[],
  { read, found }: { readonly read: ReadPlan; readonly found: Sources },
  engine: Engine,
  call: Call,
): Promise<WorkDone> {
  if (!tasks.some(({ task }) => task?.estimateMinutes !== undefined))
    return { parts: [], events: [], reports: [] };
  const done = { ...openTasksBeside(read, [], {}), where: { kind: 'status', values: ['done'] } } as const;
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
