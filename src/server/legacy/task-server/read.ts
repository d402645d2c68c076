import type { Success } from '../../../../schemas/answers/success.js';
import { TASK_STATUSES } from '../../../../schemas/model/task.js';
import { cell, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../alias.js';
import { alsoNoted, listCounts, oldSuccess, taskServerAlias } from './answer.js';
import { type OldFilter, type OldQuery, readInput } from './arguments.js';
import {
  askedColumns,
  needsOf,
  oldRow,
  PROJECT_COLUMNS,
  TASK_COLUMNS,
  TASK_SORTS,
  tasksIn,
  USUAL_COLUMNS,
} from './columns.js';
import { holdsTasks, TASK_MODES, taskFilter, whereAll } from './conditions.js';
import { checkTaken, type Fields, meaninglessWord, read, type Table, wordIn } from './words.js';

const LEFT_OUT = 'Without a status, what is completed or dropped is left out.';

/** Matches a filter with its own status; quotes in values are escaped, so values never match. */
const OWN_STATUS = /"(?:id|status|completed|available)":/;

async function readTasks(query: OldQuery, look: Perform): Promise<Translation> {
  const { filters = {}, mode = 'all', countOnly = false, limit, offset } = query;
  const columns = askedColumns(TASK_COLUMNS, query.fields ?? USUAL_COLUMNS);
  const own = await taskFilter(filters, { path: '/query/filters', look });
  const where = whereAll([own, await TASK_MODES[mode](query, look)]);
  const isSuggesting = mode === 'smart_suggest';
  return {
    call: read({
      type: 'tasks',
      filters: Object.keys(where).length > 0 ? where : undefined,
      mode: countOnly ? 'count' : isSuggesting || mode === 'search' ? mode : undefined,
      fields: countOnly ? undefined : needsOf(columns),
      sort: query.sort?.map(({ field, order }) => ({ field: TASK_SORTS[field], ...(order && { order }) })),
      limit,
      offset,
    }),
    fromResult(result) {
      const tasks = tasksIn(result.data).map((row) => ({
        ...oldRow(columns, row),
        ...(isSuggesting && { score: row.score, screen_reasons: row.reasons }),
      }));
      const isEmpty = tasks.length === 0 && !countOnly && !isSuggesting;
      const told = alsoNoted(result, isEmpty && !OWN_STATUS.test(JSON.stringify(filters)) ? [LEFT_OUT] : []);
      return oldSuccess('tasks', { tasks }, told, { mode, ...listCounts(result, tasks.length, query) });
    },
  };
}

type Matches = (filter: OldFilter, row: Fields) => boolean;

/** True if a tag or folder matches the filter. */
const OF_NAMES: Table<Matches> = {
  name: ({ name }, row) => isNamed(row, name),
};
const OF_PROJECTS: Table<Matches> = {
  ...OF_NAMES,
  id: ({ id }, row) => row.id === id,
  folder: ({ folder }, row) => contains(cell(row, 'folder'), folder),
  status: ({ status }) => status === 'active',
};

function isNamed(row: Fields, { contains: part, matches }: OldFilter['name'] = {}): boolean {
  if (matches === undefined) return contains(cell(row, 'name'), part);
  const why = 'These names are not searched by regular expressions; `contains` finds a part.';
  throw meaninglessWord(why, '/query/filters/name/matches', read({ type: 'calendars' }));
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** A list by name: its query, its rows and its filters. */
interface Names {
  readonly query: Table<unknown>;
  readonly filters: Table<Matches>;
  rows(data: Success['data']): readonly Fields[];
}

const lists = (data: Success['data']) => rowsIn(data.calendars).filter(holdsTasks);
const unique = (names: readonly string[]) => [...new Set(names)];
const LISTS = { type: 'calendars', fields: ['id', 'name', 'account', 'description', 'components'] };

const NAMES: Readonly<Record<'projects' | 'folders' | 'tags', Names>> = {
  projects: {
    query: LISTS,
    filters: OF_PROJECTS,
    rows: (data) => lists(data).map((row) => oldRow(PROJECT_COLUMNS, row)),
  },
  folders: {
    query: LISTS,
    filters: OF_NAMES,
    rows: (data) =>
      unique(lists(data).map((row) => cell(row, 'account'))).map((name) => ({
        id: name,
        name,
        status: 'active',
        children: lists(data)
          .filter((row) => row.account === name)
          .map(({ id, name }) => ({ id, name })),
      })),
  },
  tags: {
    query: { type: 'tasks', filters: { tags: { empty: false }, status: TASK_STATUSES }, fields: ['tags'] },
    filters: OF_NAMES,
    rows: (data) =>
      unique(tasksIn(data).flatMap(({ tags }) => tags ?? [])).map((name) => ({
        id: name,
        name,
        parentId: null,
      })),
  },
};

/** A sorted page of names. */
function readNames(list: keyof typeof NAMES, query: OldQuery): Translation {
  const { filters = {}, fields, offset = 0, limit = 500, countOnly = false } = query;
  const { query: asked, filters: known, rows } = NAMES[list];
  const columns = fields && Object.keys(askedColumns(PROJECT_COLUMNS, fields));
  const conditions = Object.keys(filters).map((word) => wordIn(known, word, `/query/filters/${word}`));
  return {
    call: read({ ...asked, limit: 500 }),
    fromResult(result) {
      const found = rows(result.data)
        .filter((row) => conditions.every((matches) => matches(filters, row)))
        .sort((a, b) => cell(a, 'name').localeCompare(cell(b, 'name')));
      const page = countOnly ? [] : found.slice(offset, offset + limit);
      const next = offset + page.length;
      const isCut = result.meta.nextOffset !== undefined || next < found.length;
      const shown = columns
        ? page.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
        : page;
      return oldSuccess(list, { [list]: shown }, result, {
        total_count: found.length,
        returned_count: page.length,
        ...(countOnly ? { count_only: true } : isCut && { truncated: true, next_offset: next }),
      });
    },
  };
}

/** Options of each type. */
const TAKEN = {
  tasks: 'type, filters, mode, fields, sort, limit, offset, daysAhead, countOnly',
  projects: 'type, filters, fields, limit, offset, countOnly',
  folders: 'type, filters, limit, offset, countOnly',
  tags: 'type, filters, limit, offset, countOnly',
};

/** `omnifocus_read`: projects are lists, folders are accounts. */
export const OMNIFOCUS_READ: Alias = taskServerAlias({
  name: 'omnifocus_read',
  title: 'Read tasks',
  description:
    'Query tasks, their lists as projects, accounts as folders, and tags. deferDate is the start, flagged the priority high. A task that repeats is one task. Without a status, what is completed or dropped is left out.',
  root: 'query',
  input: readInput,
  writes: false,
  translate({ query }, look) {
    const { type } = query;
    if (type === 'perspectives') {
      const nearest = read({ type: 'tasks', mode: 'smart_suggest' });
      const why = 'There are no saved views of tasks; filters say what is shown.';
      throw meaninglessWord(why, '/query/type', nearest);
    }
    checkTaken(TAKEN[type], query, '/query');
    return type === 'tasks' ? readTasks(query, look) : readNames(type, query);
  },
});
