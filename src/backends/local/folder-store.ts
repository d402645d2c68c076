import { CalendarError } from '../../../schemas/model/error.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { shareLook } from '../../concurrency/share-look.js';
import type { CalendarInfo, CalendarObject } from '../../ports/backend.js';
import { errnoOf } from '../../system/errno-of.js';
import { calendarId, hasItems } from './calendar-folders.js';
import { discardFolder, labelFolder, makeCalendarFolder } from './change-folder.js';
import { createFolderIndex, type FolderIndex } from './folder-index.js';
import { addFile, moveFile, removeFile, replaceFile } from './folder-writer.js';
import { type LocalFolderOptions, LocalFolders } from './local-folders.js';
import type { LocalStore } from './local-store.js';
import { alreadyExists, calendarGone } from './storage-error.js';
import type { WritableEvent } from './writable-event.js';

export interface FolderStoreOptions extends LocalFolderOptions {
  /** No account is configured; this is the default. */
  readonly standsIn?: true | undefined;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
}

/**
 * Calendars as folders of .ics files, one event per file (vdir). khal, vdirsyncer and others may use the same
 * folders at the same time; docs/internals/local-store.md lists the guarantees.
 */
export function createFolderStore(options: FolderStoreOptions): LocalStore {
  const { name, dir, standsIn, recordOf } = options;
  const folders = new LocalFolders(options);
  const indexes = new Map<string, FolderIndex>();

  function indexOf(path: string, folder: string): FolderIndex {
    const known = indexes.get(path);
    if (known !== undefined) return known;
    const index = createFolderIndex(path, { id: calendarId(name, folder), folder }, recordOf);
    indexes.set(path, index);
    return index;
  }

  /** No other file in the folder may have the UID: programs would merge the two events. */
  async function requireFreeUid(path: string, folder: string, { uid }: WritableEvent): Promise<void> {
    for (const file of (await indexOf(path, folder).names()).values()) {
      const twin = file.objects.find(({ uids }) => uids.includes(uid));
      if (twin !== undefined) throw alreadyExists({ href: twin.object.href });
    }
  }

  async function listed(): Promise<readonly CalendarInfo[]> {
    const root = await folders.root();
    const found = folders.calendars(root);
    const isUnused = standsIn && !(root !== undefined && hasItems(root, found));
    return isUnused ? found.map((calendar) => ({ ...calendar, standsIn: true })) : found;
  }

  async function rootFor(folder?: string): Promise<string> {
    await folders.makeReady(folder);
    const root = await folders.root();
    if (root === undefined) throw calendarGone();
    return root;
  }

  return {
    calendars: shareLook(async () => {
      try {
        return await listed();
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') throw error;
        // Not recreated: an empty store would hide a disk that is not mounted.
        throw new CalendarError('STORAGE_ERROR', 'The folder that contains the calendars no longer exists.', {
          suggestion: 'Ask the user whether its disk is mounted.',
          cause: error,
        });
      }
    }),
    async contents(calendar) {
      if (await folders.isToCome(calendar)) return undefined;
      return indexOf(await folders.path(calendar), calendar);
    },
    async add(calendar, event, signal) {
      const isNew = await folders.makeReady(calendar);
      const folder = await folders.path(calendar);
      await addFile(folder, event, () => requireFreeUid(folder, calendar, event), signal);
      return isNew ? [`This is the first event: the calendar folder was created at ${dir}.`] : [];
    },
    async replace({ calendar, expect }, event, signal) {
      await folders.makeReady();
      await replaceFile(await folders.path(calendar), event, expect, signal);
    },
    async remove({ calendar, file, expect }, signal) {
      await folders.makeReady();
      await removeFile(await folders.path(calendar), file, expect, signal);
    },
    async move({ calendar, file, expect }, { calendar: target, event }, signal) {
      await folders.makeReady();
      const from = await folders.path(calendar);
      await folders.makeReady(target);
      const to = await folders.path(target);
      const move = { from, file, expect, to, toFile: event.file, bytes: event.bytes };
      await moveFile(move, () => requireFreeUid(to, target, event), signal);
    },
    makeCalendar: async (calendar, labels) => makeCalendarFolder(await rootFor(), calendar, labels),
    labelCalendar: async (calendar, labels) => labelFolder(await rootFor(calendar), calendar, labels),
    removeCalendar: async (calendar, what) => discardFolder(await rootFor(calendar), calendar, what),
  };
}
