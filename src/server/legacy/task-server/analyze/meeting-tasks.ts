import type { Success } from '../../../../engine/context/service.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../../answers/result-rows.js';
import type { Fields } from '../meaning.js';
import type { OldParams } from './analyze-input.js';

/** What was found in notes: tasks, the batch that creates them, and the calls of our own for everything else. */
export function meetingTasks({ data }: Success, params: OldParams): Fields {
  const { extractTasks, defaultProject, defaultTags = [] } = params;
  if (extractTasks === false) return data;
  const intents = rowsIn(data.intents);
  const found = intents.flatMap((intent) => {
    const event = createdEvent(intent);
    return event === undefined ? [] : [{ intent, event }];
  });
  const tasks = found.map(({ event }) => taskData(event, defaultProject, defaultTags));
  const others = intents.filter((intent) => createdEvent(intent) === undefined);
  return {
    tasks: tasks.map((task, index) => ({ ...task, confidence: found[index]?.intent.confidence })),
    ...(tasks.length > 0 && {
      batchPayload: {
        operation: 'batch',
        operations: tasks.map((task) => ({ operation: 'create', target: 'task', data: task })),
      },
    }),
    ...(others.length > 0 && { intents: others }),
  };
}

function createdEvent(intent: ResultRow): ResultRow | undefined {
  const mutation = memberOf(memberOf(intent, 'arguments'), 'mutation');
  return mutation.operation === 'create' ? memberOf(mutation, 'data') : undefined;
}

/** A new event as `omnifocus_write` takes it. */
function taskData(
  event: ResultRow,
  defaultProject: string | null | undefined,
  defaultTags: readonly string[],
): Fields {
  const { title, start, end, allDay, durationMinutes, description, calendar = defaultProject, tags } = event;
  const all = [...new Set([...(Array.isArray(tags) ? tags : []), ...defaultTags])];
  return {
    name: title,
    // A whole day without an end is the day on which something is due.
    ...(allDay === true && end === undefined ? { dueDate: start } : { deferDate: start }),
    ...(end !== undefined && { dueDate: end }),
    ...(durationMinutes !== undefined && { estimatedMinutes: durationMinutes }),
    ...(description !== undefined && { note: cell({ description }, 'description') }),
    ...(calendar !== undefined && calendar !== null && { project: calendar }),
    ...(all.length > 0 && { tags: all }),
  };
}
