import { keyedQueue } from '../concurrency/keyed-queue.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { createFileAuditLog } from './audit/file-audit-log.js';
import { createFileStore } from './file-store.js';
import type { Stores, StoresPlace } from './stores.js';

export async function openStores(place: StoresPlace, clock: Clock, log: Log): Promise<Stores> {
  const { database, stateDir, auditDir, audit } = place;
  if (database !== undefined) {
    const { openDatabaseStores } = await import('./database/open-database-stores.js');
    return openDatabaseStores({ ...place, database }, clock, log);
  }
  return {
    state: createFileStore(stateDir, clock),
    audit: createFileAuditLog(auditDir, audit, Date.now),
    readAudit: async (each) => (await import('./audit/read-audit-log.js')).readAuditLog(auditDir, each),
    writing: keyedQueue(),
    close: async () => undefined,
  };
}
