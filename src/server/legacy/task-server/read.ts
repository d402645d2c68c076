import { z } from 'zod/v3';
import type { Success } from '../../../../schemas/answers/success.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../alias.js';
import { alsoNoted, listCounts, oldSuccess, taskServerAlias } from './answer.js';
import { type OldFilter, type OldQuery, readInput } from './arguments.js';
import { ACTIVE, allCalendars, isIn, saysStatus, TASK_MODES, taskFilter, whereAll } from './conditions.js';
import { checkOptions, meaningOf, no, refusal, table, type WordTable } from './meaning.js';
import { type Fields, read } from './nearest.js';
import { FLAG, needsOf, nowFor, oldRow, projectColumns, TASK_SORTS, taskColumns } from './rows.js';

type Read = (query: OldQuery, look: Perform) => Translation | Promise<Translation>;

/** What can be queried. */
export const QUERY_TYPES = table<Read>('', {
  tasks: ['calendar_read events', readTasks],
  projects: ['calendar_read calendars', readProjects],
  folders: ['calendar_read calendars: their accounts', readFolders],
  tags: ['calendar_read events: their tags', readTags],
  perspectives: no('suggested', 'There are no saved views of calendars; filters say what is shown.'),
  export: no('exported', 'Nothing is written to files of the server; events can be returned as iCalendar.'),
});

const EVERY = 'tasks, projects, folders, tags';

/** The options of a query, with the types that take them. */
export const QUERY_OPTIONS = table<string>('', {
  filters: ['query.filters', EVERY],
  mode: ['query.mode, query.filters', 'tasks'],
  fields: ['query.fields', 'tasks, projects'],
  details: ['query.fields: all of them', 'tasks, projects'],
  sort: ['query.sort', 'tasks'],
  limit: ['query.limit', EVERY],
  offset: ['query.offset', EVERY],
  daysAhead: ['query.filters.end', 'tasks'],
  countOnly: ['query.mode: count', EVERY],
  fastSearch: ['query.filters.title', 'tasks'],
  includeProjectRoot: no('calendars', 'A calendar is not an event itself.'),
  includeStats: no('timeStats', 'Calendars are listed without figures of their events; time_stats has them.'),
});

const LEFT_OUT = 'Without a status, what is over or cancelled is left out.';

async function readTasks(query: OldQuery, look: Perform): Promise<Translation> {
  const { filters = {}, mode: asked = 'all', countOnly = false, limit, offset } = query;
  const { mode, active, filter } = meaningOf(TASK_MODES, asked, '/query/mode');
  const place = { path: '/query/filters', look, namesOnly: query.fastSearch === true };
  const columns = taskColumns(query);
  const now = countOnly ? '' : await nowFor(columns, look);
  const isUsual = active === true && !saysStatus(filters);
  const own = await taskFilter(filters, place);
  const where = whereAll([own, (await filter?.(query, place)) ?? {}, isUsual ? ACTIVE : {}]);
  const sort = query.sort?.map(({ field, direction, order = direction }, index) => ({
    field: meaningOf(TASK_SORTS, field, `/query/sort/${index}/field`),
    ...(order !== undefined && { order }),
  }));
  return {
    call: read({
      type: 'events',
      filters: Object.keys(where).length > 0 ? where : undefined,
      mode: countOnly ? 'count' : mode,
      expand: mode === 'smart_suggest' ? undefined : false,
      fields: countOnly ? undefined : needsOf(columns),
      sort,
      limit,
      offset,
    }),
    fromResult(result) {
      const tasks = rowsIn(result.data.events).map((row) => ({
        ...oldRow(columns, row, now),
        ...(mode === 'smart_suggest' && { score: row.score, screen_reasons: row.reasons }),
      }));
      const left = isUsual && tasks.length === 0 && !countOnly ? [LEFT_OUT] : [];
      const counts = { mode: asked, ...countsOf(result, tasks, query) };
      return oldSuccess('tasks', { tasks }, alsoNoted(result, left), counts);
    },
  };
}

function countsOf(result: Success, rows: readonly Fields[], { countOnly }: OldQuery): Fields {
  return { ...listCounts(result, rows.length), ...(countOnly === true && { count_only: true }) };
}

type Matches = (given: OldFilter, row: ResultRow) => boolean;

const NO_REGEX = no(
  'calendars',
  'Names of calendars are not searched by regular expressions; `contains` finds a part.',
);
const named =
  (key: 'name' | 'text'): Matches =>
  (given, row) => {
    const { contains = '', matches } = given[key] ?? {};
    if (matches !== undefined) throw refusal(NO_REGEX, `/query/filters/${key}/matches`);
    return cell(row, 'name').toLowerCase().includes(contains.toLowerCase());
  };

/** The conditions on projects: what of a calendar they look at. */
export const PROJECT_FILTERS = table<Matches>('', {
  id: ['calendar id', ({ id }, row) => row.id === id],
  name: ['calendar name', named('name')],
  text: ['calendar name', named('text')],
  folder: ['account', ({ folder }, row) => isIn(folder, row)],
  status: ['calendars are always active', ({ status }) => status === 'active'],
  completed: ['calendars are always active', ({ completed }) => completed === false],
  'flagged, tags, dueDate, deferDate, plannedDate, completionDate, added, project, projectId, inInbox, blocked, available, estimatedMinutes, parentTaskId':
    no('eventsOfCalendar', 'Calendars have names and accounts only; this is for events.'),
});

/** The conditions on folders and tags. */
export const TAG_FILTERS = table<Matches>('', {
  name: ['part of a tag', named('name')],
  text: ['part of a tag', named('text')],
});

function matches(words: WordTable<Matches>, given: OldFilter, row: ResultRow): boolean {
  const { AND = [], OR, NOT, ...conditions } = given;
  const own = Object.entries(conditions)
    .filter(([, value]) => value !== undefined)
    .map(([word]) => meaningOf(words, word, `/query/filters/${word}`)(given, row));
  return (
    own.every(Boolean) &&
    AND.every((part) => matches(words, part, row)) &&
    (OR === undefined || OR.some((part) => matches(words, part, row))) &&
    (NOT === undefined || !matches(words, NOT, row))
  );
}

/** Calendars by their ids, because calendar_read knows names and ids only. */
async function chosen(filters: OldFilter | undefined, look: Perform): Promise<Fields | undefined> {
  if (filters === undefined) return undefined;
  const all = await allCalendars(look);
  matches(PROJECT_FILTERS, filters, {});
  const ids = all.filter((row) => matches(PROJECT_FILTERS, filters, row)).map((row) => cell(row, 'id'));
  return { calendar: ids.length > 0 ? { any: ids } : { none: all.map((row) => cell(row, 'id')) } };
}

async function readProjects(query: OldQuery, look: Perform): Promise<Translation> {
  const { limit, offset } = query;
  const columns = projectColumns(query);
  const shown = query.countOnly === true ? { mode: 'count' } : { fields: needsOf(columns) };
  return {
    call: read({ type: 'calendars', filters: await chosen(query.filters, look), ...shown, limit, offset }),
    fromResult(result) {
      const projects = rowsIn(result.data.calendars).map((row) => oldRow(columns, row, ''));
      return oldSuccess('projects', { projects }, result, countsOf(result, projects, query));
    },
  };
}

function readFolders(query: OldQuery): Translation {
  return {
    call: read({ type: 'calendars', fields: ['id', 'name', 'account'], limit: 500 }),
    fromResult(result) {
      const calendars = rowsIn(result.data.calendars);
      const folder = (account: string) => ({
        id: account,
        name: account,
        status: 'active',
        children: calendars.filter((row) => row.account === account).map(({ id, name }) => ({ id, name })),
      });
      const accounts = [...new Set(calendars.map((row) => cell(row, 'account')))];
      return shownNames('folders', accounts.map(folder), query, result);
    },
  };
}

function readTags(query: OldQuery): Translation {
  const filters = { tags: { empty: false } };
  return {
    call: read({ type: 'events', expand: false, filters, fields: ['tags'], limit: 500 }),
    fromResult(result) {
      const all = rowsIn(result.data.events).flatMap(({ tags }) =>
        Array.isArray(tags) ? tags.map(String) : [],
      );
      const names = [...new Set(all)].filter((name) => name !== FLAG);
      const tags = names.map((name) => ({ id: name, name, parentId: null }));
      return shownNames('tags', tags, query, result);
    },
  };
}

/** Names in order, as many as were asked for. */
function shownNames(list: string, rows: readonly ResultRow[], query: OldQuery, result: Success) {
  const { filters = {}, offset = 0, limit = 500, countOnly = false } = query;
  const found = rows
    .filter((row) => matches(TAG_FILTERS, filters, row))
    .sort((a, b) => cell(a, 'name').localeCompare(cell(b, 'name')));
  const page = countOnly ? [] : found.slice(offset, offset + limit);
  const isCut = listCounts(result, 0).truncated === true || offset + page.length < found.length;
  return oldSuccess(list, { [list]: page }, result, {
    total_count: found.length,
    returned_count: page.length,
    ...(countOnly ? { count_only: true } : isCut && { truncated: true }),
  });
}

const rows = z.array(z.object({ id: z.string() }).passthrough());

/** `omnifocus_read`: tasks are events, projects calendars, folders accounts, tags categories. */
export const OMNIFOCUS_READ: Alias = taskServerAlias({
  name: 'omnifocus_read',
  title: 'Read tasks as events',
  description:
    'Query events as tasks, calendars as projects, accounts as folders, categories as tags. A task starts at its deferDate and ends at its dueDate; a series is one task. Without a status, what is over or cancelled is left out.',
  root: 'query',
  input: readInput,
  data: z.object({ tasks: rows, projects: rows, folders: rows, tags: rows }).partial().strict(),
  writes: false,
  translate({ query }, look) {
    const translate = meaningOf(QUERY_TYPES, query.type, '/query/type');
    checkOptions(QUERY_OPTIONS, query, query.type, '/query');
    return translate(query, look);
  },
});
