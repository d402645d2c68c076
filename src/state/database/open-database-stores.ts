import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { Stores, StoresPlace } from '../stores.js';
import { createDatabaseAuditLog, readDatabaseAudit } from './database-audit-log.js';
import { createDatabaseCalendars } from './database-calendars.js';
import { databaseCounters } from './database-counters.js';
import { createDatabaseLimits } from './database-limits.js';
import { createDatabaseStore } from './database-store.js';
import { createDatabaseVault } from './sealed/database-vault.js';
import { shareDatabase } from './share-database.js';

/** Stores of one user in the database; all users of this process share its connections. */
export function openDatabaseStores(
  { owner, database: place }: StoresPlace & { readonly database: NonNullable<StoresPlace['database']> },
  clock: Clock,
  log: Log,
): Stores {
  const { database, locks, release } = shareDatabase(place, log);
  const user = { owner, userMegabytes: place.userMegabytes };
  return {
    state: createDatabaseStore(database, user, clock),
    calendars: createDatabaseCalendars(database, user),
    audit: createDatabaseAuditLog(database, owner, Date.now),
    readAudit: (each) => readDatabaseAudit(database, owner, each),
    writing: locks.queueOf(owner),
    limitsOf: (perHour) => createDatabaseLimits(database, owner, perHour),
    ...(place.sealers && { vault: createDatabaseVault(database, owner, place.sealers) }),
    counterOf: databaseCounters(database, owner),
    close: release,
  };
}
