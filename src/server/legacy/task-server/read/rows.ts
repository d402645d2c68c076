import { cell, memberOf, type ResultRow } from '../../../answers/result-rows.js';
import type { Perform } from '../../alias.js';
import { isoEnd } from '../../iso-end.js';
import { FLAG } from '../flag.js';
import { type Fields, toAnalyze, toRead, translationOf, type Word, type WordTable } from '../meaning.js';

/** What a value of a row is read from: fields of ours, and the moment of the call where `clock` is set. */
export interface Column {
  readonly needs: readonly string[];
  readonly clock?: true;
  of(row: ResultRow, now: string): unknown;
}

const column = (ours: string, needs: readonly string[], of: Column['of']): Word<Column> => ({
  ours: `fields: ${ours}`,
  to: { needs, of },
});
const same = (field: string): Word<Column> => column(field, [field], (row) => row[field] ?? null);
const clocked = (ours: string, of: Column['of']): Word<Column> => ({
  ours,
  to: { needs: ['start', 'end', 'status', 'myResponse'], clock: true, of },
});

const start = (row: ResultRow) => cell(row, 'start');
const end = (row: ResultRow) => isoEnd(start(row), cell(row, 'end'));
const tagsOf = (row: ResultRow): readonly unknown[] => (Array.isArray(row.tags) ? row.tags : []);
const isCancelled = (row: ResultRow) => row.status === 'cancelled';
const isUndecided = (row: ResultRow) => row.status === 'tentative' || row.myResponse === 'needs_action';
const hasBegun = (row: ResultRow, now: string) => compare(start(row), now) <= 0;
const isOver = (row: ResultRow, now: string) => compare(end(row), now) < 0;
const isCompleted = (row: ResultRow, now: string) =>
  isOver(row, now) && !isCancelled(row) && !isUndecided(row);

/** Days are compared as days, times as instants. */
function compare(time: string, now: string): number {
  return time.length === 10 ? time.localeCompare(now.slice(0, 10)) : Date.parse(time) - Date.parse(now);
}

const noPart = {
  why: 'Events have no events above or below them.',
  nearest: toRead({ type: 'events', filters: { tags: 'project-x' } }),
};
const noDrop = {
  why: 'When an event was cancelled is not kept, only when it was last changed.',
  nearest: toRead({ type: 'events', filters: { status: 'cancelled' }, fields: ['id', 'title', 'updated'] }),
};

/** The fields of a task, read from an event. */
export const TASK_FIELDS: Readonly<Record<string, Word<Column>>> = {
  id: column('id', ['id'], (row) => cell(row, 'id')),
  name: column('title', ['title'], (row) => cell(row, 'title')),
  flagged: column(`tags: the category "${FLAG}"`, ['tags'], (row) => tagsOf(row).includes(FLAG)),
  dueDate: column('end', ['start', 'end'], end),
  deferDate: column('start', ['start'], start),
  plannedDate: column('start', ['start'], start),
  tags: column('tags', ['tags'], (row) => tagsOf(row).filter((tag) => tag !== FLAG)),
  project: column('calendar', ['calendar'], (row) => cell(row, 'calendar')),
  projectId: column('calendar', ['calendar'], (row) => cell(row, 'calendar')),
  hasNote: column('description', ['description'], (row) => cell(row, 'description') !== ''),
  note: column('description', ['description'], (row) => cell(row, 'description')),
  estimatedMinutes: column(
    'durationMinutes, else what create kept',
    ['durationMinutes', 'metadata'],
    (row) => {
      const kept = Number(cell(memberOf(row, 'metadata'), 'estimatedMinutes'));
      return kept > 0 ? kept : (row.durationMinutes ?? null);
    },
  ),
  added: column('created', ['created'], (row) => row.created ?? null),
  modified: column('updated', ['updated'], (row) => row.updated ?? null),
  repetitionRule: same('recurrence'),
  completed: clocked('over, not cancelled, and not undecided', isCompleted),
  completionDate: clocked('end of what is completed', (row, now) =>
    isCompleted(row, now) ? end(row) : null,
  ),
  available: clocked(
    'going on now',
    (row, now) => hasBegun(row, now) && !isOver(row, now) && !isCancelled(row),
  ),
  blocked: clocked('not begun', (row, now) => !hasBegun(row, now) && !isCancelled(row)),
  inInbox: {
    why: 'A row does not say whether its calendar is the default one.',
    nearest: toRead({ type: 'calendars', fields: ['name', 'default'] }),
  },
  dropDate: noDrop,
  parentTaskId: noPart,
  parentTaskName: noPart,
  sequential: noPart,
  isProjectRoot: noPart,
};

/** What a row has where no fields are named, as the task server did as far as it needs no clock. */
export const DEFAULT_TASK_FIELDS = [
  'id',
  'name',
  'flagged',
  'dueDate',
  'deferDate',
  'tags',
  'project',
  'hasNote',
] as const;

const noProjectTime = {
  why: 'Calendars have no dates, flags or tags; their events have.',
  nearest: toRead({ type: 'events', filters: { calendar: 'Work' } }),
};
const noReview = {
  why: 'Calendars are not reviewed; series of events are.',
  nearest: toAnalyze({ type: 'series_review' }),
};

/** The fields of a project, read from a calendar. */
export const PROJECT_FIELDS: Readonly<Record<string, Word<Column>>> = {
  id: column('id', ['id'], (row) => cell(row, 'id')),
  name: column('name', ['name'], (row) => cell(row, 'name')),
  status: { ours: 'calendars are always active', to: { needs: ['id'], of: () => 'active' } },
  folder: column('account', ['account'], (row) => cell(row, 'account')),
  folderPath: column('account', ['account'], (row) => cell(row, 'account')),
  folderId: column('account', ['account'], (row) => cell(row, 'account')),
  note: column('description', ['description'], (row) => cell(row, 'description')),
  defaultSingletonActionHolder: column('default', ['default'], (row) => row.default === true),
  flagged: noProjectTime,
  dueDate: noProjectTime,
  deferDate: noProjectTime,
  plannedDate: noProjectTime,
  completedDate: noProjectTime,
  completionDate: noProjectTime,
  tags: noProjectTime,
  sequential: noPart,
  lastReviewDate: noReview,
  nextReviewDate: noReview,
  reviewInterval: noReview,
};

export const DEFAULT_PROJECT_FIELDS = ['id', 'name', 'status', 'folder', 'note'] as const;

const noSort = {
  why: 'Events cannot be sorted by this.',
  nearest: toRead({ type: 'events', sort: [{ field: 'start', order: 'asc' }] }),
};

/** What tasks are sorted by. */
export const TASK_SORTS: Readonly<Record<string, Word<string>>> = {
  dueDate: { ours: 'sort: end', to: 'end' },
  deferDate: { ours: 'sort: start', to: 'start' },
  plannedDate: { ours: 'sort: start', to: 'start' },
  completionDate: { ours: 'sort: end', to: 'end' },
  name: { ours: 'sort: title', to: 'title' },
  project: { ours: 'sort: calendar', to: 'calendar' },
  estimatedMinutes: { ours: 'sort: durationMinutes', to: 'durationMinutes' },
  added: { ours: 'sort: created', to: 'created' },
  modified: { ours: 'sort: updated', to: 'updated' },
  flagged: noSort,
};

/** The columns that a query asks for; an id is always among them. */
export function askedColumns(
  table: WordTable<Column>,
  fields: readonly string[] | undefined,
  details: boolean,
  standard: readonly string[],
): Readonly<Record<string, Column>> {
  const all = () => Object.keys(table).filter((name) => table[name] !== undefined && 'to' in table[name]);
  const names = fields ?? (details ? all() : standard);
  return Object.fromEntries(
    ['id', ...names].map((name) => [
      name,
      translationOf(table, name, `/query/fields/${Math.max(names.indexOf(name), 0)}`),
    ]),
  );
}

/** The fields of ours that columns are read from. */
export function needsOf(columns: Readonly<Record<string, Column>>): readonly string[] {
  return [...new Set(Object.values(columns).flatMap(({ needs }) => needs))];
}

/** The moment of the call, where a column compares with it. */
export async function nowFor(columns: Readonly<Record<string, Column>>, look: Perform): Promise<string> {
  if (!Object.values(columns).some(({ clock }) => clock)) return '';
  return cell((await look(toAnalyze({ type: 'status' }))).data, 'now');
}

/** A row in the old shape. */
export function oldRow(columns: Readonly<Record<string, Column>>, row: ResultRow, now: string): Fields {
  return Object.fromEntries(Object.entries(columns).map(([name, { of }]) => [name, of(row, now)]));
}
