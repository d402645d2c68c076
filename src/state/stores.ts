import type { Policy } from '../../schemas/model/policy.js';
import type { KeyedQueue } from '../concurrency/keyed-queue.js';
import type { AuditLog } from '../ports/audit-log.js';
import type { RateLimits } from '../ports/replicas/rate-limits.js';
import type { StateStore, WriteCounter } from '../ports/state-store.js';
import type { StoredCalendars } from '../ports/stored-calendars.js';
import type { SecretVault } from '../ports/users/secret-vault.js';
import type { AuditLine } from './audit/audit-files.js';
import type { AuditLimits } from './audit/file-audit-log.js';
import type { AuditCheck } from './audit/read-audit-log.js';
import type { DatabasePlace } from './database/database.js';

/** Place of persistent data: files in a folder, or a database shared by replicas. */
export interface StoresPlace {
  readonly stateDir: string;
  readonly auditDir: string;
  readonly audit: AuditLimits;
  /** Owner in the database. */
  readonly owner: string;
  readonly database?: (DatabasePlace & { readonly userMegabytes: number }) | undefined;
}

export interface Stores {
  readonly state: StateStore;
  readonly audit: AuditLog;
  /** Passes each line of the audit log to `each`, oldest first, and checks them. */
  readAudit(each: (line: AuditLine) => void): Promise<AuditCheck>;
  /** Queues writes with the same key. */
  readonly writing: KeyedQueue;
  /** Hourly limits shared by all replicas; undefined without a database. */
  readonly limitsOf?: (perHour: Policy['limits']) => RateLimits;
  /** Calendars in the database; undefined without one. */
  readonly calendars?: StoredCalendars;
  /** Counts writes of all replicas; undefined without a database. */
  readonly counterOf?: (name: string) => WriteCounter;
  /** Sealed secrets; undefined without a key or a database. */
  readonly vault?: SecretVault;
  close(): Promise<void>;
}
