import { foldText } from '../../../../compilers/filter/fold-text.js';
import { ALL_EVENTS, eventById } from '../../../../compilers/plan/read-plan.js';
import type { CreateData, EventChanges } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { isOpen } from '../../../../schemas/model/task.js';
import { projectRow } from '../../../rows/project/project-row.js';
import { truncateTexts } from '../../../rows/truncate-texts.js';
import type { Source } from '../../context/source.js';
import { collect } from '../../read/collect.js';
import { ambiguousNames } from '../../sources/sources.js';
import type { WriteSession } from '../../write/write-session.js';
import { storedTasks, subTasksOf } from './stored-tasks.js';

/** The task that another becomes a part of; `path`: where the call names it. */
export interface Parent {
  readonly source: Source;
  readonly row: Occurrence;
  readonly path: string;
}

/** Replaces the name of the parent by its UID; `uid`: the task that becomes a part of it, in `to`. */
export async function withParent<Changes extends EventChanges>(
  changes: Changes,
  uid: string,
  plan: { readonly timezone: string },
  { to, run }: { readonly to: Source; readonly run: WriteSession },
): Promise<Changes> {
  if (!changes.parent) return changes;
  const parent = await parentOf(changes.parent, '/mutation/changes/parent', plan, run);
  await assertCanBePart(uid, parent, to, run);
  return { ...changes, parent: parent.row.uid };
}

/** Fields that link a new event or task to its parent. */
export function linkTo({
  row: { uid, recurrenceId },
}: Parent): Pick<CreateData, 'parent' | 'parentOccurrence'> {
  return { parent: uid, ...(recurrenceId !== undefined && { parentOccurrence: recurrenceId }) };
}

/** The task named as a parent by its id or title, and its calendar. */
export async function parentOf(
  name: string,
  path: string,
  { timezone }: { readonly timezone: string },
  run: WriteSession,
): Promise<Parent> {
  const byId = { ...eventById(name, timezone), type: 'tasks', others: 'times' } as const;
  const { rows } = await collect(byId, run.engine, { call: run.call, listed: run.found });
  const row = rows[0] ?? (await titled(name, path, timezone, run));
  const source = run.found.sources.find(({ calendar }) => calendar.id === row?.calendar.id);
  if (row !== undefined && source !== undefined) return { source, row, path };
  throw new CalendarError('NOT_FOUND', 'No visible task has the id or the title that is given as parent.', {
    path,
    suggestion: 'Use the title of a task, or its id as calendar_read returns it.',
    example: { query: { type: 'tasks' } },
  });
}

/** The task with a title; prefers open tasks, then exact titles. Throws if several are left. */
async function titled(
  name: string,
  path: string,
  timezone: string,
  run: WriteSession,
): Promise<Occurrence | undefined> {
  const where = { kind: 'text', fields: ['title'], op: 'contains', value: name } as const;
  const plan = { ...ALL_EVENTS, type: 'tasks', where, timezone } as const;
  const { rows } = await collect(plan, run.engine, { call: run.call, listed: run.found });
  const open = rows.filter(({ task }) => task !== undefined && isOpen(task));
  const meant = open.length > 0 ? open : rows;
  const exact = meant.filter(({ title }) => foldText(title) === foldText(name));
  const [row, ...others] = exact.length > 0 ? exact : meant;
  if (row === undefined || others.length === 0) return row;
  const context = { viewer: run.viewer, ambiguousNames: ambiguousNames(run.found) };
  const matches = [row, ...others]
    .slice(0, SHOWN)
    .map((one) => truncateTexts(projectRow(one, undefined, context)));
  throw new CalendarError('AMBIGUOUS_TARGET', 'Several tasks have the title that is given as parent.', {
    path,
    details: { matches },
    suggestion: 'Give the id of the intended one as parent.',
  });
}

const SHOWN = 10;

/** Throws if the parent is in another list, where programs do not look, or a sub-task of the task. */
export async function assertCanBePart(
  uid: string,
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
  const isBelow = subTasksOf(uid, tasks).some(({ series }) => series.uid === parent.row.uid);
  if (parent.row.uid !== uid && !isBelow) return;
  throw new CalendarError('INVALID_ARGUMENT', 'A task cannot be a part of itself.', {
    path: parent.path,
    suggestion: 'Name a parent that is not one of its own sub-tasks.',
  });
}
