import {
  type CalendarCondition,
  type FilterConditions,
  FLAG_KEYS,
  SET_KEYS,
  type SetCondition,
  TEXT_KEYS,
  TIME_KEYS,
  WEEKDAYS,
} from '../../schemas/input/filter.js';
import { defined } from '../../schemas/model/defined.js';
import { EVENT_KINDS } from '../../schemas/model/event.js';
import { OPEN_STATUSES } from '../../schemas/model/task.js';
import type { Instant } from '../../schemas/model/time.js';
import { attempt, type Compilation, type InputPath, violate } from '../compilation.js';
import type { FlagField, LengthField, Predicate, SetField } from '../plan/predicate.js';
import { parseClock } from '../time/civil.js';
import { resolveInstant } from '../time/resolve-time.js';
import { compileTextCondition } from './compile-text-condition.js';
import { compileTimeCondition } from './compile-time-condition.js';

type Key = keyof FilterConditions;
/** The predicates of a condition, ANDed. */
type CompileField<Condition> = (
  condition: Condition,
  compilation: Compilation,
  at: InputPath,
) => Predicate | readonly Predicate[];

function forEach<Keys extends Key, Condition>(
  keys: readonly Keys[],
  compile: (key: Keys) => CompileField<Condition>,
): Record<Keys, CompileField<Condition>> {
  return Object.fromEntries(keys.map((key) => [key, compile(key)])) as Record<Keys, CompileField<Condition>>;
}

/** Compiles each key of a filter, in print order. */
const FIELDS: { readonly [K in Key]-?: CompileField<NonNullable<FilterConditions[K]>> } = {
  id: (ids) => ({ kind: 'id', ids: listOf(ids) }),
  calendar: calendarPredicates,
  ...forEach(
    TIME_KEYS,
    (key) => (condition: NonNullable<FilterConditions['when']>, compilation, at) =>
      compileTimeCondition(key, condition, compilation, at),
  ),
  changedSince: (since, compilation, at) => {
    const from = sinceWhen(since, compilation, at);
    return { kind: 'time', field: 'updated', ...(from !== undefined && { from }), withDeleted: true };
  },
  ...forEach(
    TEXT_KEYS,
    (key) => (condition: NonNullable<FilterConditions['text']>, compilation, at) =>
      compileTextCondition(key, condition, compilation, at),
  ),
  ...forEach(SET_KEYS, (key) => (condition: SetCondition) => setPredicates(key, condition)),
  myResponse: (values) => ({ kind: 'response', values: listOf(values) }),
  status: (values) => ({ kind: 'status', values: listOf(values) }),
  color: (values) => ({ kind: 'value', field: 'color', values: listOf(values) }),
  kind: (values, compilation, at) => {
    const events: readonly string[] = EVENT_KINDS;
    if (!listOf(values).every((value) => events.includes(value))) {
      violate(compilation, at, {
        code: 'INVALID_ARGUMENT',
        message: `Events are of the kinds ${EVENT_KINDS.join(', ')}; the others are those of people.`,
        fix: { kind: 'set', value: EVENT_KINDS[0] },
      });
    }
    return { kind: 'value', field: 'kind', values: listOf(values) };
  },
  ...forEach(FLAG_KEYS, (key: FlagField) => (value: boolean) => ({ kind: 'flag', field: key, value })),
  durationMinutes: (minutes) => lengthPredicate('durationMinutes', minutes),
  weekday: (names) => ({ kind: 'weekday', days: listOf(names).map((name) => WEEKDAYS.indexOf(name) + 1) }),
  timeOfDay: ({ after, before }) => ({
    kind: 'timeOfDay',
    ...(after !== undefined && { after: parseClock(after) }),
    ...(before !== undefined && { before: parseClock(before) }),
  }),
  createdBy: (value) => ({ kind: 'creator', value }),
  overdue: (value, { scope }) => overduePredicate(value, scope.now),
  priority: (values) => ({ kind: 'priority', values: listOf(values) }),
  parent: (ids) => ({ kind: 'parent', ids: listOf(ids) }),
  estimateMinutes: (minutes) => lengthPredicate('estimateMinutes', minutes),
};

function lengthPredicate(field: LengthField, minutes: NonNullable<FilterConditions[LengthField]>): Predicate {
  const { min, max } = typeof minutes === 'number' ? { min: minutes, max: minutes } : minutes;
  return { kind: 'duration', field, ...defined({ min, max }) };
}

/** Each compiles its own key, if the filter has it. */
export const FILTER_FIELDS = (Object.keys(FIELDS) as Key[]).map(
  (key) =>
    (filter: FilterConditions, compilation: Compilation, at: InputPath): readonly Predicate[] => {
      const condition = filter[key];
      if (condition === undefined) return [];
      // TypeScript cannot express in a loop that key and condition belong together.
      const compile = FIELDS[key] as CompileField<typeof condition>;
      return [compile(condition, compilation, [...at, key])].flat();
    },
);

/** Overdue means open, and due before now. */
function overduePredicate(value: boolean, now: Instant): Predicate {
  const overdue: Predicate = {
    kind: 'and',
    of: [
      { kind: 'status', values: OPEN_STATUSES },
      { kind: 'time', field: 'due', to: now },
    ],
  };
  return value ? overdue : { kind: 'not', of: overdue };
}

/** A weekday refers to the last one, because nothing has changed since a future time. */
function sinceWhen(since: string, compilation: Compilation, at: InputPath): Instant | undefined {
  const { scope } = compilation;
  if (/^\s*any\s*$/i.test(since)) return undefined;
  const from = attempt(compilation, at, () => resolveInstant(since, scope));
  if (from === undefined || from <= scope.now) return from;
  if (WEEKDAYS.some((day) => since.trim().toLowerCase().startsWith(day) && /^\s*\p{L}+\s*$/u.test(since)))
    return resolveInstant(`${since.trim()}-1week`, scope);
  violate(compilation, at, {
    code: 'INVALID_DATE',
    message: 'This time is still to come, so nothing has changed since.',
    fix: { kind: 'set', value: 'yesterday', isMadeUp: true },
  });
  return from;
}

function calendarPredicates(condition: CalendarCondition): readonly Predicate[] {
  if (typeof condition === 'string') return [{ kind: 'calendar', op: 'any', names: [condition] }];
  const of: Predicate[] = [];
  if (condition.any !== undefined) of.push({ kind: 'calendar', op: 'any', names: condition.any });
  if (condition.none !== undefined) of.push({ kind: 'calendar', op: 'none', names: condition.none });
  return of;
}

function setPredicates(field: SetField, condition: SetCondition): readonly Predicate[] {
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
