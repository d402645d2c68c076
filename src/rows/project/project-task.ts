import { printZoned } from '../../../compilers/time/print-time.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { TASK_FIELDS, TASK_ROW_FIELDS, type TaskField } from '../../../schemas/input/query.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { isOpen, priorityWord, type TaskFields } from '../../../schemas/model/task.js';
import type { Instant } from '../../../schemas/model/time.js';
import {
  CELL_OF,
  type CellContext,
  type ProjectContext,
  printCalendarName,
  printRowStart,
} from './event-cells.js';
import { lastDay } from './weekday-name.js';

type TaskCell = (row: Occurrence, task: TaskFields, context: CellContext) => unknown;

/** Prints the fields that are specific to tasks; undefined omits a field. */
const CELLS: Readonly<Partial<Record<TaskField, TaskCell>>> = {
  due: ({ allDay, startWall, endWall, end }, { hasDue }, { viewer }) =>
    hasDue ? (allDay ? lastDay(startWall, endWall) : printZoned(end, viewer)) : undefined,
  start: (row, { hasStart }, { viewer }) => (hasStart ? printRowStart(row, viewer) : undefined),
  status: (_, { status }) => status,
  priority: (_, { priority }) => priorityWord(priority),
  priorityNumber: (_, { priority }) => priority || undefined,
  percent: (_, { percent }) => percent,
  list: (row, _, context) => printCalendarName(row, context),
  parent: (_, { parent }) => parent,
  overdue: (row, task, { now }) => (now !== undefined && isDueBefore(row, task, now)) || undefined,
  completed: (_, { completed }, { viewer }) =>
    completed === undefined ? undefined : printZoned(completed, viewer),
  estimateMinutes: (_, { estimateMinutes }) => estimateMinutes,
};

/** Visible columns of partly hidden tasks. */
const ALWAYS_SEEN: ReadonlySet<string> = new Set<TaskField>([
  'id',
  'title',
  'due',
  'start',
  'list',
  'overdue',
]);

/** True if open, and the due time or the end of the due day is at or before `at`; overdue if `at` is now. */
export function isDueBefore({ end }: Occurrence, task: TaskFields, at: Instant): boolean {
  return isOpen(task) && task.hasDue && end <= at;
}

/** The row of a task: by default its nonempty fields, otherwise only the requested fields and `id`. */
export function projectTask(
  row: Occurrence,
  task: TaskFields,
  fields: readonly string[] | undefined,
  context: ProjectContext,
): EventRow {
  const isAsked = fields !== undefined;
  const unsaid: readonly string[] = context.unsaid?.includes('calendar')
    ? [...context.unsaid, 'list']
    : (context.unsaid ?? []);
  const asked =
    fields?.filter((name) => name !== 'id') ?? TASK_ROW_FIELDS.filter((name) => !isOrdinary(name, task));
  const columns = isAsked && unsaid.includes('id') ? asked : ['id', ...asked];
  const shown = columns.filter(
    (name) => (isAsked || !unsaid.includes(name)) && (row.hidden === undefined || ALWAYS_SEEN.has(name)),
  );
  const cells = shown.map((name): [string, unknown] => {
    const cell = CELLS[name as TaskField];
    const cellContext = { ...context, isAsked, besideStart: false };
    const value = cell === undefined ? CELL_OF.get(name)?.(row, cellContext) : cell(row, task, cellContext);
    return [name, value ?? (isAsked && name !== 'id' ? null : undefined)];
  });
  if (row.deletedAt !== undefined) cells.push(['deletedAt', printZoned(row.deletedAt, context.viewer)]);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as EventRow;
}

/** All fields of a task, separately, to compare two versions. */
export function projectFullTask(row: Occurrence, task: TaskFields, context: ProjectContext): EventRow {
  const full = projectTask(row, task, TASK_FIELDS, context);
  return Object.fromEntries(Object.entries(full).filter(([, value]) => value !== null)) as EventRow;
}

/** True for values that most rows share. */
function isOrdinary(name: TaskField, { status, percent = 0 }: TaskFields): boolean {
  if (name === 'status') return status === 'open';
  return name === 'percent' && (percent === 0 || status === 'done');
}
