import { dayNumber, printDate } from '../../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../../schemas/model/error.js';
import { cell, type ResultRow } from '../../../answers/result-rows.js';
import { FLAG } from '../flag.js';
import { type Fields, toRead, translationOf, type Word } from '../meaning.js';
import { inboxOf } from './inbox.js';
import type { OldFilter } from './read-input.js';

/** Where a filter stands, and the calendars it may be about. */
export interface FilterPlace {
  readonly path: string;
  readonly namesOnly: boolean;
  calendars(): Promise<readonly ResultRow[]>;
}

type Conditions = Omit<OldFilter, 'AND' | 'OR' | 'NOT'>;
type FilterRule = (given: Conditions, place: FilterPlace) => Fields | Promise<Fields>;

const undecided = { OR: [{ status: 'tentative' }, { myResponse: 'needs_action' }] };
const over = { end: { before: 'now' } };

/** An event is completed once it is over; one that nobody confirmed or answered is overdue instead. */
export const STATUSES: Readonly<Record<string, Word<Fields>>> = {
  active: {
    ours: 'not cancelled, and not over or still tentative or unanswered',
    to: { OR: [{ end: { after: 'now' } }, ...undecided.OR], NOT: { status: 'cancelled' } },
  },
  completed: {
    ours: 'over, and neither cancelled, tentative nor unanswered',
    to: { ...over, NOT: { OR: [{ status: 'cancelled' }, ...undecided.OR] } },
  },
  dropped: { ours: 'cancelled', to: { status: 'cancelled' } },
  on_hold: {
    why: 'Events are not on hold; those that may not take place are tentative.',
    nearest: toRead({ type: 'events', filters: { status: 'tentative' } }),
  },
};

export const OVERDUE: Fields = { ...over, ...undecided, NOT: { status: 'cancelled' } };
export const AVAILABLE: Fields = {
  start: { before: 'now' },
  end: { after: 'now' },
  NOT: { status: 'cancelled' },
};
export const BLOCKED: Fields = { start: { after: 'now' }, NOT: { status: 'cancelled' } };
export const FLAGGED: Fields = { tags: { any: [FLAG] } };

const times = (ours: string, key: 'dueDate' | 'deferDate' | 'plannedDate' | 'completionDate' | 'added') => ({
  ours: `filters.${ours}`,
  to: (given: Conditions) => ({ [ours]: wholeDays(given[key] ?? {}) }),
});

const unless = (wanted: boolean | undefined, filter: Fields): Fields =>
  wanted === false ? { NOT: filter } : filter;

/** The conditions on tasks, in builder JSON. */
export const TASK_FILTERS: Readonly<Record<keyof Conditions, Word<FilterRule>>> = {
  id: { ours: 'filters.id', to: ({ id }) => ({ id }) },
  status: {
    ours: 'filters.status, filters.end and filters.myResponse',
    to: ({ status = '' }, { path }) => translationOf(STATUSES, status, path),
  },
  completed: {
    ours: 'as status completed',
    to: ({ completed }, { path }) => unless(completed, translationOf(STATUSES, 'completed', path)),
  },
  tags: { ours: 'filters.tags', to: ({ tags }) => ({ tags }) },
  project: {
    ours: 'filters.calendar; null is the default calendar',
    to: async ({ project }, place) => ({ calendar: project ?? (await inbox(place)) }),
  },
  projectId: { ours: 'filters.calendar', to: ({ projectId }) => ({ calendar: projectId }) },
  inInbox: {
    ours: 'filters.calendar: the default calendar',
    to: async ({ inInbox }, place) => {
      const id = await inbox(place);
      return { calendar: inInbox === false ? { none: [id] } : id };
    },
  },
  folder: {
    ours: 'filters.calendar: the calendars of an account',
    to: async ({ folder }, place) => ({ calendar: { any: await calendarsIn(folder, place) } }),
  },
  dueDate: times('end', 'dueDate'),
  deferDate: times('start', 'deferDate'),
  plannedDate: times('start', 'plannedDate'),
  completionDate: {
    ours: 'filters.end of what is completed',
    to: ({ completionDate }, { path }) => ({
      AND: [{ end: wholeDays(completionDate ?? {}) }, translationOf(STATUSES, 'completed', path)],
    }),
  },
  added: times('created', 'added'),
  flagged: {
    ours: `filters.tags: the category "${FLAG}"`,
    to: ({ flagged }) => unless(flagged, FLAGGED),
  },
  blocked: { ours: 'filters.start: not begun', to: ({ blocked }) => unless(blocked, BLOCKED) },
  available: {
    ours: 'filters.start and filters.end: going on now',
    to: ({ available }) => unless(available, AVAILABLE),
  },
  text: {
    ours: 'filters.title and filters.description',
    to: ({ text }, { namesOnly }) =>
      namesOnly ? { title: text } : { OR: [{ title: text }, { description: text }] },
  },
  name: { ours: 'filters.title', to: ({ name }) => ({ title: name }) },
  estimatedMinutes: {
    ours: 'filters.durationMinutes',
    to: ({ estimatedMinutes: { equals, lessThan, greaterThan, between } = {} }) => ({
      AND: [
        equals !== undefined && { durationMinutes: equals },
        lessThan !== undefined && { durationMinutes: { max: Math.max(lessThan - 1, 0) } },
        greaterThan !== undefined && { durationMinutes: { min: greaterThan + 1 } },
        between !== undefined && { durationMinutes: { min: between[0], max: between[1] } },
      ].filter((condition) => condition !== false),
    }),
  },
  parentTaskId: {
    why: 'Events have no events below them; those that belong together share a tag.',
    nearest: toRead({ type: 'events', filters: { tags: 'project-x' } }),
  },
};

/** A filter in builder JSON; conditions beside each other all hold, as they did. */
export async function taskFilter(given: OldFilter, place: FilterPlace): Promise<Fields> {
  const { AND = [], OR, NOT, ...conditions } = given;
  const below = (part: OldFilter, at: string) => taskFilter(part, { ...place, path: `${place.path}/${at}` });
  const said = Object.entries(conditions).filter(([, value]) => value !== undefined);
  const parts = said.map(([key]) => {
    const path = `${place.path}/${key}`;
    return translationOf(TASK_FILTERS, key, path)(conditions, { ...place, path });
  });
  const all = [
    ...(await Promise.all(parts)),
    ...(await Promise.all(AND.map((part, index) => below(part, `AND/${index}`)))),
    ...(OR === undefined
      ? []
      : [{ OR: await Promise.all(OR.map((part, index) => below(part, `OR/${index}`))) }]),
    ...(NOT === undefined ? [] : [{ NOT: await below(NOT, 'NOT') }]),
  ];
  return whereAll(all);
}

/** One filter where all hold: beside each other where their keys differ, else under AND. */
export function whereAll(filters: readonly Fields[]): Fields {
  const parts = filters.filter((part) => Object.keys(part).length > 0);
  const keys = parts.flatMap((part) => Object.keys(part));
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { AND: parts };
}

/** A date before which something lies was itself included. */
function wholeDays({ before, ...others }: NonNullable<Conditions['dueDate']>): Fields {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(before ?? '') ?? [];
  const next =
    year === undefined ? before : printDate(dayNumber(Number(year), Number(month), Number(day)) + 1);
  return { ...others, ...(next !== undefined && { before: next }) };
}

async function inbox(place: FilterPlace): Promise<string> {
  return inboxOf(await place.calendars(), place.path);
}

async function calendarsIn(
  folder: string | null | undefined,
  place: FilterPlace,
): Promise<readonly string[]> {
  const found = (await place.calendars()).filter((row) => isIn(folder, row)).map((row) => cell(row, 'id'));
  if (found.length > 0) return found;
  throw new CalendarError('NOT_FOUND', 'No account with calendars has this name.', {
    path: place.path,
    suggestion: 'Query type folders lists the accounts.',
  });
}

/** Whether a calendar is in a folder; all are in one, their account. */
export function isIn(folder: string | null | undefined, row: ResultRow): boolean {
  return typeof folder === 'string' && cell(row, 'account').toLowerCase().includes(folder.toLowerCase());
}
