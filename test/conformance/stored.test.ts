// @module-tag database
import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { createStoredBackend } from '../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { type Database, openDatabase } from '../../src/state/database/database.js';
import { createDatabaseCalendars } from '../../src/state/database/database-calendars.js';
import { SILENT, server } from '../state/database/fresh-database.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { never, required, type Subject } from './subject.js';

/** Uses a new user; each rival is another replica with its own connections and copies. */
async function twoCalendars(): Promise<Subject> {
  const owner = randomUUID();
  const databases: Database[] = [];
  const calendarsOf = () => {
    const database = openDatabase({ url: server ?? '', connections: 4 }, SILENT);
    databases.push(database);
    return createDatabaseCalendars(database, { owner, userMegabytes: 100 });
  };
  const replica = () =>
    createStoredBackend({
      name: 'local',
      rows: calendarsOf(),
      recordOf: createRecordCache(zoneOf).recordOf,
    });
  const rows = calendarsOf();
  for (const name of ['Home & garden', 'Work']) await rows.make(name, {});
  const backend = replica();
  const [calendar, other] = await backend.calendars({ signal: never });
  return {
    backend,
    rival: replica,
    calendar: required(calendar),
    other: required(other),
    async close() {
      await backend.close();
      for (const database of databases) await database.close();
    },
  };
}

if (server === null) describe.skip('rows: backend', () => it('PostgreSQL is not there'));
else {
  backendSuite('rows', twoCalendars);
  calendarSuite('rows', twoCalendars);
}
