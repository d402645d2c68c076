import type { EventRow } from '../../../../schemas/answers/event-row.js';
import type { CalendarRow, ReadData } from '../../../../schemas/answers/read-data.js';
import type { AnswerData } from '../../../../schemas/answers/success.js';
import { cell, rowsIn } from '../../answers/result-rows.js';
import { type Fields, type Table, wordIn } from './words.js';

/** The tasks that a read has answered. */
export function tasksIn(data: AnswerData): readonly EventRow[] {
  return rowsIn((data as ReadData).tasks);
}

/** A value made of several fields of ours; one that is the same is only its name. */
interface Made<Row> {
  readonly needs: readonly NameOf<Row>[];
  of(row: Row): unknown;
}
type NameOf<Row> = keyof Row & string;
type Columns<Row> = Table<NameOf<Row> | Made<Row>>;

/** A task that repeats keeps one id; a time of it that is done or dropped has its own. */
function taskId(row: EventRow): unknown {
  return row.status === 'done' || row.status === 'cancelled' ? row.id : (row.seriesId ?? row.id);
}

/** The fields of a task; without `fields`, those up to `hasNote`. */
export const TASK_COLUMNS: Columns<EventRow> = {
  id: { needs: ['seriesId', 'status'], of: taskId },
  name: 'title',
  flagged: { needs: ['priority'], of: (row) => row.priority === 'high' },
  dueDate: 'due',
  deferDate: 'start',
  tags: { needs: ['tags'], of: (row) => row.tags ?? [] },
  project: 'list',
  completed: { needs: ['status'], of: (row) => row.status === 'done' },
  hasNote: { needs: ['description'], of: (row) => cell(row, 'description') !== '' },
  note: { needs: ['description'], of: (row) => cell(row, 'description') },
  completionDate: 'completed',
  estimatedMinutes: 'estimateMinutes',
  parentTaskId: 'parent',
  added: 'created',
  modified: 'updated',
  repetitionRule: 'recurrence',
};
const COLUMN_NAMES = Object.keys(TASK_COLUMNS);
export const USUAL_COLUMNS = COLUMN_NAMES.slice(0, COLUMN_NAMES.indexOf('hasNote') + 1);

/** The fields of a project, read from a list. */
export const PROJECT_COLUMNS: Columns<CalendarRow> = {
  id: 'id',
  name: 'name',
  status: { needs: [], of: () => 'active' },
  folder: 'account',
  note: { needs: ['description'], of: (row) => cell(row, 'description') },
};

/** What tasks are sorted by. */
export const TASK_SORTS = {
  dueDate: 'due',
  deferDate: 'start',
  completionDate: 'completed',
  flagged: 'priority',
  name: 'title',
  project: 'calendar',
  added: 'created',
  modified: 'updated',
};

/** The columns that a query asks for; an id is always among them. */
export function askedColumns<Row>(known: Columns<Row>, names: readonly string[]): Columns<Row> {
  const at = (name: string) => `/query/fields/${Math.max(names.indexOf(name), 0)}`;
  return Object.fromEntries(['id', ...names].map((name) => [name, wordIn(known, name, at(name))]));
}

/** The fields of ours that columns are read from. */
export function needsOf<Row>(columns: Columns<Row>): readonly string[] {
  const needs = Object.values(columns).flatMap((one) => (typeof one === 'string' ? [one] : one.needs));
  return [...new Set(needs)];
}

/** A row in the old shape; what a task has not is null. */
export function oldRow<Row>(columns: Columns<Row>, row: Row): Fields {
  const value = (column: NameOf<Row> | Made<Row>) =>
    typeof column === 'string' ? (row[column] ?? null) : column.of(row);
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, value(column)]));
}
