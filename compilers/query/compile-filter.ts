import {
  type CalendarCondition,
  type FilterInput,
  type SetCondition,
  WEEKDAYS,
} from '../../schemas/input/filter.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import { allOf, anyOf } from '../plan/combine.js';
import type { Predicate } from '../plan/predicate.js';
import { parseClock } from '../time/parse-clock.js';
import { compileTextCondition } from './compile-text-condition.js';
import { compileTimeCondition } from './compile-time-condition.js';

const FLAGS = ['allDay', 'recurring', 'busy', 'hasConflict', 'deleted'] as const;
const TIMES = ['when', 'start', 'end', 'created', 'updated'] as const;
const TEXTS = ['text', 'title', 'location', 'description', 'url', 'organizer'] as const;

/** What people mean who give the first day as `start` and the last as `end`. */
const TWO_CONDITIONS =
  '`start` and `end` are two conditions here: events that start in the one period and end in the other. For all events of a range, give when {"between": [first, last]}.';

/**
 * A filter as a predicate; sibling keys are ANDed. Violations are collected, `deleted` is only allowed where it
 * applies to every row: the trash is another place than the calendars.
 */
export function compileFilter(
  filter: FilterInput,
  compilation: Compilation,
  at: InputPath,
  appliesToAll = true,
): Predicate {
  const of: Predicate[] = [];
  const { id, calendar, attendee, tags, durationMinutes, timeOfDay } = filter;
  if (id !== undefined) of.push({ kind: 'id', ids: listOf(id) });
  if (calendar !== undefined) of.push(...calendarPredicates(calendar));
  for (const field of TIMES) {
    const condition = filter[field];
    if (condition !== undefined) {
      of.push(compileTimeCondition(field, condition, compilation, [...at, field]));
    }
  }
  if (typeof filter.start === 'string' && typeof filter.end === 'string' && filter.start !== filter.end)
    compilation.notes.add(TWO_CONDITIONS);
  for (const field of TEXTS) {
    const condition = filter[field];
    if (condition !== undefined) {
      of.push(compileTextCondition(field, condition, compilation, [...at, field]));
    }
  }
  if (attendee !== undefined) of.push(...setPredicates('attendee', attendee));
  if (tags !== undefined) of.push(...setPredicates('tags', tags));
  if (filter.myResponse !== undefined) of.push({ kind: 'response', values: listOf(filter.myResponse) });
  if (filter.status !== undefined) of.push({ kind: 'status', values: listOf(filter.status) });
  for (const field of FLAGS) {
    const value = filter[field];
    if (value !== undefined) of.push({ kind: 'flag', field, value });
  }
  if (filter.deleted !== undefined && !appliesToAll) {
    const message =
      '`deleted` must be at the top level of the filters: it selects where to look, for all rows.';
    const to = [...at.slice(0, at.indexOf('filters') + 1).map(String), 'deleted'];
    violate(compilation, 'INVALID_ARGUMENT', [...at, 'deleted'], message, { kind: 'move', to });
  }
  if (durationMinutes !== undefined) {
    const { min, max } =
      typeof durationMinutes === 'number' ? { min: durationMinutes, max: durationMinutes } : durationMinutes;
    of.push({ kind: 'duration', ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  }
  if (filter.weekday !== undefined) {
    of.push({ kind: 'weekday', days: listOf(filter.weekday).map((name) => WEEKDAYS.indexOf(name) + 1) });
  }
  if (timeOfDay !== undefined) {
    const after = timeOfDay.after === undefined ? undefined : parseClock(timeOfDay.after);
    const before = timeOfDay.before === undefined ? undefined : parseClock(timeOfDay.before);
    of.push({
      kind: 'timeOfDay',
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    });
  }
  if (filter.createdBy !== undefined) of.push({ kind: 'creator', value: filter.createdBy });
  of.push(...logic(filter, compilation, at, appliesToAll));
  return allOf(of);
}

function logic(
  { AND, OR, NOT }: FilterInput,
  compilation: Compilation,
  at: InputPath,
  appliesToAll: boolean,
): readonly Predicate[] {
  const of: Predicate[] = [];
  AND?.forEach((part, index) => {
    of.push(compileFilter(part, compilation, [...at, 'AND', index], appliesToAll));
  });
  if (OR !== undefined) {
    const choices = OR.map((part, index) =>
      compileFilter(part, compilation, [...at, 'OR', index], appliesToAll && OR.length === 1),
    );
    of.push(anyOf(choices));
  }
  if (NOT !== undefined) {
    of.push({ kind: 'not', of: compileFilter(NOT, compilation, [...at, 'NOT'], false) });
  }
  return of;
}

function calendarPredicates(condition: CalendarCondition): readonly Predicate[] {
  if (typeof condition === 'string') return [{ kind: 'calendar', op: 'any', names: [condition] }];
  const of: Predicate[] = [];
  if (condition.any !== undefined) of.push({ kind: 'calendar', op: 'any', names: condition.any });
  if (condition.none !== undefined) of.push({ kind: 'calendar', op: 'none', names: condition.none });
  return of;
}

function setPredicates(field: 'attendee' | 'tags', condition: SetCondition): readonly Predicate[] {
  if (typeof condition === 'string') return [{ kind: 'set', field, op: 'any', values: [condition] }];
  const of: Predicate[] = [];
  for (const op of ['any', 'all', 'none'] as const) {
    const values = condition[op];
    if (values !== undefined) of.push({ kind: 'set', field, op, values });
  }
  if (condition.empty !== undefined) of.push({ kind: 'empty', field, value: condition.empty });
  return of;
}

function listOf<T extends string>(value: T | readonly T[]): readonly T[] {
  return typeof value === 'string' ? [value] : value;
}
