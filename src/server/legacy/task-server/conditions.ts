import { dayNumber, printDate } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Perform } from '../alias.js';
import type { OldConditions, OldFilter, OldQuery } from './arguments.js';
import { type ArgumentRule, fieldsOf, no, type Place, table, valueIn } from './meaning.js';
import { type Fields, read } from './nearest.js';
import { FLAG } from './rows.js';

interface FilterPlace extends Place {
  /** Whether text looks at names only. */
  readonly namesOnly: boolean;
}

const undecided = { OR: [{ status: 'tentative' }, { myResponse: 'needs_action' }] };
const over = { end: { before: 'now' } };
const taking = { NOT: { status: 'cancelled' } };

/** An event is completed once it is over; one that nobody confirmed or answered is overdue instead. */
export const ACTIVE = { OR: [{ end: { after: 'now' } }, ...undecided.OR], ...taking };
export const COMPLETED = { ...over, NOT: { OR: [{ status: 'cancelled' }, ...undecided.OR] } };
const OVERDUE = { ...over, ...undecided, ...taking };
const AVAILABLE = { start: { before: 'now' }, end: { after: 'now' }, ...taking };
const BLOCKED = { start: { after: 'now' }, ...taking };
const FLAGGED = { tags: { any: [FLAG] } };

export const STATUSES = table<Fields>('', {
  active: ['not cancelled, and not over or still tentative or unanswered', ACTIVE],
  completed: ['over, and neither cancelled, tentative nor unanswered', COMPLETED],
  dropped: ['cancelled', { status: 'cancelled' }],
  on_hold: no('tentativeEvents', 'Events are not on hold; those that may not take place are tentative.'),
});

type Condition = ArgumentRule<OldConditions, FilterPlace>;

const inbox = async ({ look }: Place, path: string) => inboxOf(await allCalendars(look), path);

/** A date before which something lies was itself included. */
function wholeDays({ before, ...others }: NonNullable<OldConditions['dueDate']> = {}): Fields {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(before ?? '') ?? [];
  const next =
    year === undefined ? before : printDate(dayNumber(Number(year), Number(month), Number(day)) + 1);
  return { ...others, ...(next !== undefined && { before: next }) };
}

const minutes: Condition = ({ estimatedMinutes: { equals, lessThan, greaterThan, between } = {} }) => ({
  AND: [
    equals !== undefined && { durationMinutes: equals },
    lessThan !== undefined && { durationMinutes: { max: Math.max(lessThan - 1, 0) } },
    greaterThan !== undefined && { durationMinutes: { min: greaterThan + 1 } },
    between !== undefined && { durationMinutes: { min: between[0], max: between[1] } },
  ].filter((condition) => condition !== false),
});

const inFolder: Condition = async ({ folder }, { look }, path) => {
  const found = (await allCalendars(look)).filter((row) => isIn(folder, row)).map((row) => cell(row, 'id'));
  if (found.length > 0) return { calendar: { any: found } };
  const suggestion = 'Query type folders lists the accounts.';
  throw new CalendarError('NOT_FOUND', 'No account with calendars has this name.', { path, suggestion });
};

/** The conditions on tasks, in builder JSON. */
export const TASK_FILTERS = table<Condition>('filters.', {
  id: 'id',
  status: ['filters.status, filters.end and filters.myResponse', valueIn(STATUSES, 'status')],
  completed: ['as status completed', COMPLETED],
  tags: 'tags',
  project: [
    'filters.calendar; null is the default calendar',
    async ({ project }, place, path) => ({ calendar: project ?? (await inbox(place, path)) }),
  ],
  projectId: 'calendar',
  inInbox: [
    'filters.calendar: the default calendar',
    async ({ inInbox }, place, path) => {
      const id = await inbox(place, path);
      return { calendar: inInbox === false ? { none: [id] } : id };
    },
  ],
  folder: ['filters.calendar: the calendars of an account', inFolder],
  dueDate: ['filters.end', ({ dueDate }) => ({ end: wholeDays(dueDate) })],
  deferDate: ['filters.start', ({ deferDate }) => ({ start: wholeDays(deferDate) })],
  plannedDate: ['filters.start', ({ plannedDate }) => ({ start: wholeDays(plannedDate) })],
  completionDate: [
    'filters.end of what is completed',
    ({ completionDate }) => ({ AND: [{ end: wholeDays(completionDate) }, COMPLETED] }),
  ],
  added: ['filters.created', ({ added }) => ({ created: wholeDays(added) })],
  flagged: [`filters.tags: the category "${FLAG}"`, FLAGGED],
  blocked: ['filters.start: not begun', BLOCKED],
  available: ['filters.start and filters.end: going on now', AVAILABLE],
  text: [
    'filters.title and filters.description',
    ({ text }, { namesOnly }) =>
      namesOnly ? { title: text } : { OR: [{ title: text }, { description: text }] },
  ],
  name: 'title',
  estimatedMinutes: ['filters.durationMinutes', minutes],
  parentTaskId: no(
    'taggedEvents',
    'Events have no events below them; those that belong together share a tag.',
  ),
});

/** What a mode adds to a query of events. */
interface TaskMode {
  readonly mode?: 'search' | 'smart_suggest';
  /** Without a status of the caller's own, what is over and settled or cancelled is left out. */
  readonly active?: true;
  filter?(query: OldQuery, place: FilterPlace): Fields | Promise<Fields>;
}

/** The modes of a query of tasks. */
export const TASK_MODES = table<TaskMode>('', {
  all: ['mode list', { active: true }],
  inbox: [
    'filters.calendar: the default calendar',
    { active: true, filter: async (_, place) => ({ calendar: await inbox(place, place.path) }) },
  ],
  search: ['mode search', { mode: 'search', active: true }],
  'overdue, forecast_past': ['filters: over, and still tentative or unanswered', { filter: () => OVERDUE }],
  today: [
    'filters: active, and ends within daysAhead (3) or is flagged',
    {
      filter: ({ daysAhead = 3 }) =>
        whereAll([ACTIVE, { OR: [{ end: { before: `now+${daysAhead}days` } }, FLAGGED] }]),
    },
  ],
  upcoming: [
    'filters.end: within daysAhead (7)',
    { filter: ({ daysAhead = 7 }) => ({ end: { after: 'now', before: `now+${daysAhead}days` }, ...taking }) },
  ],
  available: ['filters: going on now', { filter: () => AVAILABLE }],
  blocked: ['filters: not begun', { filter: () => BLOCKED }],
  flagged: ['filters.tags', { active: true, filter: () => FLAGGED }],
  smart_suggest: ['mode smart_suggest', { mode: 'smart_suggest' }],
});

/** A filter in builder JSON; conditions beside each other all hold, as they did. */
export async function taskFilter(given: OldFilter, place: FilterPlace): Promise<Fields> {
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

const OWN_STATUS: readonly string[] = ['id', 'status', 'completed', 'completionDate', 'available', 'blocked'];

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
export function inboxOf(calendars: readonly ResultRow[], path: string): string {
  const found = calendars.find((row) => row.default === true);
  if (found !== undefined) return cell(found, 'id');
  throw new CalendarError('CALENDAR_NOT_FOUND', 'There is no default calendar, which is the inbox here.', {
    path,
    suggestion: 'Name a calendar; query type projects lists them.',
  });
}

/** Whether a calendar is in a folder; all are in one, their account. */
export function isIn(folder: string | null | undefined, row: ResultRow): boolean {
  return typeof folder === 'string' && cell(row, 'account').toLowerCase().includes(folder.toLowerCase());
}
