import { EVENT_STATUSES } from '../../schemas/input/filter.js';
import { TASK_STATUSES } from '../../schemas/model/task.js';
import type { EventChanges } from './write-plan.js';

/** A field that the event or task of a call cannot have. */
export interface MisplacedField {
  readonly key: string;
  readonly message: string;
  readonly suggestion: string;
}

const NOT_OF_TASKS = ['busy', 'durationMinutes', 'extendMinutes', 'conference'] as const;

/** The first field that does not fit the kind; `ofTasks` are the keys of the call that only tasks have. */
export function misplacedField(
  changes: EventChanges,
  of: 'event' | 'task',
  ofTasks: readonly string[] = [],
): MisplacedField | undefined {
  const isTask = of === 'task';
  const { status, noStart } = changes;
  if (!isTask && noStart)
    return { key: 'start', message: 'An event always has a start.', suggestion: 'Give another start.' };
  const known: readonly string[] = isTask ? TASK_STATUSES : EVENT_STATUSES;
  if (status && !known.includes(status)) {
    const message = `The status of ${isTask ? 'a task' : 'an event'} is one of ${known.join(', ')}.`;
    return { key: 'status', message, suggestion: `Use one of ${known.join(', ')}.` };
  }
  const [key] = isTask ? NOT_OF_TASKS.filter((name) => changes[name] !== undefined) : ofTasks;
  if (key === undefined) return undefined;
  if (!isTask)
    return {
      key,
      message: `Only tasks have \`${key}\`, and this is an event.`,
      suggestion: key === 'due' ? 'Use start or end.' : `Leave out ${key}.`,
    };
  return {
    key,
    message: `A task has no \`${key}\`.`,
    suggestion: key === 'durationMinutes' ? 'Use estimateMinutes.' : `Leave out ${key}.`,
  };
}
