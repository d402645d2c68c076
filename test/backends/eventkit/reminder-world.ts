import { createEventKitBackend } from '../../../src/backends/eventkit/eventkit-backend.js';
import type { StartChild } from '../../../src/backends/eventkit/process/child.js';
import { createSession } from '../../../src/backends/eventkit/process/session.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { never, required } from '../../conformance/subject.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { serviceOver } from '../applescript/simulated/calendar-service.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitState, kitCalendar } from './simulated/state.js';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
const CLOCK = { now: () => NOW, timeZone: () => 'Europe/Berlin' };

/** A Mac with two lists of reminders. */
export function kit(): KitState {
  const state = { ...emptyKit(['Work']), zone: 'Europe/Berlin' };
  state.lists.push(kitCalendar('Groceries', { holds: 'tasks' }));
  return state;
}

export function kitService(state: KitState, start: StartChild = startSimulated(state)): CalendarService {
  return serviceOver(
    createEventKitBackend({
      name: 'mac',
      session: createSession({ start, now: () => NOW }),
      state: createMemoryStore(CLOCK),
      zone: required(zoneOf('Europe/Berlin')),
      now: () => NOW,
    }),
  );
}

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly due?: string;
  readonly status: string;
}

export async function tasks(service: CalendarService, query: object = {}): Promise<readonly Row[]> {
  const answer: unknown = await service.read({ query: { type: 'tasks', ...query } }, { signal: never });
  return (answer as { data: { tasks: Row[] } }).data.tasks;
}

export const write = (service: CalendarService, mutation: object) =>
  service.write({ mutation }, { signal: never }) as Promise<{ data: { undoToken?: string } }>;
