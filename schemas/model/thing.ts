/** The word for a calendar entry in errors and notes. */
export type Thing = 'event' | 'task';

export function aThing(thing: Thing): string {
  return thing === 'task' ? 'a task' : 'an event';
}

/** The `type` that lists them. */
export function listOf(thing: Thing): 'events' | 'tasks' {
  return thing === 'task' ? 'tasks' : 'events';
}

export function thingOf({ task }: { readonly task?: unknown }): Thing {
  return task === undefined ? 'event' : 'task';
}
