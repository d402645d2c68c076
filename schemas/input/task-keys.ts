import { z } from 'zod/v3';

/** Ten years. */
export const MAX_DURATION_MINUTES = 5_270_400;

/** Keys only for tasks, besides the due date. */
export const taskFields = {
  priority: z.enum(['high', 'medium', 'low']),
  percent: z.number().int().min(0).max(100),
  parent: z.string().min(1),
  estimateMinutes: z.number().int().min(1).max(MAX_DURATION_MINUTES),
};

const TASK_KEYS: readonly string[] = ['due', ...Object.keys(taskFields)];

type Keys = Readonly<Record<string, unknown>>;

export function taskKeysIn(fields: Keys): readonly string[] {
  return TASK_KEYS.filter((key) => fields[key] !== undefined);
}

/** True for a task, by its type or else by its keys. */
export function isTaskMutation(type: unknown, fields: Keys): boolean {
  return type === undefined ? taskKeysIn(fields).length > 0 : type === 'task';
}
