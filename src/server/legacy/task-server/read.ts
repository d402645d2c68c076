import type { Success } from '../../../../schemas/answers/success.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../alias.js';
import { alsoNoted, listCounts, oldSuccess, taskServerAlias } from './answer.js';
import { type OldFilter, type OldQuery, readInput } from './arguments.js';
import {
  askedColumns,
  type Columns,
  FLAG,
  needsOf,
  oldRow,
  PROJECT_COLUMNS,
  TASK_COLUMNS,
  TASK_SORTS,
  USUAL_COLUMNS,
} from './columns.js';
import { ACTIVE, allCalendars, saysStatus, TASK_MODES, taskFilter, whereAll } from './conditions.js';
import { checkTaken, meaninglessWord, read, type Table, wordIn } from './words.js';

const LEFT_OUT = 'Without a status, what is over or cancelled is left out.';

async function readTasks(query: OldQuery, look: Perform): Promise<Translation> {
  const { filters = {}, mode: asked = 'all', countOnly = false, limit, offset } = query;
  const { mode, active = false, filter } = TASK_MODES[asked];
  const columns = askedColumns(TASK_COLUMNS, query.fields ?? USUAL_COLUMNS);
  const isUsual = active && !saysStatus(filters);
  const own = await taskFilter(filters, { path: '/query/filters', look });
  const where = whereAll([own, (await filter?.(query, look)) ?? {}, isUsual ? ACTIVE : {}]);
  return {
    call: read({
      type: 'events',
      filters: Object.keys(where).length > 0 ? where : undefined,
      mode: countOnly ? 'count' : mode,
      expand: mode === 'smart_suggest' ? undefined : false,
      fields: countOnly ? undefined : needsOf(columns),
      sort: query.sort?.map(({ field, order }) => ({ field: TASK_SORTS[field], ...(order && { order }) })),
      limit,
      offset,
    }),
    fromResult(result) {
      const tasks = rowsIn(result.data.events).map((row) => ({
        ...oldRow(columns, row),
        ...(mode === 'smart_suggest' && { score: row.score, screen_reasons: row.reasons }),
      }));
      const left = isUsual && tasks.length === 0 && !countOnly ? [LEFT_OUT] : [];
      const counts = { mode: asked, ...listCounts(result, tasks.length, query) };
      return oldSuccess('tasks', { tasks }, alsoNoted(result, left), counts);
    },
  };
}

type Matches = (filter: OldFilter, row: ResultRow) => boolean;

/** Whether a tag or a folder has what a filter asks for. */
const OF_NAMES: Table<Matches> = {
  name: ({ name }, row) => isNamed(row, 'name', name),
  text: ({ text }, row) => isNamed(row, 'text', text),
};
const OF_PROJECTS: Table<Matches> = {
  ...OF_NAMES,
  id: ({ id }, row) => row.id === id,
  folder: ({ folder }, row) => contains(cell(row, 'account'), folder),
  status: ({ status }) => status === 'active',
};

function isNamed(row: ResultRow, key: string, { contains: part, matches }: OldFilter['name'] = {}): boolean {
  if (matches === undefined) return contains(cell(row, 'name'), part);
  const why = 'These names are not searched by regular expressions; `contains` finds a part.';
  throw meaninglessWord(why, `/query/filters/${key}/matches`, read({ type: 'calendars' }));
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function matching(known: Table<Matches>, rows: readonly ResultRow[], filter: OldFilter = {}) {
  const all = Object.keys(filter).map((word) => wordIn(known, word, `/query/filters/${word}`));
  return rows.filter((row) => all.every((matches) => matches(filter, row)));
}

/** Calendars by their ids, because calendar_read knows names and ids only. */
async function readProjects(query: OldQuery, look: Perform): Promise<Translation> {
  const { filters, fields, countOnly, limit, offset } = query;
  const columns: Columns = askedColumns(PROJECT_COLUMNS, fields ?? Object.keys(PROJECT_COLUMNS));
  const all = filters === undefined ? [] : await allCalendars(look);
  const any = matching(OF_PROJECTS, all, filters).map((row) => cell(row, 'id'));
  const calendar = any.length > 0 ? { any } : { none: all.map((row) => cell(row, 'id')) };
  return {
    call: read({
      type: 'calendars',
      filters: filters && { calendar },
      ...(countOnly === true ? { mode: 'count' } : { fields: needsOf(columns) }),
      limit,
      offset,
    }),
    fromResult(result) {
      const projects = rowsIn(result.data.calendars).map((row) => oldRow(columns, row));
      return oldSuccess('projects', { projects }, result, listCounts(result, projects.length, query));
    },
  };
}

function readFolders(query: OldQuery): Translation {
  return {
    call: read({ type: 'calendars', fields: ['id', 'name', 'account'], limit: 500 }),
    fromResult(result) {
      const calendars = rowsIn(result.data.calendars);
      const names = [...new Set(calendars.map((row) => cell(row, 'account')))];
      const folders = names.map((name) => ({
        id: name,
        name,
        status: 'active',
        children: calendars.filter((row) => row.account === name).map(({ id, name }) => ({ id, name })),
      }));
      return shownNames('folders', folders, query, result);
    },
  };
}

function readTags(query: OldQuery): Translation {
  const filters = { tags: { empty: false } };
  return {
    call: read({ type: 'events', expand: false, filters, fields: ['tags'], limit: 500 }),
    fromResult(result) {
      const all = rowsIn(result.data.events).flatMap(({ tags }) => (Array.isArray(tags) ? tags : []));
      const names = [...new Set(all.map(String))].filter((name) => name !== FLAG);
      const tags = names.map((name) => ({ id: name, name, parentId: null }));
      return shownNames('tags', tags, query, result);
    },
  };
}

/** Names in order, as many as were asked for. */
function shownNames(list: string, rows: readonly ResultRow[], query: OldQuery, result: Success) {
  const { offset = 0, limit = 500, countOnly = false } = query;
  const found = [...matching(OF_NAMES, rows, query.filters)].sort((a, b) =>
    cell(a, 'name').localeCompare(cell(b, 'name')),
  );
  const page = countOnly ? [] : found.slice(offset, offset + limit);
  const isCut = result.meta.nextOffset !== undefined || offset + page.length < found.length;
  return oldSuccess(list, { [list]: page }, result, {
    total_count: found.length,
    returned_count: page.length,
    ...(countOnly ? { count_only: true } : isCut && { truncated: true }),
  });
}

/** What can be queried. */
const TYPES = { tasks: readTasks, projects: readProjects, folders: readFolders, tags: readTags };

/** The options that a type takes. */
const TAKEN: Readonly<Record<keyof typeof TYPES, string>> = {
  tasks: 'type, filters, mode, fields, sort, limit, offset, daysAhead, countOnly',
  projects: 'type, filters, fields, limit, offset, countOnly',
  folders: 'type, filters, limit, offset, countOnly',
  tags: 'type, filters, limit, offset, countOnly',
};

/** `omnifocus_read`: tasks are events, projects calendars, folders accounts, tags categories. */
export const OMNIFOCUS_READ: Alias = taskServerAlias({
  name: 'omnifocus_read',
  title: 'Read tasks as events',
  description:
    'Query events as tasks, calendars as projects, accounts as folders, categories as tags. A task starts at its deferDate and ends at its dueDate; a series is one task. Without a status, what is over or cancelled is left out.',
  root: 'query',
  input: readInput,
  writes: false,
  translate({ query }, look) {
    if (query.type === 'perspectives') {
      const nearest = read({ type: 'events', mode: 'smart_suggest' });
      const why = 'There are no saved views of calendars; filters say what is shown.';
      throw meaninglessWord(why, '/query/type', nearest);
    }
    checkTaken(TAKEN[query.type], query, '/query');
    return TYPES[query.type](query, look);
  },
});
