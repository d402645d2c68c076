import type { LocalCalendarWrite } from '../../../compilers/targets/local/calendar-write.js';
import {
  type LocalRead,
  type LocalWrite,
  localTarget,
} from '../../../compilers/targets/local/local-target.js';
import { objectPath } from '../../../compilers/targets/local/object-path.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend, CalendarObject, ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import { applyLocal } from './apply-local.js';
import { changeLocalCalendar } from './change-calendar.js';
import { createFolderStore, type FolderStoreOptions } from './folder-store.js';
import type { IndexedFile } from './index-file.js';
import type { LocalStore } from './local-store.js';
import { createRowStore, type RowStoreOptions } from './row-store.js';
import { selectByHref, selectByWindow } from './select-objects.js';
import { readError, writeError } from './storage-error.js';

interface LocalAccount {
  readonly name: string;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly ownAddresses?: readonly string[];
}

export type LocalBackendOptions = LocalAccount & FolderStoreOptions;

type LocalBackend = Backend<LocalRead, LocalWrite, LocalCalendarWrite>;

export function createLocalBackend(options: LocalBackendOptions): LocalBackend {
  return localBackendOn(createFolderStore(options), options);
}

export function createStoredBackend(options: LocalAccount & RowStoreOptions): LocalBackend {
  return localBackendOn(createRowStore(options), options);
}

/** A backend on any store. */
function localBackendOn(
  store: LocalStore,
  { name, recordOf, ownAddresses = [] }: LocalAccount,
): LocalBackend {
  async function scan(call: LocalRead, asked: BackendRequest): Promise<ScanResult> {
    const { signal } = asked;
    throwIfCancelled(signal, 'not_applied');
    try {
      const folder = call.calendar.href;
      const contents = await store.contents(folder, asked);
      if (contents === undefined) return { objects: [], unreadable: [], missing: call.hrefs ?? [] };
      if (call.hrefs !== undefined) {
        const named = new Map<string, IndexedFile | undefined>();
        for (const href of call.hrefs) {
          const path = objectPath(href);
          if (path?.folder === folder) named.set(href, await contents.file(path.file));
        }
        return selectByHref(call.hrefs, (href) => named.get(href));
      }
      const files = await waitUnlessAborted(contents.files(), signal);
      return selectByWindow(files.values(), call);
    } catch (error) {
      throw readError(error);
    }
  }

  return {
    name,
    kind: 'local',
    target: localTarget,
    ownAddresses,
    async calendars(asked) {
      throwIfCancelled(asked.signal, 'not_applied');
      try {
        return await store.calendars(asked);
      } catch (error) {
        throw readError(error);
      }
    },
    scan,
    apply: (call, { signal }) => applyLocal({ name, store, recordOf }, call, signal),
    async applyCalendar(call, { signal }) {
      throwIfCancelled(signal, 'not_applied');
      try {
        return await changeLocalCalendar(store, call);
      } catch (error) {
        throw writeError(error, 'not_applied');
      }
    },
    close: async () => undefined,
  };
}
