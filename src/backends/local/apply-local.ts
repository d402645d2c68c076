import type { LocalWrite } from '../../../compilers/targets/local/local-target.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import type { CalendarObject, Receipt } from '../../ports/backend.js';
import { calendarId } from './calendar-folders.js';
import type { LocalStore } from './local-store.js';
import { writeError } from './storage-error.js';
import { type WritableEvent, writableEvent } from './writable-event.js';

interface LocalWriteContext {
  readonly name: string;
  readonly store: LocalStore;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
}

export async function applyLocal(
  context: LocalWriteContext,
  call: LocalWrite,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  throwIfCancelled(signal, 'not_applied');
  const { store } = context;
  try {
    switch (call.kind) {
      case 'create': {
        const event = eventOf(context, call.calendar, call.file, call.ics);
        const notes = await store.add(call.calendar, event, signal);
        return notes.length > 0 ? { ...event.receipt, notes } : event.receipt;
      }
      case 'replace': {
        const event = eventOf(context, call.calendar, call.file, call.ics);
        await store.replace(call, event, signal);
        return event.receipt;
      }
      case 'remove':
        await store.remove(call, signal);
        return undefined;
      case 'move': {
        const event = eventOf(context, call.to, call.toFile, call.ics);
        await store.move(call, { calendar: call.to, event }, signal);
        return event.receipt;
      }
    }
  } catch (error) {
    throw writeError(error, 'not_applied');
  }
}

function eventOf(
  { name, recordOf }: LocalWriteContext,
  folder: string,
  file: string,
  ics: string,
): WritableEvent {
  return writableEvent({ calendarId: calendarId(name, folder), folder, file }, ics, recordOf);
}
