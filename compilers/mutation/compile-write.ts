import type { Compiled } from '../../schemas/diagnostics/finding.js';
import type { EventItemInput, EventMutationInput, MutationInput } from '../../schemas/input/mutation.js';
import { EVENT_FIELDS } from '../../schemas/input/query.js';
import { checkFieldNames } from '../check-fields.js';
import { type Compilation, compiled, type InputPath, inZone } from '../compilation.js';
import type { CompileContext } from '../context.js';
import { ALL_EVENTS, type ReadPlan } from '../plan/read-plan.js';
import type { EventWritePlan, WritePlan } from '../plan/write-plan.js';
import { compileCalendar } from './compile-calendar.js';
import { compileChanges } from './compile-changes.js';
import { compileData } from './compile-data.js';
import { keyedCall } from './idempotency-key.js';

/** Compiles a mutation: times, rules and people are resolved. */
export function compileWrite(input: MutationInput, context: CompileContext): Compiled<WritePlan> {
  return compiled(context, 'mutation', input.timezone, (compilation) => planOf(input, compilation));
}

function planOf(mutation: MutationInput, compilation: Compilation): WritePlan {
  if (mutation.target === 'calendar') return compileCalendar(mutation, compilation);
  if (mutation.operation === 'batch') return batchPlan(mutation, compilation);
  if (mutation.operation !== 'sync') return singlePlan(mutation, compilation, ['mutation']);
  const { calendar, full = false } = mutation;
  return {
    kind: 'sync',
    full,
    ...(calendar !== undefined && { calendar }),
    ...optionsOf(mutation, compilation, ['mutation']),
  };
}

function batchPlan(
  mutation: Extract<EventMutationInput, { operation: 'batch' }>,
  compilation: Compilation,
): EventWritePlan {
  const items = mutation.operations.map((item, index) => {
    const at: InputPath = ['mutation', 'operations', index];
    const own = { ...compilation, notes: new Set<string>() };
    const zoned = item.timezone === undefined ? own : inZone(own, item.timezone, [...at, 'timezone']);
    return item.target === 'calendar' ? compileCalendar(item, zoned) : singlePlan(item, zoned, at);
  });
  return {
    kind: 'batch',
    items,
    atomic: mutation.atomic ?? false,
    ...optionsOf(mutation, compilation, ['mutation']),
  };
}

function singlePlan(mutation: EventItemInput, compilation: Compilation, at: InputPath): EventWritePlan {
  switch (mutation.operation) {
    case 'create': {
      const data = compileData(mutation.data, compilation, [...at, 'data']);
      const { calendar } = mutation.data;
      return {
        kind: 'create',
        data,
        ...(calendar !== undefined && { calendar }),
        notify: mutation.notify ?? true,
        ...optionsOf(mutation, compilation, at),
      };
    }
    case 'update': {
      const changes = compileChanges(mutation.changes, mutation.id, compilation, [...at, 'changes']);
      const { calendar } = mutation.changes;
      return {
        kind: 'update',
        changes,
        ...(calendar !== undefined && { calendar }),
        notify: mutation.notify ?? true,
        ...selectionOf(mutation, compilation),
        ...optionsOf(mutation, compilation, at),
      };
    }
    case 'delete':
      return {
        kind: 'delete',
        soft: mutation.soft ?? true,
        ...selectionOf(mutation, compilation),
        ...optionsOf(mutation, compilation, at),
      };
    case 'move':
      return {
        kind: 'move',
        calendar: mutation.calendar,
        ...selectionOf(mutation, compilation),
        ...optionsOf(mutation, compilation, at),
      };
    case 'respond': {
      const { response, comment } = mutation;
      return {
        kind: 'respond',
        response,
        ...(comment !== undefined && { comment }),
        ...selectionOf(mutation, compilation),
        ...optionsOf(mutation, compilation, at),
      };
    }
    case 'restore': {
      const { id, calendar } = mutation;
      return {
        kind: 'restore',
        id,
        ...(calendar !== undefined && { calendar }),
        ...optionsOf(mutation, compilation, at),
      };
    }
    case 'undo': {
      const { undoToken } = mutation;
      return {
        kind: 'undo',
        ...(undoToken !== undefined && { undoToken }),
        ...optionsOf(mutation, compilation, at),
      };
    }
  }
}

type Selecting = Extract<EventItemInput, { operation: 'update' | 'delete' | 'move' | 'respond' }>;

function selectionOf({ id, scope }: Selecting, compilation: Compilation) {
  return { id, select: selectById(id, compilation), ...(scope !== undefined && { scope }) };
}

/** The read that finds what a write names, wherever in time it is. */
function selectById(id: string, compilation: Compilation): ReadPlan {
  return {
    ...ALL_EVENTS,
    where: { kind: 'id', ids: [id] },
    sort: [{ field: 'start', order: 'asc' }],
    limit: 2,
    timezone: compilation.scope.zone.id,
  };
}

function optionsOf(mutation: EventMutationInput, compilation: Compilation, at: InputPath) {
  const { dryRun = false, allowConflicts = true, ifMatch, fields } = mutation;
  checkFieldNames(fields ?? [], EVENT_FIELDS, at, compilation);
  return {
    dryRun,
    allowConflicts,
    ...keyedCall(mutation),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(fields !== undefined && { fields }),
    timezone: compilation.scope.zone.id,
    notes: [...compilation.notes],
  };
}
