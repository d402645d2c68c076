import { isRecord } from '../model/is-record.js';

/** Conditions that only tasks, or only events, can meet; a list limits this to some values. */
const ONLY: Readonly<Record<'events' | 'tasks', Readonly<Record<string, true | readonly string[]>>>> = {
  tasks: {
    due: true,
    completed: true,
    overdue: true,
    hasDue: true,
    priority: true,
    parent: true,
    estimateMinutes: true,
    status: ['open', 'started', 'done'],
  },
  events: {
    myResponse: true,
    busy: true,
    hasConflict: true,
    durationMinutes: true,
    status: ['confirmed', 'tentative'],
  },
};

/** Conditions in a filter that only events, or only tasks, can meet. Works on unchecked values. */
export function keysOnlyOf(
  kind: 'events' | 'tasks',
  filter: unknown,
): readonly { readonly path: readonly (string | number)[]; readonly key: string }[] {
  if (!isRecord(filter)) return [];
  const own = Object.keys(filter).flatMap((key) => {
    const known = Object.hasOwn(ONLY[kind], key) ? ONLY[kind][key] : undefined;
    const values: readonly unknown[] = [filter[key]].flat();
    return known === true || values.some((value) => known?.includes(String(value)))
      ? [{ path: [key], key }]
      : [];
  });
  const nested = ['AND', 'OR', 'NOT'].flatMap((key) => {
    const value = Object.hasOwn(filter, key) ? filter[key] : undefined;
    if (!Array.isArray(value))
      return keysOnlyOf(kind, value).map((one) => ({ ...one, path: [key, ...one.path] }));
    return value.flatMap((part, at) =>
      keysOnlyOf(kind, part).map((one) => ({ ...one, path: [key, at, ...one.path] })),
    );
  });
  return [...own, ...nested];
}
