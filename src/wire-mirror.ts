import type { ObjectRecord } from './calendar/read/read-object.js';
import { eventId } from './engine/sources/event-id.js';
import type { Backend, CalendarObject } from './ports/backend.js';
import type { Log } from './ports/log.js';
import type { MirrorStore } from './ports/mirror-store.js';
import type { SyncableBackend } from './ports/sync-source.js';
import type { Stores } from './state/stores.js';

interface MirrorTools {
  readonly readOnce: (object: CalendarObject) => ObjectRecord;
  readonly log: Log;
  readonly serving: boolean;
  readonly deadlines: { readonly read: number };
  readonly stores: Pick<Stores, 'counterOf'>;
}

/** Share of the read deadline for comparing a copy with the server; then the copy answers as it is. */
const COMPARE_SHARE = 0.5;

/** Adds a local copy of the calendars to a server's backend. */
export async function withMirror(
  server: SyncableBackend,
  store: MirrorStore,
  { readOnce, log, serving, deadlines, stores }: MirrorTools,
): Promise<Backend> {
  const { createMirroredBackend } = await import('./backends/mirror/mirrored-backend.js');
  const backend = createMirroredBackend(server, {
    store,
    indexer: { recordOf: readOnce, publicId: eventId },
    log,
    patienceMs: deadlines.read * 1000 * COMPARE_SHARE,
    writes: stores.counterOf?.(`account ${server.name}`),
  });
  if (serving) backend.startSync();
  return backend;
}
