import { cell, memberOf, type ResultRow } from '../../answers/result-rows.js';
import { isoEnd } from '../iso-end.js';
import { type Fields, type Table, wordIn } from './words.js';

/** The category that marks a flagged task. */
export const FLAG = 'flagged';

/** A value made of several fields of ours; one that is the same is only its name. */
interface Made {
  readonly needs: readonly string[];
  of(row: ResultRow): unknown;
}
export type Columns = Table<string | Made>;

const tagsOf = (row: ResultRow): readonly unknown[] => (Array.isArray(row.tags) ? row.tags : []);

function minutes(row: ResultRow): unknown {
  const kept = Number(cell(memberOf(row, 'metadata'), 'estimatedMinutes'));
  return kept > 0 ? kept : (row.durationMinutes ?? null);
}

/** The fields of a task, read from an event; without `fields`, those up to `hasNote`. */
export const TASK_COLUMNS: Columns = {
  id: 'id',
  name: 'title',
  flagged: { needs: ['tags'], of: (row) => tagsOf(row).includes(FLAG) },
  dueDate: { needs: ['start', 'end'], of: (row) => isoEnd(cell(row, 'start'), cell(row, 'end')) },
  deferDate: 'start',
  tags: { needs: ['tags'], of: (row) => tagsOf(row).filter((tag) => tag !== FLAG) },
  project: 'calendar',
  hasNote: { needs: ['description'], of: (row) => cell(row, 'description') !== '' },
  note: 'description',
  estimatedMinutes: { needs: ['durationMinutes', 'metadata'], of: minutes },
  added: 'created',
  modified: 'updated',
  repetitionRule: 'recurrence',
};
export const USUAL_COLUMNS = ['id', 'name', 'flagged', 'dueDate', 'deferDate', 'tags', 'project', 'hasNote'];

/** The fields of a project, read from a calendar. */
export const PROJECT_COLUMNS: Columns = {
  id: 'id',
  name: 'name',
  status: { needs: ['id'], of: () => 'active' },
  folder: 'account',
  note: 'description',
};

/** What tasks are sorted by. */
export const TASK_SORTS = {
  dueDate: 'end',
  deferDate: 'start',
  name: 'title',
  project: 'calendar',
  estimatedMinutes: 'durationMinutes',
  added: 'created',
  modified: 'updated',
};

/** The columns that a query asks for; an id is always among them. */
export function askedColumns(known: Columns, names: readonly string[]): Columns {
  const at = (name: string) => `/query/fields/${Math.max(names.indexOf(name), 0)}`;
  return Object.fromEntries(['id', ...names].map((name) => [name, wordIn(known, name, at(name))]));
}

/** The fields of ours that columns are read from. */
export function needsOf(columns: Columns): readonly string[] {
  const needs = Object.values(columns).flatMap((one) => (typeof one === 'string' ? [one] : one.needs));
  return [...new Set(needs)];
}

/** Fields where a missing value is null; of every other it is an empty text. */
const NULLABLE = ['created', 'updated', 'recurrence'];

/** A row in the old shape. */
export function oldRow(columns: Columns, row: ResultRow): Fields {
  const value = (column: Columns[string]) =>
    typeof column === 'string' ? (row[column] ?? (NULLABLE.includes(column) ? null : '')) : column.of(row);
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, value(column)]));
}
