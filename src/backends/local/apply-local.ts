import type { LocalWrite } from '../../../compilers/targets/local/local-target.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import type { CalendarObject, Receipt } from '../../ports/backend.js';
import { calendarId } from './calendar-folders.js';
import type { FolderIndex } from './folder-index.js';
import { addFile, alreadyExists, moveFile, removeFile, replaceFile } from './folder-writer.js';
import type { LocalFolders } from './local-folders.js';
import { writeError } from './storage-error.js';
import { type WritableEvent, writableEvent } from './writable-event.js';

interface LocalWriteContext {
  /** Account name. */
  readonly name: string;
  /** The configured root. */
  readonly dir: string;
  readonly folders: LocalFolders;
  readonly indexOf: (path: string, folder: string) => FolderIndex;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
}

/** One write to the files of a folder. */
export async function applyLocal(
  context: LocalWriteContext,
  call: LocalWrite,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  throwIfCancelled(signal, 'not_applied');
  const { folders, indexOf, dir } = context;
  try {
    const isNew = await folders.makeReady(call.kind === 'create' ? call.calendar : undefined);
    const folder = await folders.path(call.calendar);
    switch (call.kind) {
      case 'create': {
        const event = eventOf(context, call.calendar, call.file, call.ics);
        const check = () => requireFreeUid(indexOf(folder, call.calendar), event);
        await addFile(folder, event, check, signal);
        return isNew ? { ...event.receipt, notes: [madeNote(dir)] } : event.receipt;
      }
      case 'replace': {
        const event = eventOf(context, call.calendar, call.file, call.ics);
        await replaceFile(folder, event, call.expect, signal);
        return event.receipt;
      }
      case 'remove':
        await removeFile(folder, call.file, call.expect, signal);
        return undefined;
      case 'move': {
        const event = eventOf(context, call.to, call.toFile, call.ics);
        const { file, expect, toFile } = call;
        await folders.makeReady(call.to);
        const to = await folders.path(call.to);
        const check = () => requireFreeUid(indexOf(to, call.to), event);
        await moveFile({ from: folder, file, expect, to, toFile, bytes: event.bytes }, check, signal);
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

/** No other file of the folder may hold the UID: programs would take the two for one event. */
async function requireFreeUid(index: FolderIndex, { uid }: WritableEvent): Promise<void> {
  for (const file of (await index.names()).values()) {
    const twin = file.objects.find(({ uids }) => uids.includes(uid));
    if (twin !== undefined) throw alreadyExists({ href: twin.object.href });
  }
}

function madeNote(dir: string): string {
  return `This is the first event: the calendar folder was created at ${dir}.`;
}
