import { z } from 'zod/v3';
import { rowsOf } from '../../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../../alias.js';
import { alsoNoted, listCounts, oldSuccess, taskServerAlias } from '../envelope.js';
import { toAnalyze, toRead, translationOf, type Word } from '../meaning.js';
import { checkOptions } from '../options.js';
import { type FilterPlace, STATUSES, taskFilter, whereAll } from './filters.js';
import { allCalendars } from './inbox.js';
import { saysStatus, TASK_MODES } from './modes.js';
import { readFolders, readProjects, readTags } from './read-groups.js';
import { type OldQuery, readInput } from './read-input.js';
import {
  askedColumns,
  DEFAULT_TASK_FIELDS,
  needsOf,
  nowFor,
  oldRow,
  TASK_FIELDS,
  TASK_SORTS,
} from './rows.js';

type Read = (query: OldQuery, look: Perform) => Translation | Promise<Translation>;

/** What can be queried. */
export const QUERY_TYPES: Readonly<Record<OldQuery['type'], Word<Read>>> = {
  tasks: { ours: 'calendar_read events', to: readTasks },
  projects: { ours: 'calendar_read calendars', to: readProjects },
  folders: { ours: 'calendar_read calendars: their accounts', to: readFolders },
  tags: { ours: 'calendar_read events: their tags', to: readTags },
  perspectives: {
    why: 'There are no saved views of calendars; filters say what is shown.',
    nearest: toRead({ type: 'events', mode: 'smart_suggest' }),
  },
  export: {
    why: 'Nothing is written to files of the server; events can be returned as iCalendar.',
    nearest: toRead({ type: 'events', filters: { when: 'this month' }, format: 'ics' }),
  },
};

const EVERY = ['tasks', 'projects', 'folders', 'tags'] as const;

/** The options of a query, with the types that take them. */
export const QUERY_OPTIONS: Readonly<Record<Exclude<keyof OldQuery, 'type'>, Word<readonly string[]>>> = {
  filters: { ours: 'query.filters', to: EVERY },
  mode: { ours: 'query.mode, query.filters', to: ['tasks'] },
  fields: { ours: 'query.fields', to: ['tasks', 'projects'] },
  details: { ours: 'query.fields: all of them', to: ['tasks', 'projects'] },
  sort: { ours: 'query.sort', to: ['tasks'] },
  limit: { ours: 'query.limit', to: EVERY },
  offset: { ours: 'query.offset', to: EVERY },
  daysAhead: { ours: 'query.filters.end', to: ['tasks'] },
  countOnly: { ours: 'query.mode: count', to: EVERY },
  fastSearch: { ours: 'query.filters.title', to: ['tasks'] },
  includeProjectRoot: {
    why: 'A calendar is not an event itself.',
    nearest: toRead({ type: 'calendars' }),
  },
  includeStats: {
    why: 'Calendars are listed without figures of their events; time_stats has them.',
    nearest: toAnalyze({ type: 'time_stats', params: { groupBy: 'calendar' } }),
  },
};

const LEFT_OUT = 'Without a status, what is over or cancelled is left out.';

async function readTasks(query: OldQuery, look: Perform): Promise<Translation> {
  const { filters = {}, limit, offset, details = false, countOnly = false } = query;
  const { mode, active, filter } = translationOf(TASK_MODES, query.mode ?? 'all', '/query/mode');
  const place: FilterPlace = {
    path: '/query/filters',
    namesOnly: query.fastSearch === true,
    calendars: () => allCalendars(look),
  };
  const columns = askedColumns(TASK_FIELDS, query.fields, details, DEFAULT_TASK_FIELDS);
  const now = countOnly ? '' : await nowFor(columns, look);
  const isUsual = active === true && !saysStatus(filters);
  const where = whereAll([
    await taskFilter(filters, place),
    (await filter?.(query, place)) ?? {},
    isUsual ? translationOf(STATUSES, 'active', place.path) : {},
  ]);
  const sort = query.sort?.map(({ field, direction, order = direction }, index) => ({
    field: translationOf(TASK_SORTS, field, `/query/sort/${index}/field`),
    ...(order !== undefined && { order }),
  }));
  const call = toRead({
    type: 'events',
    ...(Object.keys(where).length > 0 && { filters: where }),
    ...(countOnly ? { mode: 'count' } : mode !== undefined && { mode }),
    ...(mode !== 'smart_suggest' && { expand: false }),
    ...(!countOnly && { fields: needsOf(columns) }),
    ...(sort !== undefined && { sort }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  });
  return {
    call,
    fromResult(result) {
      const tasks = rowsOf(result, 'events').map((row) => ({
        ...oldRow(columns, row, now),
        ...(mode === 'smart_suggest' && { score: row.score, screen_reasons: row.reasons }),
      }));
      const counts = { ...listCounts(result, tasks.length), ...(countOnly && { count_only: true }) };
      const left = isUsual && tasks.length === 0 && !countOnly ? [LEFT_OUT] : [];
      return oldSuccess('tasks', { tasks }, alsoNoted(result, left), {
        mode: query.mode ?? 'all',
        ...counts,
      });
    },
  };
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
    const read = translationOf(QUERY_TYPES, query.type, '/query/type');
    checkOptions(QUERY_OPTIONS, query, query.type, '/query');
    return read(query, look);
  },
});
