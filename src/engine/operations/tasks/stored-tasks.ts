import { EVERYTHING } from '../../../../compilers/plan/predicate.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen } from '../../../../schemas/model/task.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { Series } from '../../../calendar/series/series.js';
import { yielderFor } from '../../../concurrency/yield-to-event-loop.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { Engine } from '../../context/engine.js';
import type { Source } from '../../context/source.js';
import { viewOf, type WriteSession } from '../../write/write-session.js';

/** A task or series of tasks, and its object. */
export interface StoredTask {
  readonly series: Series;
  readonly object: CalendarObject;
}

/** All tasks of a calendar by UID; skips unreadable objects. */
export async function storedTasks(
  { backend, calendar }: Source,
  { engine, call, startedAt }: WriteSession,
): Promise<ReadonlyMap<string, StoredTask>> {
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, tasks: 'only' } as const;
  const request = { signal: call.signal, startedAt };
  const { objects } = await backend.scan(backend.target.compileRead(scan, calendar), request);
  const yieldToEventLoop = yielderFor(call.signal);
  const tasks = new Map<string, StoredTask>();
  for (const object of objects) {
    await yieldToEventLoop();
    for (const series of seriesIn(object, engine))
      if (series.fields.task !== undefined) tasks.set(series.uid, { series, object });
  }
  return tasks;
}

function seriesIn(object: CalendarObject, { recordOf }: Pick<Engine, 'recordOf'>): readonly Series[] {
  try {
    return recordOf(object).series;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return [];
  }
}

/** All sub-tasks, at any depth: those that name it as their parent, and those it names as children. */
export function subTasksOf(uid: string, tasks: ReadonlyMap<string, StoredTask>): readonly StoredTask[] {
  const byParent = new Map<string, string[]>();
  const add = (parent: string | undefined, own: string): void => {
    if (parent !== undefined) byParent.set(parent, [...(byParent.get(parent) ?? []), own]);
  };
  for (const [own, { series }] of tasks) {
    add(series.fields.task?.parent, own);
    for (const child of series.fields.task?.children ?? []) add(own, child);
  }
  const found = new Set<string>();
  const look = (whole: string): void => {
    for (const own of byParent.get(whole) ?? []) {
      if (own === uid || found.has(own)) continue;
      found.add(own);
      look(own);
    }
  };
  look(uid);
  return [...found].sort().flatMap((own) => tasks.get(own) ?? []);
}

/** Sub-tasks of a row's task; none for an event. */
export async function partsOfRow({ task, uid }: Occurrence, source: Source, run: WriteSession) {
  return task === undefined ? [] : subTasksOf(uid, await storedTasks(source, run));
}

/** The open sub-tasks; a series is open if it has an open occurrence. */
export async function waitingOf(
  parts: readonly StoredTask[],
  source: Source,
  run: WriteSession,
): Promise<readonly StoredTask[]> {
  const waiting: StoredTask[] = [];
  for (const part of parts) {
    const row = (await viewOf(run, source, part.object, part.series.uid)).row();
    if (row?.task !== undefined && isOpen(row.task)) waiting.push(part);
  }
  return waiting;
}

/** Number of tasks that the policy does not show in full. */
export async function hiddenAmong(
  parts: readonly StoredTask[],
  source: Source,
  run: WriteSession,
): Promise<number> {
  let hidden = 0;
  for (const part of parts) {
    const view = await viewOf(run, source, part.object, part.series.uid);
    if (view.row()?.hidden !== undefined) hidden += 1;
  }
  return hidden;
}
