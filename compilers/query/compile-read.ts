import type { Compiled } from '../../schemas/diagnostics/finding.js';
import type { FilterInput } from '../../schemas/input/filter.js';
import {
  CALENDAR_FIELDS,
  DEFAULT_LIMIT,
  EVENT_FIELDS,
  MAX_LIMIT,
  type QueryInput,
  TASK_FIELDS,
} from '../../schemas/input/query.js';
import { PERSON_KINDS } from '../../schemas/model/event.js';
import { OPEN_STATUSES } from '../../schemas/model/task.js';
import { checkFieldNames } from '../check-fields.js';
import { type Compilation, compiled } from '../compilation.js';
import type { CompileContext } from '../context.js';
import { allOf, conjuncts } from '../plan/combine.js';
import { mentions } from '../plan/mentions.js';
import { EVERYTHING, type Predicate } from '../plan/predicate.js';
import {
  type CalendarSelection,
  type Expansion,
  OPEN_TASKS,
  type ReadPlan,
  type SortKey,
} from '../plan/read-plan.js';
import { compileFilter } from './compile-filter.js';
import { isAllTime, resolveRange } from './resolve-range.js';

/** Rows of an export without a limit: enough for an average calendar. */
export const ICS_LIMIT = 10_000;

export function compileRead(input: QueryInput, context: CompileContext): Compiled<ReadPlan> {
  return compiled(context, 'query', input.timezone, (compilation) => readPlan(input, compilation));
}

const OPEN_PARTS = 'Only open tasks are here; filter status for those that are done.';

function readPlan(query: QueryInput, compilation: Compilation): ReadPlan {
  const { type, mode = 'list', expand = type !== 'tasks' } = query;
  // `table` is the old name of `agenda`.
  const format = query.format === 'table' ? 'agenda' : (query.format ?? 'json');
  const asked =
    query.filters === undefined || type === 'people'
      ? EVERYTHING
      : compileFilter(query.filters, compilation, ['query', 'filters']);
  const whose = type === 'freebusy' ? timesAsked(asked) : { where: asked, names: [] };
  const isOpenOnly = type === 'tasks' && !namesTasksOrStatus(asked);
  const where = isOpenOnly ? allOf([OPEN_TASKS, asked]) : whose.where;
  if (isOpenOnly && mentions(asked, ({ kind }) => kind === 'parent')) compilation.notes.add(OPEN_PARTS);
  const parts = conjuncts(where);
  const deleted = parts.some((part) => part.kind === 'flag' && part.field === 'deleted' && part.value);
  const allTime = (type === 'events' && (mode === 'search' || !expand || deleted)) || type === 'tasks';
  const sort = sortOf(query, mode);
  const firstOnly = isCutShort(query) && sort[0]?.field === 'start' && sort[0].order === 'asc';
  const range = resolveRange(
    where,
    {
      allTime,
      bounded: type === 'freebusy' || (type === 'tasks' && expand),
      nearest: type === 'tasks' && !expand,
      firstOnly,
    },
    compilation,
  );
  checkFields(query, compilation);
  if (type === 'freebusy' && mentions(where, aboutPeople)) compilation.notes.add(OWN_TIME);
  const saysAllDay = parts.some((part) => part.kind === 'flag' && part.field === 'allDay');
  if (parts.some(({ kind }) => kind === 'timeOfDay') && !saysAllDay) compilation.notes.add(NO_DAYS);
  return {
    kind: 'read',
    type,
    mode,
    range,
    where,
    calendars: selectCalendars(parts),
    expansion: expansionOf(type, { expand, allTime: isAllTime(range) }),
    ...(type === 'people' && { people: peopleAsked(query.filters) }),
    ...(whose.names.length > 0 && { timesOf: whose.names }),
    deleted,
    sort,
    limit: query.pick === undefined ? (query.limit ?? defaultLimit(type, format)) : 1,
    offset: query.offset ?? 0,
    ...(query.fields !== undefined && { fields: query.fields }),
    format,
    timezone: compilation.scope.zone.id,
    ...(query.timezone !== undefined && { isZoneAsked: true }),
    explain: query.explain ?? false,
    refresh: query.refresh ?? false,
    notes: [...compilation.notes],
  };
}

/** Validation has already refused other keys. */
function peopleAsked({ text, kind, OR = [] }: FilterInput = {}): NonNullable<ReadPlan['people']> {
  const kinds = PERSON_KINDS.filter((one) => [kind].flat().includes(one));
  const texts = [text, ...OR.map((one) => one.text)].flatMap((one) =>
    typeof one === 'string' ? [one.trim()] : [],
  );
  return {
    ...(texts.length > 0 && { texts }),
    ...(kind !== undefined && { kinds }),
  };
}

/** In a freebusy query, attendees are the people whose times to read. */
function timesAsked(asked: Predicate): { readonly where: Predicate; readonly names: readonly string[] } {
  const isWhose = (part: Predicate) => part.kind === 'set' && part.field === 'attendee' && part.op !== 'none';
  const parts = conjuncts(asked);
  const names = parts.flatMap((part) => (part.kind === 'set' && isWhose(part) ? part.values : []));
  return { where: allOf(parts.filter((part) => !isWhose(part))), names: [...new Set(names)] };
}

const DEFAULT_PEOPLE = 50;
const NO_DAYS = 'timeOfDay leaves out all-day events.';
const OWN_TIME =
  'These are times of the calendars here that these people are part of, not the times when they are busy: ask calendar_analyze availability with attendees for those.';

/** True for a condition that suggests the caller wants another person's busy times. */
function aboutPeople(part: Predicate): boolean {
  return (
    (part.kind === 'set' && part.field === 'attendee') ||
    (part.kind === 'text' && part.fields.every((field) => field === 'organizer' || field === 'attendees'))
  );
}

/** Calendar conditions on every row also select the calendars to read. */
export function selectCalendars(parts: readonly Predicate[]): CalendarSelection {
  const none = parts.flatMap((part) => (part.kind === 'calendar' && part.op === 'none' ? part.names : []));
  const any = parts.find((part) => part.kind === 'calendar' && part.op === 'any');
  return {
    ...(any?.kind === 'calendar' && { any: any.names }),
    ...(none.length > 0 && { none }),
  };
}

/** True if a query names its tasks, or states if they are done. */
function namesTasksOrStatus(where: Predicate): boolean {
  if (conjuncts(where).some(({ kind }) => kind === 'status')) return true;
  return mentions(
    where,
    (one) =>
      // `overdue` in one branch implies open tasks there, but says nothing about the other branches.
      (one.kind === 'status' && one.values !== OPEN_STATUSES) ||
      one.kind === 'id' ||
      (one.kind === 'time' && one.field === 'completed') ||
      (one.kind === 'flag' && one.field === 'deleted' && one.value),
  );
}

function expansionOf(
  type: ReadPlan['type'],
  { expand, allTime }: { readonly expand: boolean; readonly allTime: boolean },
): Expansion {
  if (type === 'freebusy') return 'occurrences';
  if (type === 'tasks') return expand && !allTime ? 'occurrences' : 'nearest';
  if (!expand) return 'series';
  return allTime ? 'nearest' : 'occurrences';
}

/** Soonest first; searches and suggestions default to relevance, which is an empty list. */
function sortOf(query: QueryInput, mode: ReadPlan['mode']): readonly SortKey[] {
  if (query.pick !== undefined) return [{ field: 'start', order: query.pick === 'first' ? 'asc' : 'desc' }];
  if (query.sort !== undefined)
    return query.sort.map(({ field, order }) => ({ field, order: order ?? 'asc' }));
  if (mode === 'search' || mode === 'smart_suggest') return [];
  return query.type === 'tasks' ? BY_DUE : [{ field: 'start', order: 'asc' }];
}

const BY_DUE: readonly SortKey[] = ['due', 'priority', 'title'].map((field) => ({ field, order: 'asc' }));

/** True if the call limits its rows itself. */
function isCutShort({ mode = 'list', limit, pick }: QueryInput): boolean {
  return mode === 'list' && (limit !== undefined || pick !== undefined);
}

/** Rows of busy times and calendars are short, and half of them would be useless. */
function defaultLimit(type: ReadPlan['type'], format: ReadPlan['format']): number {
  if (type === 'people') return DEFAULT_PEOPLE;
  if (type !== 'events' && type !== 'tasks') return MAX_LIMIT;
  return format === 'ics' ? ICS_LIMIT : DEFAULT_LIMIT;
}

function checkFields({ type, fields = [] }: QueryInput, compilation: Compilation): void {
  const known = type === 'calendars' ? CALENDAR_FIELDS : type === 'tasks' ? TASK_FIELDS : EVENT_FIELDS;
  checkFieldNames(fields, known, ['query'], compilation);
}
