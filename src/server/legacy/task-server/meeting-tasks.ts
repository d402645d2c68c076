import { defined } from '../../../../schemas/model/defined.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { OldParams } from './arguments.js';
import type { Fields } from './words.js';

/** Results from meeting notes: tasks, a batch that creates them, and builder calls for the rest. */
export function meetingTasks(data: ResultRow, given: OldParams): Fields {
  if (given.extractTasks === false) return data;
  const intents = rowsIn(data.intents).map((intent) => {
    const { operation, data: event } = memberOf(memberOf(intent, 'arguments'), 'mutation');
    return {
      intent,
      task: operation === 'create' ? taskData(memberOf({ event }, 'event'), given) : undefined,
    };
  });
  const found = intents.flatMap(({ intent, task }) => (task === undefined ? [] : [{ intent, task }]));
  const operations = found.map(({ task }) => ({ operation: 'create', target: 'task', data: task }));
  const others = intents.flatMap(({ intent, task }) => (task === undefined ? [intent] : []));
  return {
    tasks: found.map(({ intent, task }) => ({ ...task, confidence: intent.confidence })),
    ...(found.length > 0 && { batchPayload: { operation: 'batch', operations } }),
    ...(others.length > 0 && { intents: others }),
  };
}

/** A new task for `omnifocus_write`, from a task or event in the notes. */
function taskData(event: ResultRow, { defaultProject, defaultTags = [] }: OldParams): Fields {
  const { title, start, end, due = end, durationMinutes, description, tags } = event;
  const { calendar = defaultProject } = event;
  const all = [...new Set([...(Array.isArray(tags) ? tags : []), ...defaultTags])];
  return {
    name: title,
    ...defined({ deferDate: start, dueDate: due, estimatedMinutes: durationMinutes }),
    ...(description !== undefined && { note: cell({ description }, 'description') }),
    ...(calendar !== undefined && calendar !== null && { project: calendar }),
    ...(all.length > 0 && { tags: all }),
  };
}
