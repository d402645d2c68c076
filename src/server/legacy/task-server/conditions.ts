import { printDate } from '../../../../compilers/time/civil.js';
import type { CalendarRow } from '../../../../schemas/answers/read-data.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { OPEN_STATUSES } from '../../../../schemas/model/task.js';
import { cell, rowsIn } from '../../answers/result-rows.js';
import type { Perform } from '../alias.js';
import type { OldConditions, OldFilter, OldQuery } from './arguments.js';
import {
  type ArgumentRule,
  dayOf,
  type Fields,
  fieldsOf,
  meaninglessWord,
  ON_HOLD,
  type Place,
  read,
  type Table,
} from './words.js';

const STATUSES = { active: OPEN_STATUSES, completed: 'done', dropped: 'cancelled' };
const FLAGGED = { priority: 'high' };
/** Deferred until later; tasks without a defer date are not blocked. */
const BLOCKED = { start: { after: 'now' } };
const AVAILABLE = { status: OPEN_STATUSES, NOT: BLOCKED };

/** The old `before` includes its day. */
function wholeDays({ before, ...others }: NonNullable<OldConditions['dueDate']> = {}): Fields {
  const day = dayOf(before ?? '');
  const next = printDate(day) === before ? printDate(day + 1) : before;
  return { ...others, ...(next !== undefined && { before: next }) };
}

/** Conditions on tasks, as builder filters. */
const TASK_FILTERS: Table<ArgumentRule<OldConditions>> = {
  id: 'id',
  status({ status = 'active' }, _, path) {
    if (status !== 'on_hold') return { status: STATUSES[status] };
    throw meaninglessWord(ON_HOLD.why, path, read({ type: 'tasks', filters: { tags: ON_HOLD.tag } }));
  },
  completed: { status: 'done' },
  tags: 'tags',
  project: async ({ project }, { look }, path) => ({ calendar: project ?? (await inboxId(look, path)) }),
  projectId: 'calendar',
  dueDate: ({ dueDate }) => ({ due: wholeDays(dueDate) }),
  deferDate: ({ deferDate }) => ({ start: wholeDays(deferDate) }),
  added: ({ added }) => ({ created: wholeDays(added) }),
  flagged: FLAGGED,
  blocked: BLOCKED,
  available: AVAILABLE,
  text: ({ text }) => ({ OR: [{ title: text }, { description: text }] }),
  name: 'title',
};

/** Filters that the modes of a task query add. */
export const TASK_MODES: Readonly<
  Record<NonNullable<OldQuery['mode']>, (query: OldQuery, look: Perform) => Fields | Promise<Fields>>
> = {
  all: () => ({}),
  inbox: async (_, look) => ({ calendar: await inboxId(look, '/query/mode') }),
  search: () => ({}),
  smart_suggest: () => ({}),
  overdue: () => ({ overdue: true }),
  today: ({ daysAhead = 3 }) => ({ OR: [{ due: { before: `now+${daysAhead}days` } }, FLAGGED] }),
  upcoming: ({ daysAhead = 7 }) => ({ due: { after: 'now', before: `now+${daysAhead}days` } }),
  available: () => AVAILABLE,
  blocked: () => BLOCKED,
  flagged: () => FLAGGED,
};

/** Converts a filter; all conditions must hold. */
export async function taskFilter(given: OldFilter, place: Place): Promise<Fields> {
  const { AND = [], OR, NOT, ...conditions } = given;
  const below = (parts: readonly OldFilter[], at: string) =>
    Promise.all(
      parts.map((part, index) => taskFilter(part, { ...place, path: `${place.path}/${at}/${index}` })),
    );
  return whereAll([
    ...(await fieldsOf(TASK_FILTERS, conditions, place)),
    ...(await below(AND, 'AND')),
    ...(OR === undefined ? [] : [{ OR: await below(OR, 'OR') }]),
    ...(NOT === undefined ? [] : [{ NOT: await taskFilter(NOT, { ...place, path: `${place.path}/NOT` }) }]),
  ]);
}

/** Merges filters that all must hold: in one object if their keys differ, otherwise under AND. */
export function whereAll(filters: readonly Fields[]): Fields {
  const parts = filters.filter((part) => Object.keys(part).length > 0);
  const keys = parts.flatMap((part) => Object.keys(part));
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { AND: parts };
}

/** True if a calendar counts as a project. */
export function holdsTasks({ components }: CalendarRow): boolean {
  return components?.includes('VTODO') === true;
}

/** Id of the inbox: the default list for tasks without a project. */
export async function inboxId(look: Perform, path: string): Promise<string> {
  const fields = ['id', 'components', 'writable', 'default'];
  const all = rowsIn((await look(read({ type: 'calendars', fields, limit: 500 }))).data.calendars);
  const lists = all.filter((row) => holdsTasks(row) && row.writable === true);
  const found = lists.find((row) => row.default === true) ?? (lists.length === 1 ? lists[0] : undefined);
  if (found !== undefined) return cell(found, 'id');
  throw new CalendarError(
    'CALENDAR_NOT_FOUND',
    'There is no default list of tasks, which is the inbox here.',
    {
      path,
      suggestion: 'Name a list; query type projects shows them.',
    },
  );
}
