import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalCalendarWrite } from '../../../compilers/targets/local/calendar-write.js';
import {
  type LocalRead,
  type LocalWrite,
  localTarget,
} from '../../../compilers/targets/local/local-target.js';
import { objectPath } from '../../../compilers/targets/local/object-path.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend, CalendarInfo, CalendarObject, Receipt, ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Log } from '../../ports/log.js';
import { errnoOf } from '../../system/errno-of.js';
import { removeAbandonedLock } from '../../system/folder-lock.js';
import { makeFolder } from '../../system/make-folder.js';
import { temporaryFiles } from './atomic-file.js';
import { calendarId, calendarPath, firstCalendar, listCalendarFolders } from './calendar-folders.js';
import { changeFolder } from './change-calendar.js';
import { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.js';
import { addFile, alreadyExists, moveFile, removeFile, replaceFile, sweepFolder } from './folder-writer.js';
import { selectByHref, selectByWindow } from './select-objects.js';
import { calendarGone, folderMissing, readError, writeError } from './storage-error.js';
import { type WritableEvent, writableEvent } from './writable-event.js';

export interface LocalBackendOptions {
  /** Account name. */
  readonly name: string;
  /** Root folder. */
  readonly dir: string;
  /** The first write makes the root where it is not there; else it must be. */
  readonly create?: boolean;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  /** Calendar that the first write makes when the root has none; `null` for none. Default `Calendar`. */
  readonly defaultCalendar?: string | null;
  readonly ownAddresses?: readonly string[];
  readonly log?: Log;
}

/**
 * Calendars as folders of .ics files, one event a file (vdir). khal, vdirsyncer and others may work on the same
 * folders at the same time: docs/internals/local-store.md says what is promised then.
 */
export function createLocalBackend(
  options: LocalBackendOptions,
): Backend<LocalRead, LocalWrite, LocalCalendarWrite> {
  const { name, recordOf, defaultCalendar = 'Calendar' } = options;
  const indexes = new Map<string, FolderIndex>();
  /** Folders that were there once: what is missing of them is gone, and not to come. */
  const seen = new Set<string>();
  const started = singleFlight(() => start(options), Infinity);

  /** The real path of the root, looked at once; undefined while it waits for the first write. */
  async function root(): Promise<string | undefined> {
    const path = await started.get();
    if (path === undefined) started.forget();
    return path;
  }

  /** The calendars below the root, or the one that the first write makes. */
  function calendarsIn(path: string | undefined): readonly CalendarInfo[] {
    const calendars = path === undefined ? [] : listCalendarFolders(path, name);
    for (const { href } of calendars) seen.add(href);
    return calendars.length > 0 || defaultCalendar === null
      ? calendars
      : [firstCalendar(name, defaultCalendar)];
  }

  async function folderPath(folder: string): Promise<string> {
    const base = await root();
    const path = base === undefined ? undefined : calendarPath(base, folder);
    if (path === undefined) throw calendarGone();
    return path;
  }

  /** Whether nothing has been written to it yet, so that there is not even a folder. */
  async function isToCome(folder: string): Promise<boolean> {
    const path = await root();
    if (seen.has(folder) || (path !== undefined && calendarPath(path, folder) !== undefined)) return false;
    return calendarsIn(path).some(({ href }) => href === folder);
  }

  /** Makes what the first write needs; true where that is the root. */
  async function makeReady(folder?: string): Promise<boolean> {
    const isNew = (await root()) === undefined;
    if (isNew) makeRoot(options.dir);
    const path = await root();
    if (path !== undefined && folder !== undefined && (await isToCome(folder)))
      makeFolder(join(path, folder));
    return isNew;
  }

  function indexOf(path: string, folder: string): FolderIndex {
    const known = indexes.get(path);
    if (known !== undefined) return known;
    const index = createFolderIndex(path, { id: calendarId(name, folder), folder }, recordOf);
    indexes.set(path, index);
    return index;
  }

  async function scan(call: LocalRead, { signal }: BackendRequest): Promise<ScanResult> {
    throwIfCancelled(signal, 'not_applied');
    try {
      const folder = call.calendar.href;
      if (await isToCome(folder)) return { objects: [], unreadable: [], missing: call.hrefs ?? [] };
      const index = indexOf(await folderPath(folder), folder);
      if (call.hrefs !== undefined) {
        const named = new Map<string, IndexedFile | undefined>();
        for (const href of call.hrefs) {
          const path = objectPath(href);
          if (path?.folder === folder) named.set(href, await index.file(path.file));
        }
        return selectByHref(call.hrefs, (href) => named.get(href));
      }
      const files = await waitUnlessAborted(index.files(), signal);
      return selectByWindow(files.values(), call);
    } catch (error) {
      throw readError(error);
    }
  }

  function eventOf(folder: string, file: string, ics: string): WritableEvent {
    return writableEvent({ calendarId: calendarId(name, folder), folder, file }, ics, recordOf);
  }

  /** No other file of the folder may hold the UID: programs would take the two for one event. */
  async function requireFreeUid(index: FolderIndex, { uid }: WritableEvent): Promise<void> {
    for (const file of (await index.names()).values()) {
      const twin = file.objects.find(({ uids }) => uids.includes(uid));
      if (twin !== undefined) throw alreadyExists({ href: twin.object.href });
    }
  }

  async function apply(call: LocalWrite, { signal }: BackendRequest): Promise<Receipt | undefined> {
    throwIfCancelled(signal, 'not_applied');
    try {
      const isNew = await makeReady(call.kind === 'create' ? call.calendar : undefined);
      const folder = await folderPath(call.calendar);
      switch (call.kind) {
        case 'create': {
          const event = eventOf(call.calendar, call.file, call.ics);
          const check = () => requireFreeUid(indexOf(folder, call.calendar), event);
          await addFile(folder, event.file, event.bytes, check, signal);
          return isNew ? { ...event.receipt, notes: [madeNote(options.dir)] } : event.receipt;
        }
        case 'replace': {
          const event = eventOf(call.calendar, call.file, call.ics);
          await replaceFile(folder, event.file, event.bytes, call.expect, signal);
          return event.receipt;
        }
        case 'remove':
          await removeFile(folder, call.file, call.expect, signal);
          return undefined;
        case 'move': {
          const event = eventOf(call.to, call.toFile, call.ics);
          const { file, expect, toFile } = call;
          await makeReady(call.to);
          const to = await folderPath(call.to);
          const check = () => requireFreeUid(indexOf(to, call.to), event);
          await moveFile({ from: folder, file, expect, to, toFile, bytes: event.bytes }, check, signal);
          return event.receipt;
        }
      }
    } catch (error) {
      throw writeError(error, 'not_applied');
    }
  }

  return {
    name,
    kind: 'local',
    target: localTarget,
    ownAddresses: options.ownAddresses ?? [],
    calendars: async ({ signal }): Promise<readonly CalendarInfo[]> => {
      throwIfCancelled(signal, 'not_applied');
      const path = await root();
      try {
        return calendarsIn(path);
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') throw readError(error);
        // Not recreated: a disk that is not mounted would be covered by an empty store.
        throw new CalendarError('STORAGE_ERROR', 'The folder that contains the calendars no longer exists.', {
          suggestion: 'Ask the user whether its disk is mounted.',
          cause: error,
        });
      }
    },
    scan,
    apply,
    applyCalendar: async (call: LocalCalendarWrite, { signal }) => {
      throwIfCancelled(signal, 'not_applied');
      try {
        await makeReady(call.kind === 'create-calendar' ? undefined : call.folder);
        const path = await root();
        if (path === undefined) throw calendarGone();
        return await changeFolder(path, name, call);
      } catch (error) {
        throw writeError(error, 'not_applied');
      }
    },
    close: async () => undefined,
  };
}

function makeRoot(dir: string): void {
  try {
    makeFolder(dir);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    throw new CalendarError('CONFIGURATION', 'The configured calendar folder cannot be created.', {
      suggestion: 'Configure an existing folder, or one whose parent folder is writable.',
      cause: error,
    });
  }
}

function madeNote(dir: string): string {
  return `This is the first event: the calendar folder was created at ${dir}.`;
}

async function start({ dir, name, create = true, log }: LocalBackendOptions): Promise<string | undefined> {
  try {
    const root = await realpath(dir);
    for (const { href, writable } of listCalendarFolders(root, name)) {
      const path = calendarPath(root, href);
      if (path !== undefined && writable) await sweepLeftovers(path, log);
    }
    return root;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOTDIR') {
      throw new CalendarError('CONFIGURATION', 'The configured calendar folder is a file.', {
        suggestion: 'Configure the path of a folder.',
        cause: error,
      });
    }
    if (errnoOf(error) === 'ENOENT') {
      if (create) return undefined;
      throw folderMissing();
    }
    throw readError(error);
  }
}

/** A folder that is busy or cannot be written keeps its leftovers until later; they are hidden from everyone. */
async function sweepLeftovers(folder: string, log: Log | undefined): Promise<void> {
  try {
    await removeAbandonedLock(folder);
    if ((await temporaryFiles(folder)).length === 0) return;
    await sweepFolder(folder, new AbortController().signal);
  } catch (error) {
    const { code } = readError(error);
    log?.warn('temporary files could not be removed', { code });
  }
}
