import { dayNumber, printDate } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Perform } from '../alias.js';
import type { OldConditions, OldFilter, OldQuery } from './arguments.js';
import { FLAG } from './columns.js';
import {
  type ArgumentRule,
  type Fields,
  fieldsOf,
  meaninglessWord,
  type Place,
  read,
  type Table,
} from './words.js';

const undecided = { OR: [{ status: 'tentative' }, { myResponse: 'needs_action' }] };
const over = { end: { before: 'now' } };
const taking = { NOT: { status: 'cancelled' } };

/** An event is completed once it is over; one that nobody confirmed or answered is overdue instead. */
export const ACTIVE = { OR: [{ end: { after: 'now' } }, ...undecided.OR], ...taking };
export const COMPLETED = { ...over, NOT: { OR: [{ status: 'cancelled' }, ...undecided.OR] } };
const STATUSES = { active: ACTIVE, completed: COMPLETED, dropped: { status: 'cancelled' } };
const OVERDUE = { ...over, ...undecided, ...taking };
const AVAILABLE = { start: { before: 'now' }, end: { after: 'now' }, ...taking };
const BLOCKED = { start: { after: 'now' }, ...taking };
const FLAGGED = { tags: { any: [FLAG] } };

/** A date before which something lies was itself included. */
function wholeDays({ before, ...others }: NonNullable<OldConditions['dueDate']> = {}): Fields {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(before ?? '') ?? [];
  const next =
    year === undefined ? before : printDate(dayNumber(Number(year), Number(month), Number(day)) + 1);
  return { ...others, ...(next !== undefined && { before: next }) };
}

/** The conditions on tasks, in builder JSON. */
const TASK_FILTERS: Table<ArgumentRule<OldConditions>> = {
  id: 'id',
  status({ status = 'active' }, _, path) {
    if (status !== 'on_hold') return STATUSES[status];
    const nearest = read({ type: 'events', filters: { status: 'tentative' } });
    throw meaninglessWord(
      'Events are not on hold; those that may not take place are tentative.',
      path,
      nearest,
    );
  },
  completed: COMPLETED,
  tags: 'tags',
  project: async ({ project }, { look }, path) => ({ calendar: project ?? (await inboxId(look, path)) }),
  projectId: 'calendar',
  dueDate: ({ dueDate }) => ({ end: wholeDays(dueDate) }),
  deferDate: ({ deferDate }) => ({ start: wholeDays(deferDate) }),
  added: ({ added }) => ({ created: wholeDays(added) }),
  flagged: FLAGGED,
  blocked: BLOCKED,
  available: AVAILABLE,
  text: ({ text }) => ({ OR: [{ title: text }, { description: text }] }),
  name: 'title',
};

/** What a mode adds to a query of events. */
interface TaskMode {
  readonly mode?: 'search' | 'smart_suggest';
  /** Without a status of the caller's own, what is over and settled or cancelled is left out. */
  readonly active?: boolean;
  filter?(query: OldQuery, look: Perform): Fields | Promise<Fields>;
}

/** The modes of a query of tasks. */
export const TASK_MODES: Readonly<Record<NonNullable<OldQuery['mode']>, TaskMode>> = {
  all: { active: true },
  inbox: {
    active: true,
    filter: async (_, look) => ({ calendar: await inboxId(look, '/query/mode') }),
  },
  search: { mode: 'search', active: true },
  smart_suggest: { mode: 'smart_suggest' },
  overdue: { filter: () => OVERDUE },
  today: {
    filter: ({ daysAhead = 3 }) =>
      whereAll([ACTIVE, { OR: [{ end: { before: `now+${daysAhead}days` } }, FLAGGED] }]),
  },
  upcoming: {
    filter: ({ daysAhead = 7 }) => ({ end: { after: 'now', before: `now+${daysAhead}days` }, ...taking }),
  },
  available: { filter: () => AVAILABLE },
  blocked: { filter: () => BLOCKED },
  flagged: { active: true, filter: () => FLAGGED },
};

/** A filter in builder JSON; conditions beside each other all hold, as they did. */
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

/** One filter where all hold: beside each other where their keys differ, else under AND. */
export function whereAll(filters: readonly Fields[]): Fields {
  const parts = filters.filter((part) => Object.keys(part).length > 0);
  const keys = parts.flatMap((part) => Object.keys(part));
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { AND: parts };
}

const OWN_STATUS = ['id', 'status', 'completed', 'available', 'blocked'];

/** Whether a filter says which status it is about. */
export function saysStatus({ AND = [], OR = [], NOT, ...conditions }: OldFilter): boolean {
  return (
    Object.keys(conditions).some((key) => OWN_STATUS.includes(key)) ||
    [...AND, ...OR, ...(NOT === undefined ? [] : [NOT])].some(saysStatus)
  );
}

/** All calendars there are. */
export async function allCalendars(look: Perform): Promise<readonly ResultRow[]> {
  return rowsIn((await look(read({ type: 'calendars', limit: 500 }))).data.calendars);
}

/** The id of the default calendar, which is the inbox here. */
export async function inboxId(look: Perform, path: string): Promise<string> {
  const found = (await allCalendars(look)).find((row) => row.default === true);
  if (found !== undefined) return cell(found, 'id');
  throw new CalendarError('CALENDAR_NOT_FOUND', 'There is no default calendar, which is the inbox here.', {
    path,
    suggestion: 'Name a calendar; query type projects lists them.',
  });
}
