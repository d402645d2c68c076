import { createStoredBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { LookedAt, StoredCalendars } from '../../../src/ports/stored-calendars.js';
import type { Database } from '../../../src/state/database/database.js';
import { createDatabaseCalendars } from '../../../src/state/database/database-calendars.js';
import { textOf } from '../../conformance/events.js';
import { never, required, type Subject, scan } from '../../conformance/subject.js';

export interface Replica extends Subject {
  /** What each look at the database gave. */
  readonly looks: (readonly LookedAt[])[];
  readonly rows: StoredCalendars;
}

export const ANA = { owner: 'ana', userMegabytes: 100 };

/** One user's calendars as one replica has them; two of them are made where there are none. */
export async function replicaOn(database: Pick<Database, 'query'>, user = ANA): Promise<Replica> {
  const rows = createDatabaseCalendars(database, user);
  const looks: (readonly LookedAt[])[] = [];
  const look: StoredCalendars['look'] = async (known) => {
    const found = await rows.look(known);
    looks.push(found);
    return found;
  };
  for (const name of ['Home', 'Work']) await rows.make(name, {});
  const { recordOf } = createRecordCache(zoneOf);
  const backend = createStoredBackend({ name: 'local', rows: { ...rows, look }, recordOf });
  const [calendar, other] = await backend.calendars({ signal: never });
  const close = () => backend.close();
  return { backend, calendar: required(calendar), other: required(other), close, looks, rows };
}

/** Titles of the events of a calendar, sorted. */
export async function titlesIn(subject: Pick<Subject, 'backend' | 'calendar'>) {
  const { objects } = await scan(subject);
  return objects.map(({ ics }) => textOf(ics, 'SUMMARY')).sort();
}
