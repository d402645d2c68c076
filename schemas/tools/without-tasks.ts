import { isRecord } from '../model/is-record.js';
import type { ToolDefinition } from './published.js';

const KEYS = new Set(['due', 'priority', 'parent', 'estimateMinutes', 'children', 'splitMinutes']);
const VALUES = new Set(['tasks', 'task', 'complete', 'reopen', 'plan_tasks', 'open', 'started', 'done']);
/** Parts of descriptions about tasks. */
export const ABOUT_TASKS: readonly string[] = [
  '; of tasks: due, completed as when, overdue, hasDue, priority, parent, estimateMinutes',
  ', for events',
  'of tasks, the list',
  ', complete, reopen',
  ' type task: tasks, with due, not end (children: sub-tasks too).',
  ' tasks,',
  ' An agenda of events has due and overdue tasks.',
  ' plan_tasks: open tasks into free time (splitMinutes: cut into pieces of that length).',
];

export function withoutTasks(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.map((tool) => cut(tool) as ToolDefinition);
}

function cut(node: unknown): unknown {
  if (typeof node === 'string') return ABOUT_TASKS.reduce((text, part) => text.replace(part, ''), node);
  if (Array.isArray(node)) return node.filter((value) => !VALUES.has(value as string)).map(cut);
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).filter(([key, value]) => !(KEYS.has(key) || isForTasks(value)));
  const rest = entries.map(([key, value]): [string, unknown] => [key, cut(value)]);
  return Object.fromEntries(rest.filter(([, value]) => value !== ''));
}

/** True for a choice between events and tasks, which is pointless without tasks. */
function isForTasks(schema: unknown): boolean {
  return isRecord(schema) && Array.isArray(schema.enum) && schema.enum.join() === 'event,task';
}
