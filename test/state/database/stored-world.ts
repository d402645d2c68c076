import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { fingerprintOf } from '../../../src/backends/local/item-file.js';
import { createStoredBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import { openDatabase } from '../../../src/state/database/database.js';
import { createDatabaseCalendars } from '../../../src/state/database/database-calendars.js';
import { type Corpus, OWNER } from '../../fixtures/corpora.js';
import { SILENT, type World, worldOn } from '../../fixtures/world.js';

const url = inject('database') ?? undefined;
const database = url === undefined ? undefined : openDatabase({ url, connections: 4 }, SILENT);

export const hasDatabase = database !== undefined;

/** The calendars of a new user of the database of this run; none where there is none. */
export async function storedWorlds(corpus: Corpus): Promise<readonly World[]> {
  if (database === undefined) return [];
  const rows = createDatabaseCalendars(database, { owner: randomUUID(), userMegabytes: 100 });
  for (const { name, objects } of corpus.calendars) {
    await rows.make(name, {});
    await Promise.all(
      objects.map(({ uid, ics }) => {
        const bytes = Buffer.from(ics);
        return rows.add(name, { file: objectFileName(uid), uid, etag: fingerprintOf(bytes), bytes });
      }),
    );
  }
  const { recordOf } = createRecordCache(zoneOf);
  const backend = createStoredBackend({ name: 'fixtures', rows, recordOf, ownAddresses: [OWNER] });
  return [await worldOn('rows', backend, corpus)];
}

export async function closeDatabase(): Promise<void> {
  await database?.close();
}
