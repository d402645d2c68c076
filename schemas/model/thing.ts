/** What people call an entry of a calendar; errors and notes about it use the same word. */
export type Thing = 'event' | 'task';

/** With its article. */
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
