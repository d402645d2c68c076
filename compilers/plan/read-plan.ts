import type { PersonKind } from '../../schemas/model/event.js';
import { OPEN_STATUSES } from '../../schemas/model/task.js';
import { ALL_TIME, type Instant, type Range } from '../../schemas/model/time.js';
import { allOf } from './combine.js';
import { EVERYTHING, type Predicate } from './predicate.js';

export type Expansion =
  /** one row per occurrence in the range */
  | 'occurrences'
  /** one row per series: its next occurrence in the range, else its last */
  | 'nearest'
  /** as `nearest`, and the row stands for the series (its id is the series id) */
  | 'series';

export interface SortKey {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** Which calendars a question is about, by name, id or `account/name`; no `any` means all visible ones. */
export interface CalendarSelection {
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  /** Which are meant where none of `any` can hold what the plan is about; an error where nothing is said. */
  readonly lacking?: 'all' | 'none';
}

/** What objects a plan is about, by the names of their components; `any`, of what an id or a word names. */
export function componentsOf({ type }: Pick<ReadPlan, 'type'>): readonly string[] {
  if (type === 'tasks') return ['VTODO'];
  return type === 'any' ? ['VEVENT', 'VTODO'] : ['VEVENT'];
}

/** A compiled question: everything relative is resolved, nothing about a backend is known yet. */
export interface ReadPlan {
  readonly kind: 'read';
  readonly type: 'events' | 'tasks' | 'any' | 'calendars' | 'freebusy' | 'people';
  /** Of people: those whose name or address holds one of these texts, and of these kinds. */
  readonly people?: { readonly texts?: readonly string[]; readonly kinds?: readonly PersonKind[] };
  /** Of busy times: whose, by names and addresses; the user's where nothing is said. */
  readonly timesOf?: readonly string[];
  readonly mode: 'list' | 'search' | 'smart_suggest' | 'count';
  /** What is expanded and looked at; open ends are the limits of `ALL_TIME`. */
  readonly range: Range;
  readonly where: Predicate;
  readonly calendars: CalendarSelection;
  readonly expansion: Expansion;
  /** Rows from the trash instead of the calendars. */
  readonly deleted: boolean;
  /** Of these, what was deleted since, also what copies of calendars know of others' deletions. */
  readonly deletedSince?: Instant;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly offset: number;
  /** Undefined: the default row. */
  readonly fields?: readonly string[];
  readonly format: 'json' | 'agenda' | 'ics';
  /** IANA name of the zone of the question. */
  readonly timezone: string;
  /** The call named it, so the answer need not. */
  readonly isZoneAsked?: boolean;
  readonly explain: boolean;
  readonly refresh: boolean;
  /** Events that are shown by agreement only: agreed, or only their times are asked for; withheld where nothing is said. */
  readonly others?: 'agreed' | 'times';
  /** What the reader should know: a local time that was in a gap, an open end that was closed. */
  readonly notes: readonly string[];
}

/** A query for every event of all time, each series once; callers narrow it. */
export const ALL_EVENTS: ReadPlan = {
  kind: 'read',
  type: 'events',
  mode: 'list',
  range: ALL_TIME,
  where: EVERYTHING,
  calendars: {},
  expansion: 'nearest',
  deleted: false,
  sort: [],
  limit: Number.MAX_SAFE_INTEGER,
  offset: 0,
  format: 'json',
  timezone: 'UTC',
  explain: false,
  refresh: false,
  notes: [],
};

/** What a question for tasks means that says nothing of it. */
export const OPEN_TASKS: Predicate = { kind: 'status', values: OPEN_STATUSES };

/** The open tasks beside what a plan reads: those of `calendars` that satisfy all `parts`, whenever they are due. */
export function openTasksBeside(
  plan: ReadPlan,
  parts: readonly Predicate[],
  calendars: CalendarSelection,
): ReadPlan {
  const where = allOf([OPEN_TASKS, ...parts]);
  return { ...plan, type: 'tasks', calendars, where, range: ALL_TIME, expansion: 'nearest', sort: [] };
}

/** The read that finds the event or task that an id names, wherever in time it is. */
export function eventById(id: string, timezone: string): ReadPlan {
  return {
    ...ALL_EVENTS,
    type: 'any',
    where: { kind: 'id', ids: [id] },
    sort: [{ field: 'start', order: 'asc' }],
    limit: 2,
    timezone,
  };
}
