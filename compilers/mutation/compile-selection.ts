import type { FilterInput } from '../../schemas/input/filter.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import { conjuncts } from '../plan/combine.js';
import type { Predicate } from '../plan/predicate.js';
import { ALL_EVENTS, eventById, type ReadPlan } from '../plan/read-plan.js';
import type {
  EditScope,
  FilteredPlan,
  SelectingPlan,
  UnnamedPlan,
  UnnamedRestore,
  WriteOptions,
  WritePlan,
} from '../plan/write-plan.js';
import { compileFilter } from '../query/compile-filter.js';
import { selectCalendars } from '../query/compile-read.js';
import { isAllTime, resolveRange } from '../query/resolve-range.js';

export interface SelectionInput {
  readonly id?: string | undefined;
  readonly filters?: FilterInput | undefined;
  readonly each?: boolean | undefined;
  readonly atomic?: boolean | undefined;
  readonly pick?: 'first' | 'last' | undefined;
  readonly scope?: EditScope | undefined;
  readonly type?: 'event' | 'task' | undefined;
}

/** The change to make, before its event is known. */
interface Action<Write> {
  readonly write: Write;
  /** Runs last, to keep findings in the order of the call. */
  readonly options: () => WriteOptions;
}

/** A change to the events that a mutation names by id, or by filters that are resolved when it runs. */
export function compileSelection(
  { id = '', filters, each = false, atomic = false, pick, scope, type }: SelectionInput,
  { write: unscoped, options }: Action<Exclude<UnnamedPlan, UnnamedRestore>>,
  compilation: Compilation,
  at: InputPath,
): SelectingPlan | FilteredPlan {
  const scoped = scope === undefined ? {} : { scope };
  if (filters === undefined) {
    const select = eventById(id, compilation.scope.zone.id);
    return { ...unscoped, id, select, ...scoped, ...options() };
  }
  const found = searchOf(filters, compilation, [...at, 'filters']);
  const isTask = type === 'task' || (type === undefined && isOfTasks(unscoped));
  const search = isTask ? { ...found, type: 'tasks' as const } : found;
  const write = { ...unscoped, ...scoped };
  const orTasks =
    !isTask && type === undefined && unscoped.kind !== 'respond' && ({ orTasks: true } as const);
  return { kind: 'filtered', search, ...orTasks, write, each, atomic, ...(pick && { pick }), ...options() };
}

/** Restores a deleted event by its id, or every deleted event that the filters match. */
export function compileRestore(
  { id = '', filters, each = false, atomic = false, pick, type }: SelectionInput,
  { write, options }: Action<UnnamedRestore>,
  compilation: Compilation,
  at: InputPath,
): WritePlan {
  if (filters === undefined) return { ...write, id, ...options() };
  const { deleted: _, ...live } = filters;
  const found = searchOf(live, compilation, [...at, 'filters']);
  const search = { ...found, deleted: true, ...(type === 'task' && { type: 'tasks' as const }) };
  return { kind: 'filtered', search, write, each, atomic, ...(pick && { pick }), ...options() };
}

/** True if the change applies only to tasks. */
function isOfTasks(write: UnnamedPlan): boolean {
  if (write.kind === 'complete' || write.kind === 'reopen') return true;
  return 'ofTasks' in write && write.ofTasks !== undefined;
}

/** The same filters as in a query; a time condition selects occurrences instead of whole series. */
function searchOf(filters: FilterInput, compilation: Compilation, at: InputPath): ReadPlan {
  const where = compileFilter(filters, compilation, at);
  const parts = conjuncts(where);
  if (parts.some((part) => part.kind === 'flag' && part.field === 'deleted' && part.value)) {
    const message = 'A deleted event can only be restored.';
    violate(compilation, [...at, 'deleted'], { code: 'INVALID_ARGUMENT', message, fix: { kind: 'remove' } });
  }
  if (parts.every(isAlwaysTrue)) {
    const message = 'These filters let every event through; say which ones are meant.';
    violate(compilation, at, { code: 'INVALID_ARGUMENT', message });
  }
  const range = resolveRange(where, { allTime: true, bounded: false }, compilation);
  return {
    ...ALL_EVENTS,
    range,
    where,
    calendars: selectCalendars(parts),
    expansion: isAllTime(range) ? 'nearest' : 'occurrences',
    timezone: compilation.scope.zone.id,
  };
}

/** `when: "any"`, `deleted: false` */
function isAlwaysTrue(part: Predicate): boolean {
  if (part.kind === 'time') return part.from === undefined && part.to === undefined;
  return part.kind === 'flag' && part.field === 'deleted' && !part.value;
}
