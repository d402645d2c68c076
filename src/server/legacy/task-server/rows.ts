import { cell, memberOf, type ResultRow } from '../../answers/result-rows.js';
import type { Perform } from '../alias.js';
import { isoEnd } from '../iso-end.js';
import { hasMeaning, meaningOf, no, table, type WordTable } from './meaning.js';
import { analyze, type Fields } from './nearest.js';

/** The category that marks a flagged task. */
export const FLAG = 'flagged';

/** A value made of several fields of ours, some by the moment of the call; one that is the same is only its name. */
interface Made {
  readonly needs: string;
  of(row: ResultRow, now: string): unknown;
}
type Column = string | Made;
type Columns = Readonly<Record<string, Column>>;

const STATE = 'start, end, status, myResponse';
const end = (row: ResultRow) => isoEnd(cell(row, 'start'), cell(row, 'end'));
const tagsOf = (row: ResultRow): readonly unknown[] => (Array.isArray(row.tags) ? row.tags : []);
const isCancelled = (row: ResultRow) => row.status === 'cancelled';
const isUndecided = (row: ResultRow) => row.status === 'tentative' || row.myResponse === 'needs_action';
const hasBegun = (row: ResultRow, now: string) => compare(cell(row, 'start'), now) <= 0;
const isOver = (row: ResultRow, now: string) => compare(end(row), now) < 0;
const isCompleted = (row: ResultRow, now: string) =>
  isOver(row, now) && !isCancelled(row) && !isUndecided(row);
const isAvailable = (row: ResultRow, now: string) =>
  hasBegun(row, now) && !isOver(row, now) && !isCancelled(row);

/** Days are compared as days, times as instants. */
function compare(time: string, now: string): number {
  return time.length === 10 ? time.localeCompare(now.slice(0, 10)) : Date.parse(time) - Date.parse(now);
}

function minutes(row: ResultRow): unknown {
  const kept = Number(cell(memberOf(row, 'metadata'), 'estimatedMinutes'));
  return kept > 0 ? kept : (row.durationMinutes ?? null);
}

const noPart = no('taggedEvents', 'Events have no events above or below them.');

/** The fields of a task, read from an event. */
export const TASK_FIELDS = table<Column>('fields: ', {
  'id, name': 'id, title',
  flagged: [
    `fields: tags: the category "${FLAG}"`,
    { needs: 'tags', of: (row) => tagsOf(row).includes(FLAG) },
  ],
  dueDate: ['fields: end', { needs: 'start, end', of: end }],
  'deferDate, plannedDate': 'start',
  tags: ['fields: tags', { needs: 'tags', of: (row) => tagsOf(row).filter((tag) => tag !== FLAG) }],
  'project, projectId': 'calendar',
  hasNote: ['fields: description', { needs: 'description', of: (row) => cell(row, 'description') !== '' }],
  note: 'description',
  estimatedMinutes: [
    'fields: durationMinutes, else what create kept',
    { needs: 'durationMinutes, metadata', of: minutes },
  ],
  'added, modified, repetitionRule': 'created, updated, recurrence',
  completed: ['over, not cancelled, and not undecided', { needs: STATE, of: isCompleted }],
  completionDate: [
    'end of what is completed',
    { needs: STATE, of: (row, now) => (isCompleted(row, now) ? end(row) : null) },
  ],
  available: ['going on now', { needs: STATE, of: isAvailable }],
  blocked: ['not begun', { needs: STATE, of: (row, now) => !hasBegun(row, now) && !isCancelled(row) }],
  inInbox: no('defaultCalendar', 'A row does not say whether its calendar is the default one.'),
  dropDate: no('cancelledEvents', 'When an event was cancelled is not kept, only when it was last changed.'),
  'parentTaskId, parentTaskName, sequential, isProjectRoot': noPart,
});

/** What a row has where no fields are named, as the task server did as far as it needs no clock. */
const TASK_DEFAULT = 'id, name, flagged, dueDate, deferDate, tags, project, hasNote';

const noTime = no('eventsOfCalendar', 'Calendars have no dates, flags or tags; their events have.');

/** The fields of a project, read from a calendar. */
export const PROJECT_FIELDS = table<Column>('fields: ', {
  'id, name': 'id, name',
  status: ['calendars are always active', { needs: 'id', of: () => 'active' }],
  'folder, folderPath, folderId': 'account',
  note: 'description',
  defaultSingletonActionHolder: ['fields: default', { needs: 'default', of: (row) => row.default === true }],
  'flagged, dueDate, deferDate, plannedDate, completedDate, completionDate, tags': noTime,
  sequential: noPart,
  'lastReviewDate, nextReviewDate, reviewInterval': no(
    'seriesReview',
    'Calendars are not reviewed; series of events are.',
  ),
});

const PROJECT_DEFAULT = 'id, name, status, folder, note';

/** What tasks are sorted by. */
export const TASK_SORTS = table<string>('sort: ', {
  'dueDate, deferDate, plannedDate, completionDate': 'end, start, start, end',
  'name, project, estimatedMinutes, added, modified': 'title, calendar, durationMinutes, created, updated',
  flagged: no('sorted', 'Events cannot be sorted by this.'),
});

/** The columns that a query asks for; an id is always among them. */
function askedColumns(words: WordTable<Column>, asked: readonly string[]): Columns {
  const at = (name: string) => `/query/fields/${Math.max(asked.indexOf(name), 0)}`;
  return Object.fromEntries(['id', ...asked].map((name) => [name, meaningOf(words, name, at(name))]));
}

interface Asked {
  readonly fields?: readonly string[] | undefined;
  readonly details?: boolean | undefined;
}

const columnsBy =
  (words: WordTable<Column>, standard: string) =>
  ({ fields, details }: Asked): Columns => {
    const all = Object.entries(words).flatMap(([name, entry]) => (hasMeaning(entry) ? [name] : []));
    return askedColumns(words, fields ?? (details === true ? all : standard.split(', ')));
  };

export const taskColumns = columnsBy(TASK_FIELDS, TASK_DEFAULT);
export const projectColumns = columnsBy(PROJECT_FIELDS, PROJECT_DEFAULT);

/** The fields of ours that columns are read from. */
export function needsOf(columns: Columns): readonly string[] {
  const needs = Object.values(columns).map((column) => (typeof column === 'string' ? column : column.needs));
  return [...new Set(needs.flatMap((names) => names.split(', ')))];
}

/** The moment of the call, where a column compares with it. */
export async function nowFor(columns: Columns, look: Perform): Promise<string> {
  const compares = Object.values(columns).some(
    (column) => typeof column === 'object' && column.needs === STATE,
  );
  return compares ? cell((await look(analyze({ type: 'status' }))).data, 'now') : '';
}

/** A row in the old shape. */
export function oldRow(columns: Columns, row: ResultRow, now: string): Fields {
  const value = (column: Column) => {
    if (typeof column === 'object') return column.of(row, now);
    return row[column] ?? (NEVER_EMPTY.includes(column) ? null : '');
  };
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, value(column)]));
}

/** What is said or not; of everything else a missing value is an empty text. */
const NEVER_EMPTY: readonly string[] = ['created', 'updated', 'recurrence'];
