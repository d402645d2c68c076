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
import { shareLook } from '../../concurrency/share-look.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend, CalendarInfo, CalendarObject, ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import { errnoOf } from '../../system/errno-of.js';
import { applyLocal } from './apply-local.js';
import { calendarId, hasItems } from './calendar-folders.js';
import { changeFolder } from './change-calendar.js';
import { createFolderIndex, type FolderIndex, type IndexedFile } from './folder-index.js';
import { type LocalFolderOptions, LocalFolders } from './local-folders.js';
import { selectByHref, selectByWindow } from './select-objects.js';
import { calendarGone, readError, writeError } from './storage-error.js';

export interface LocalBackendOptions extends LocalFolderOptions {
  /** Nothing is configured: it is there instead of an account. */
  readonly standsIn?: true | undefined;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly ownAddresses?: readonly string[];
}

/**
 * Calendars as folders of .ics files, one event a file (vdir). khal, vdirsyncer and others may work on the same
 * folders at the same time: docs/internals/local-store.md says what is promised then.
 */
export function createLocalBackend(
  options: LocalBackendOptions,
): Backend<LocalRead, LocalWrite, LocalCalendarWrite> {
  const { name, recordOf } = options;
  const folders = new LocalFolders(options);
  const indexes = new Map<string, FolderIndex>();
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
      if (await folders.isToCome(folder)) return { objects: [], unreadable: [], missing: call.hrefs ?? [] };
      const index = indexOf(await folders.path(folder), folder);
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

  const calendars = shareLook(async (): Promise<readonly CalendarInfo[]> => {
    const path = await folders.root();
    const found = folders.calendars(path);
    const isUnused = options.standsIn && !(path !== undefined && hasItems(path, found));
    return isUnused ? found.map((calendar) => ({ ...calendar, standsIn: true })) : found;
  });

  return {
    name,
    kind: 'local',
    target: localTarget,
    ownAddresses: options.ownAddresses ?? [],
    calendars: async ({ signal }): Promise<readonly CalendarInfo[]> => {
      throwIfCancelled(signal, 'not_applied');
      try {
        return await calendars();
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
    apply: (call, { signal }) =>
      applyLocal({ name, dir: options.dir, folders, indexOf, recordOf }, call, signal),
    applyCalendar: async (call: LocalCalendarWrite, { signal }) => {
      throwIfCancelled(signal, 'not_applied');
      try {
        await folders.makeReady(call.kind === 'create-calendar' ? undefined : call.folder);
        const path = await folders.root();
        if (path === undefined) throw calendarGone();
        return await changeFolder(path, name, call);
      } catch (error) {
        throw writeError(error, 'not_applied');
      }
    },
    close: async () => undefined,
  };
}
