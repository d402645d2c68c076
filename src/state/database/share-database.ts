import type { Log } from '../../ports/log.js';
import { type Database, type DatabasePlace, openDatabase } from './database.js';
import { sweepObjects } from './database-calendars.js';
import { sweepCallLimits } from './database-call-limit.js';
import { createDatabaseLocks, type DatabaseLocks } from './database-locks.js';
import { sweepState } from './database-store.js';
import { sweepSignIns } from './users/database-sign-ins.js';

const SWEEP_MS = 10 * 60_000;

interface Shared {
  readonly database: Database;
  readonly locks: DatabaseLocks;
  readonly sweeping: NodeJS.Timeout;
  users: number;
}

const open = new Map<string, Shared>();

/** The process-wide database of an address; its connections close with the last user. */
export function shareDatabase(
  place: DatabasePlace,
  log: Log,
): { readonly database: Database; readonly locks: DatabaseLocks; release(): Promise<void> } {
  const shared = open.get(place.url) ?? begin(place, log);
  shared.users++;
  return {
    database: shared.database,
    locks: shared.locks,
    async release() {
      shared.users--;
      if (shared.users > 0) return;
      open.delete(place.url);
      clearInterval(shared.sweeping);
      await shared.locks.close();
      await shared.database.close();
    },
  };
}

function begin(place: DatabasePlace, log: Log): Shared {
  const database = openDatabase(place, log);
  // Expired rows are never returned, so a failed removal does no harm.
  const sweep = () => {
    for (const remove of [sweepState, sweepObjects, sweepSignIns, sweepCallLimits])
      remove(database).catch(() => undefined);
    const { sealers } = place;
    if (sealers === undefined) return;
    import('./sealed/reseal.js')
      .then(({ resealSecrets }) => resealSecrets(database, sealers))
      .catch(() => undefined);
  };
  const locks = createDatabaseLocks(database, log);
  const shared = { database, locks, sweeping: setInterval(sweep, SWEEP_MS).unref(), users: 0 };
  open.set(place.url, shared);
  return shared;
}
