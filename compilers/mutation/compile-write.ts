import type { Compiled } from '../../schemas/diagnostics/finding.js';
import type {
  EventChangesInput,
  EventItemInput,
  EventMutationInput,
  MutationInput,
} from '../../schemas/input/mutation.js';
import { EVENT_FIELDS, TASK_FIELDS } from '../../schemas/input/query.js';
import { isTaskMutation, taskKeysIn } from '../../schemas/input/task-keys.js';
import { defined } from '../../schemas/model/defined.js';
import { pointer } from '../../schemas/model/pointer.js';
import type { Instant } from '../../schemas/model/time.js';
import { checkFieldNames } from '../check-fields.js';
import { attempt, type Compilation, compiled, type InputPath, inZone } from '../compilation.js';
import type { CompileContext } from '../context.js';
import { type MisplacedField, misplacedField } from '../plan/misplaced-field.js';
import type {
  EventChanges,
  EventWritePlan,
  UnnamedPlan,
  UnnamedRestore,
  WritePlan,
} from '../plan/write-plan.js';
import { DAY } from '../time/civil.js';
import { resolveEventTime } from '../time/resolve-time.js';
import { compileAnswer } from './compile-answer.js';
import { compileCalendar } from './compile-calendar.js';
import { compileData, compileTask } from './compile-data.js';
import { compileAttachments, compileAttendees, compileDetails, compileReminders } from './compile-details.js';
import { compileRecurrence } from './compile-recurrence.js';
import { compileRestore, compileSelection, type SelectionInput } from './compile-selection.js';
import { checkOrder, compileTimes, inEventZone } from './compile-times.js';
import { keyedCall } from './idempotency-key.js';

export function compileWrite(input: MutationInput, context: CompileContext): Compiled<WritePlan> {
  return compiled(context, 'mutation', input.timezone, (compilation) => planOf(input, compilation));
}

function planOf(mutation: MutationInput, compilation: Compilation): WritePlan {
  if (mutation.target === 'calendar') return compileCalendar(mutation, compilation);
  if (mutation.operation === 'batch') return batchPlan(mutation, compilation);
  if (mutation.operation === 'import') {
    const { ics, calendar, allowDuplicates = false, atomic = false, dryRun = false } = mutation;
    return {
      kind: 'import',
      ics,
      allowDuplicates,
      atomic,
      ...defined({ calendar }),
      dryRun,
      ...keyedCall(mutation),
      timezone: compilation.scope.zone.id,
      notes: [...compilation.notes],
    };
  }
  if (mutation.operation !== 'sync') return singlePlan(mutation, compilation, ['mutation']);
  const { calendar, full = false } = mutation;
  return {
    kind: 'sync',
    full,
    ...defined({ calendar }),
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

function singlePlan(mutation: EventItemInput, compilation: Compilation, at: InputPath): WritePlan {
  const options = () => optionsOf(mutation, compilation, at);
  const selecting = (selection: SelectionInput, write: Exclude<UnnamedPlan, UnnamedRestore>) =>
    compileSelection(selection, { write, options }, compilation, at);
  switch (mutation.operation) {
    case 'create': {
      const isTask = isTaskMutation(mutation.type, mutation.data);
      const data = (isTask ? compileTask : compileData)(mutation.data, compilation, [...at, 'data']);
      // An event can reserve time for a task, so `parent` is allowed.
      const ofTasks = taskKeysIn(mutation.data).filter((key) => key !== 'parent');
      const misplaced = misplacedField(data, isTask ? 'task' : 'event', ofTasks);
      if (misplaced !== undefined) refuseField(misplaced, compilation, [...at, 'data']);
      const { calendar } = mutation.data;
      return {
        kind: 'create',
        data,
        ...defined({ calendar }),
        notify: mutation.notify ?? true,
        ...options(),
      };
    }
    case 'copy':
    case 'update': {
      const { operation: kind, changes: input, notify = true } = mutation;
      const changes = compileChanges(input, compilation, [...at, 'changes']);
      const ofTasks = taskKeysIn(input);
      return selecting(mutation, {
        kind,
        changes,
        ...(ofTasks.length > 0 && { ofTasks }),
        ...defined({ calendar: input.calendar }),
        notify,
      });
    }
    case 'delete':
      return selecting(mutation, {
        kind: 'delete',
        soft: mutation.soft ?? true,
        ...(mutation.children && { children: true }),
      });
    case 'complete': {
      const completedAt = readMoment(mutation.completedAt, compilation, [...at, 'completedAt']);
      const { children } = mutation;
      return selecting(mutation, {
        kind: 'complete',
        ...defined({ completedAt }),
        ...(children && { children }),
      });
    }
    case 'reopen':
      return selecting(mutation, { kind: 'reopen', ...(mutation.children && { children: true }) });
    case 'move':
      return selecting(mutation, {
        kind: 'move',
        calendar: mutation.calendar,
        notify: mutation.notify ?? true,
      });
    case 'respond':
      return selecting(mutation, compileAnswer(mutation, compilation, at));
    case 'restore': {
      const { calendar, notify = true } = mutation;
      const write = { kind: 'restore', ...defined({ calendar }), notify } as const;
      return compileRestore(mutation, { write, options }, compilation, at);
    }
    case 'undo': {
      const { undoToken, any = false } = mutation;
      return { kind: 'undo', ...defined({ undoToken }), ...(any && { any }), ...options() };
    }
  }
}

function optionsOf(
  mutation: Exclude<EventMutationInput, { operation: 'import' }> | EventItemInput,
  compilation: Compilation,
  at: InputPath,
) {
  const { dryRun = false, allowConflicts = true, ifMatch, fields } = mutation;
  const tasks: readonly string[] = TASK_FIELDS;
  const known = fields?.every((name) => tasks.includes(name)) ? TASK_FIELDS : EVENT_FIELDS;
  checkFieldNames(fields ?? [], known, at, compilation);
  return {
    dryRun,
    allowConflicts,
    ...keyedCall(mutation),
    ...defined({ ifMatch, fields }),
    timezone: compilation.scope.zone.id,
    ...(mutation.timezone !== undefined && { isZoneAsked: true }),
    notes: [...compilation.notes],
  };
}

/** The changes of an event. They do not set `allDay` for a date, because that depends on the stored event. */
function compileChanges(input: EventChangesInput, outer: Compilation, at: InputPath): EventChanges {
  const compilation = inEventZone(input.timezone, outer, at);
  const { start, due, ...rest } = input;
  const named = { ...rest, ...(start && { start }), ...(due && { due }) };
  const times = compileTimes(named, compilation, at, 'changes');
  checkOrder(times, named, compilation, at);
  const { title, recurrence, shiftMinutes, extendMinutes, addDescription, addTags, removeTags } = input;
  const { addAttendees, removeAttendees, addReminders, removeReminders } = input;
  const { addAttachments, removeAttachments } = input;
  return {
    ...compileDetails(input, compilation, at),
    ...times,
    ...(start === null && { noStart: true as const }),
    ...(due === null && { noDue: true as const }),
    ...defined({
      shiftMinutes,
      extendMinutes,
      title,
      recurrence:
        recurrence && compileRecurrence(recurrence, times.start, compilation, [...at, 'recurrence']),
      addDescription,
      addAttendees: addAttendees && compileAttendees(addAttendees, compilation, [...at, 'addAttendees']),
      removeAttendees: removeAttendees?.map(plainAddress),
      addReminders: addReminders && compileReminders(addReminders),
      removeReminders: removeReminders && compileReminders(removeReminders),
      addTags,
      removeTags,
      addAttachments:
        addAttachments && compileAttachments(addAttachments, compilation, [...at, 'addAttachments']),
      removeAttachments,
    }),
  };
}

/** A moment; noon for a day, so it is the same day nearly everywhere. */
function readMoment(text: string | undefined, compilation: Compilation, at: InputPath): Instant | undefined {
  if (text === undefined) return undefined;
  const { scope } = compilation;
  const time = attempt(compilation, at, () => resolveEventTime(text, scope))?.time;
  return time?.kind === 'date' ? scope.zone.toInstant(time.day * DAY + DAY / 2) : time?.instant;
}

function refuseField({ key, message, suggestion }: MisplacedField, { findings }: Compilation, at: InputPath) {
  const path = [...at, key];
  const violation = { code: 'INVALID_ARGUMENT', path: pointer(path), message } as const;
  findings.push({ path, violation, fixes: [{ path, fix: { kind: 'remove' } }], suggestion });
}

function plainAddress(address: string): string {
  return address.replace(/^mailto:/i, '');
}
