import { kitList } from '../../../compilers/targets/eventkit/calendar-address.js';
import {
  type EventKitCalendarWrite,
  type EventKitRead,
  type EventKitWrite,
  eventkitTarget,
} from '../../../compilers/targets/eventkit/eventkit-target.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { CalendarChoice } from '../../../schemas/model/calendar-choice.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { keyedQueue } from '../../concurrency/keyed-queue.js';
import type { Backend } from '../../ports/backend.js';
import type { StateStore } from '../../ports/state-store.js';
import { tellReminders } from './permission.js';
import type { Session } from './process/session.js';
import { createKitCalendarList } from './read/calendar-list.js';
import { kitZone } from './read/kit-zone.js';
import { createReader } from './read/reader.js';
import { createTaskReader } from './reminders/task-reader.js';
import { createTaskWriter } from './reminders/task-writer.js';
import { createUidNotes } from './uid-notes.js';
import { createCalendarWriter } from './write/calendar-writer.js';
import { createKitDoor } from './write/kit-door.js';
import { createWriter } from './write/writer.js';

export interface EventKitBackendOptions extends CalendarChoice {
  readonly name: string;
  readonly session: Session;
  /** Keeps the UIDs that events were created with. */
  readonly state: StateStore;
  /** Used until EventKit returns the Mac's zone. */
  readonly zone: Zone;
  readonly ownAddresses?: readonly string[];
  readonly now?: () => Instant;
}

/** The calendars and reminders of a Mac through EventKit; docs/internals/eventkit.md lists known facts. */
export function createEventKitBackend(
  options: EventKitBackendOptions,
): Backend<EventKitRead, EventKitWrite, EventKitCalendarWrite> {
  const { name, session, state, zone, now = Date.now } = options;
  const mac = (): Zone => kitZone(session.zone()) ?? zone;
  const notes = createUidNotes(state, name);
  const list = createKitCalendarList(name, session, options, now);
  const reader = createReader({ session, notes, mac, now });
  const write = createWriter({ door: createKitDoor(session, notes, mac), one: reader.one, notes, mac, now });
  const tasks = createTaskReader({ session, notes, mac });
  const writeTask = createTaskWriter({ session, reader: tasks, notes, mac, now });
  const writeCalendar = createCalendarWriter({ account: name, session, list, state });
  const queue = keyedQueue();

  /** Runs writes one at a time, because each sends several requests. A write that has begun is finished. */
  async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    throwIfCancelled(signal, 'not_applied');
    return queue('writes', async () => {
      throwIfCancelled(signal, 'not_applied');
      try {
        return await work();
      } catch (error) {
        if (error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND') list.forget();
        // A failure while only reading has changed nothing.
        const isRead = error instanceof CalendarError && error.info.outcome === undefined;
        throw isRead ? error.with({ outcome: 'not_applied' }) : error;
      }
    });
  }

  return {
    name,
    kind: 'eventkit',
    target: eventkitTarget,
    ownAddresses: options.ownAddresses ?? [],
    get withoutTasks() {
      return list.isWithoutReminders() ? tellReminders() : undefined;
    },
    calendars: async ({ signal, refresh = false }) => {
      throwIfCancelled(signal, 'not_applied');
      if (refresh) {
        await session.read('refresh', {}, signal);
        list.forget();
      }
      return list.get(signal);
    },
    scan: async (call, { signal }) => {
      throwIfCancelled(signal, 'not_applied');
      try {
        const { scan } = kitList(call.calendar) === undefined ? reader : tasks;
        return await scan(call, signal);
      } catch (error) {
        if (error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND') list.forget();
        throw error;
      }
    },
    apply: (call, { signal }) =>
      inTurn(signal, () => (kitList(call.calendar) === undefined ? write(call) : writeTask(call))),
    applyCalendar: (call, { signal }) => inTurn(signal, () => writeCalendar(call)),
    close: async () => session.close(),
  };
}
