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

/** Where what outlives a call is kept: in files of a folder, or in a database that replicas share. */
export interface StoresPlace {
  readonly stateDir: string;
  readonly auditDir: string;
  readonly audit: AuditLimits;
  /** Whose it is, in the database. */
  readonly owner: string;
  readonly database?: (DatabasePlace & { readonly userMegabytes: number }) | undefined;
}

export interface Stores {
  readonly state: StateStore;
  readonly audit: AuditLog;
  /** Gives every line of the audit log to `each`, oldest first, and checks them. */
  readAudit(each: (line: AuditLine) => void): Promise<AuditCheck>;
  /** Where writes with the same key take their turns. */
  readonly writing: KeyedQueue;
  /** What may be done within the hour, counted with other replicas; undefined where there are none. */
  readonly limitsOf?: (perHour: Policy['limits']) => RateLimits;
  /** Calendars that are kept there, too; undefined where there is no database. */
  readonly calendars?: StoredCalendars;
  /** Counts what all replicas write of one thing; undefined where there are none. */
  readonly counterOf?: (name: string) => WriteCounter;
  /** Secrets, sealed; undefined where no key is configured, or no database. */
  readonly vault?: SecretVault;
  close(): Promise<void>;
}
