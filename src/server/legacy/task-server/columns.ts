import type { EventRow } from '../../../../schemas/answers/event-row.js';
import type { CalendarRow, ReadData } from '../../../../schemas/answers/read-data.js';
import type { AnswerData } from '../../../../schemas/answers/success.js';
import { cell, rowsIn } from '../../answers/result-rows.js';
import { type Fields, type Table, wordIn } from './words.js';

export function tasksIn(data: AnswerData): readonly EventRow[] {
  return rowsIn((data as ReadData).tasks);
}

/** A value made of several of our fields; a plain name is used for an equal one. */
interface Made<Row> {
  readonly needs: readonly NameOf<Row>[];
  of(row: Row): unknown;
}
type NameOf<Row> = keyof Row & string;
type Columns<Row> = Table<NameOf<Row> | Made<Row>>;

/** A repeating task keeps one id; its completed and dropped occurrences have their own. */
function taskId(row: EventRow): unknown {
  return row.status === 'done' || row.status === 'cancelled' ? row.id : (row.seriesId ?? row.id);
}

/** Fields of a task; those up to `hasNote` are the default. */
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

/** Fields of a project, which is a list here. */
export const PROJECT_COLUMNS: Columns<CalendarRow> = {
  id: 'id',
  name: 'name',
  status: { needs: [], of: () => 'active' },
  folder: 'account',
  note: { needs: ['description'], of: (row) => cell(row, 'description') },
};

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

/** The requested columns, always with an id. */
export function askedColumns<Row>(known: Columns<Row>, names: readonly string[]): Columns<Row> {
  const at = (name: string) => `/query/fields/${Math.max(names.indexOf(name), 0)}`;
  return Object.fromEntries(['id', ...names].map((name) => [name, wordIn(known, name, at(name))]));
}

/** Builder fields that the columns need. */
export function needsOf<Row>(columns: Columns<Row>): readonly string[] {
  const needs = Object.values(columns).flatMap((one) => (typeof one === 'string' ? [one] : one.needs));
  return [...new Set(needs)];
}

/** A row in the old form; missing values are null. */
export function oldRow<Row>(columns: Columns<Row>, row: Row): Fields {
  const value = (column: NameOf<Row> | Made<Row>) =>
    typeof column === 'string' ? (row[column] ?? null) : column.of(row);
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, value(column)]));
}
