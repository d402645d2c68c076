import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { KilledCall } from './calls.js';
import type { Scene } from './live-series.js';
import { placed } from './recurring.js';
import { type Events, rowsExpected, rowsOf } from './world.js';

/** Kills the process inside a write, which is then complete or absent, complete if acknowledged, and repeatable. */
export async function liveKilled(call: KilledCall, scene: Scene): Promise<void> {
  const { world, events, ids, trash, settle, change } = scene;
  const write = killedWrite(call, scene);
  if (write === undefined || world.killDuring === undefined) return;
  const { title, mutation, next } = write;
  const isAcknowledged = await world.killDuring(mutation, call.delayMs);
  const rows = await rowsOf(world);
  const allowed = [rowsExpected(next), ...(isAcknowledged ? [] : [rowsExpected(events)])];
  expect(allowed).toContainEqual(rows);
  const isDone = isDeepStrictEqual(rows, rowsExpected(next));
  const row = events.get(title);
  // Repeating a create returns the id of the one event.
  if (call.of === 'create') ids.set(title, String((await change(mutation, next)).id));
  else if (isDone) settle(next);
  else await change(mutation, next);
  if (call.of === 'delete' && row !== undefined) trash.set(title, row);
}

function killedWrite({ of, which, hour, place }: KilledCall, { world, events, ids, at, newTitle }: Scene) {
  if (of === 'create') {
    const title = newTitle();
    const data = { title, start: at(hour), durationMinutes: 30, calendar: world.calendar };
    const next: Events = new Map([...events, [title, { start: at(hour) }]]);
    return { title, mutation: { operation: 'create', data, idempotencyKey: title }, next };
  }
  const [title, row] = [...events][which % Math.max(events.size, 1)] ?? [];
  if (title === undefined || row === undefined) return undefined;
  const id = ids.get(title);
  const next = new Map(events);
  if (of === 'delete') {
    next.delete(title);
    return { title, mutation: { operation: 'delete', id }, next };
  }
  next.set(title, placed(row, place));
  return { title, mutation: { operation: 'update', id, changes: { location: place } }, next };
}
