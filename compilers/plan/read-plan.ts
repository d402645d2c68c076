import type { PersonKind } from '../../schemas/model/event.js';
import { OPEN_STATUSES } from '../../schemas/model/task.js';
import { ALL_TIME, type Instant, type Range } from '../../schemas/model/time.js';
import { allOf } from './combine.js';
import { EVERYTHING, type Predicate } from './predicate.js';

export type Expansion =
  /** one row per occurrence in the range */
  | 'occurrences'
  /** one row per series: its next occurrence in the range, or else its last */
  | 'nearest'
  /** like `nearest`, but the row represents the series (its id is the series id) */
  | 'series';

export interface SortKey {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** The calendars to read, by name, id or `account/name`; all visible ones without `any`. */
export interface CalendarSelection {
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  /** Replaces `any` if none of its calendars can hold the rows; without it, that is an error. */
  readonly lacking?: 'all' | 'none';
}

/** The components to read; `any` is for ids and words. */
export function componentsOf({ type }: Pick<ReadPlan, 'type'>): readonly string[] {
  if (type === 'tasks') return ['VTODO'];
  return type === 'any' ? ['VEVENT', 'VTODO'] : ['VEVENT'];
}

/** A compiled query: everything relative is resolved, and no backend is involved yet. */
export interface ReadPlan {
  readonly kind: 'read';
  readonly type: 'events' | 'tasks' | 'any' | 'calendars' | 'freebusy' | 'people';
  /** For people: those whose name or address contains one of these texts, and of these kinds. */
  readonly people?: { readonly texts?: readonly string[]; readonly kinds?: readonly PersonKind[] };
  /** For busy times: names and addresses of the people; defaults to the user. */
  readonly timesOf?: readonly string[];
  readonly mode: 'list' | 'search' | 'smart_suggest' | 'count';
  /** The range to expand and search; open ends are the limits of `ALL_TIME`. */
  readonly range: Range;
  readonly where: Predicate;
  readonly calendars: CalendarSelection;
  readonly expansion: Expansion;
  /** Reads the trash instead of the calendars. */
  readonly deleted: boolean;
  /** Only rows deleted since, including other programs' deletions that the copies recorded. */
  readonly deletedSince?: Instant;
  readonly sort: readonly SortKey[];
  readonly limit: number;
  readonly offset: number;
  /** Defaults to the default row. */
  readonly fields?: readonly string[];
  readonly format: 'json' | 'agenda' | 'ics';
  /** IANA name of the query's zone. */
  readonly timezone: string;
  /** The call named the zone, so the answer omits it. */
  readonly isZoneAsked?: boolean;
  readonly explain: boolean;
  readonly refresh: boolean;
  /** Events that need consent: shows them (`agreed`) or only their times; withheld by default. */
  readonly others?: 'agreed' | 'times';
  /** Notes for the reader: a local time in a gap, an open end that was closed. */
  readonly notes: readonly string[];
}

/** A query for every event of all time, one row per series; callers narrow it. */
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

/** The default of a query for tasks. */
export const OPEN_TASKS: Predicate = { kind: 'status', values: OPEN_STATUSES };

/** The open tasks for an event plan: those in `calendars` that match all `parts`, due at any time. */
export function withOpenTasks(
  plan: ReadPlan,
  parts: readonly Predicate[],
  calendars: CalendarSelection,
): ReadPlan {
  const where = allOf([OPEN_TASKS, ...parts]);
  return { ...plan, type: 'tasks', calendars, where, range: ALL_TIME, expansion: 'nearest', sort: [] };
}

/** Finds an event or task by its id, at any time. */
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
