import type { Success } from '../../../../engine/context/service.js';
import { cell, type ResultRow, rowsOf } from '../../../answers/result-rows.js';
import type { Perform, Translation } from '../../alias.js';
import { listCounts, oldSuccess } from '../envelope.js';
import { FLAG } from '../flag.js';
import { type Fields, toRead, translationOf, type Word, type WordTable } from '../meaning.js';
import { isIn } from './filters.js';
import { allCalendars } from './inbox.js';
import type { OldFilter, OldQuery } from './read-input.js';
import { askedColumns, DEFAULT_PROJECT_FIELDS, needsOf, oldRow, PROJECT_FIELDS } from './rows.js';

type Matches = (given: OldFilter, row: ResultRow) => boolean;

const ofEvents: Word<Matches> = {
  why: 'Calendars have names and accounts only; this is for events.',
  nearest: toRead({ type: 'events', filters: { calendar: 'Work' } }),
};
const containing =
  (key: 'name' | 'text'): Matches =>
  (given, row) => {
    const { contains, matches } = given[key] ?? {};
    if (matches !== undefined) translationOf(REGEX, 'matches', `/query/filters/${key}/matches`);
    return cell(row, 'name')
      .toLowerCase()
      .includes((contains ?? '').toLowerCase());
  };
const REGEX: WordTable<true> = {
  matches: {
    why: 'Names of calendars are not searched by regular expressions; `contains` finds a part.',
    nearest: toRead({ type: 'calendars' }),
  },
};

/** The conditions on projects: what of a calendar they look at. */
export const PROJECT_FILTERS: WordTable<Matches> = {
  id: { ours: 'calendar id', to: ({ id }, row) => row.id === id },
  name: { ours: 'calendar name', to: containing('name') },
  text: { ours: 'calendar name', to: containing('text') },
  folder: { ours: 'account', to: ({ folder }, row) => isIn(folder, row) },
  status: { ours: 'calendars are always active', to: ({ status }) => status === 'active' },
  completed: { ours: 'calendars are always active', to: ({ completed }) => completed === false },
  flagged: ofEvents,
  tags: ofEvents,
  dueDate: ofEvents,
  deferDate: ofEvents,
  plannedDate: ofEvents,
  completionDate: ofEvents,
  added: ofEvents,
  project: ofEvents,
  projectId: ofEvents,
  inInbox: ofEvents,
  blocked: ofEvents,
  available: ofEvents,
  estimatedMinutes: ofEvents,
  parentTaskId: ofEvents,
};

/** The conditions on tags. */
export const TAG_FILTERS: WordTable<Matches> = {
  name: { ours: 'part of a tag', to: containing('name') },
  text: { ours: 'part of a tag', to: containing('text') },
};

function matches(table: WordTable<Matches>, given: OldFilter, row: ResultRow): boolean {
  const { AND = [], OR, NOT, ...conditions } = given;
  const own = Object.entries(conditions)
    .filter(([, value]) => value !== undefined)
    .map(([key]) => translationOf(table, key, `/query/filters/${key}`)(given, row));
  return (
    own.every(Boolean) &&
    AND.every((part) => matches(table, part, row)) &&
    (OR === undefined || OR.some((part) => matches(table, part, row))) &&
    (NOT === undefined || !matches(table, NOT, row))
  );
}

/** Calendars by their ids, because calendar_read knows names and ids only. */
async function chosen(filters: OldFilter | undefined, look: Perform): Promise<Fields> {
  if (filters === undefined) return {};
  const all = await allCalendars(look);
  matches(PROJECT_FILTERS, filters, {});
  const ids = all.filter((row) => matches(PROJECT_FILTERS, filters, row)).map((row) => cell(row, 'id'));
  const calendar = ids.length > 0 ? { any: ids } : { none: all.map((row) => cell(row, 'id')) };
  return { filters: { calendar } };
}

export async function readProjects(query: OldQuery, look: Perform): Promise<Translation> {
  const { fields, details = false, countOnly = false, limit, offset } = query;
  const columns = askedColumns(PROJECT_FIELDS, fields, details, DEFAULT_PROJECT_FIELDS);
  const call = toRead({
    type: 'calendars',
    ...(await chosen(query.filters, look)),
    ...(countOnly ? { mode: 'count' } : { fields: needsOf(columns) }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  });
  return {
    call,
    fromResult(result) {
      const projects = rowsOf(result, 'calendars').map((row) => oldRow(columns, row, ''));
      const counts = { ...listCounts(result, projects.length), ...(countOnly && { count_only: true }) };
      return oldSuccess('projects', { projects }, result, counts);
    },
  };
}

export function readFolders(query: OldQuery): Translation {
  return {
    call: toRead({ type: 'calendars', fields: ['id', 'name', 'account'], limit: 500 }),
    fromResult(result) {
      const calendars = rowsOf(result, 'calendars');
      const named = [...new Set(calendars.map((row) => cell(row, 'account')))].map((name) => ({
        id: name,
        name,
        status: 'active',
        children: calendars
          .filter(({ account }) => account === name)
          .map((row) => ({ id: row.id, name: row.name })),
      }));
      return shown('folders', named, query, result);
    },
  };
}

export function readTags(query: OldQuery): Translation {
  return {
    call: toRead({
      type: 'events',
      expand: false,
      filters: { tags: { empty: false } },
      fields: ['tags'],
      limit: 500,
    }),
    fromResult(result) {
      const tags = rowsOf(result, 'events').flatMap(({ tags }) => (Array.isArray(tags) ? tags : []));
      const named = [...new Set(tags.map(String))]
        .filter((name) => name !== FLAG)
        .map((name) => ({ id: name, name, parentId: null }));
      return shown('tags', named, query, result);
    },
  };
}

/** Names in order, as many as were asked for. */
function shown(list: 'folders' | 'tags', rows: readonly ResultRow[], query: OldQuery, result: Success) {
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
