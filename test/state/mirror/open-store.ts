import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { eventId } from '../../../src/engine/sources/event-id.js';
import type { Log } from '../../../src/ports/log.js';
import type { MirrorStore } from '../../../src/ports/mirror-store.js';
import { loadSqlite, openMirrorDatabase } from '../../../src/state/mirror/mirror-database.js';
import { createMirrorOwners } from '../../../src/state/mirror/mirror-owners.js';
import { createMirrorStore } from '../../../src/state/mirror/mirror-store.js';

export const SILENT: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export interface OpenedStore {
  readonly dir: string;
  readonly store: MirrorStore;
  /** A second opening of the same file, as another process has it; `ended`: as one that was killed had it. */
  again(process?: 'ended'): Promise<MirrorStore>;
  close(): void;
}

/** No process has this id. */
const ENDED = { pid: 2 ** 22 + 1, host: hostname(), started: '' };

/** A mirror in a folder of its own. `stagedFrom`: how many new objects make a change a large one. */
export async function openStore(log: Log = SILENT, stagedFrom?: number): Promise<OpenedStore> {
  const dir = mkdtempSync(join(tmpdir(), 'mirror-'));
  const open = async (process?: 'ended'): Promise<MirrorStore> => {
    const sqlite = await loadSqlite(log);
    if (sqlite === undefined) throw new Error('SQLite is not available');
    const owners = process === undefined ? undefined : createMirrorOwners(ENDED);
    const database = openMirrorDatabase(sqlite, join(dir, 'mirror.sqlite'), log);
    const store = createMirrorStore(database, stagedFrom, owners);
    opened.push(store);
    return store;
  };
  const opened: MirrorStore[] = [];
  return {
    dir,
    store: await open(),
    again: open,
    close() {
      for (const store of opened) store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** As the program builds it. */
export function indexer() {
  const { recordOf } = createRecordCache(zoneOf);
  return { recordOf, publicId: eventId };
}
