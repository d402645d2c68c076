import { join } from 'node:path';
import { readSecret } from '../secrets/secret-source.js';
import type { DatabaseSettings } from './database-settings.js';
import type { Settings } from './settings.js';

/** Where the audit log is. */
export function auditFolder({ stateDir }: Pick<Settings, 'stateDir'>): string {
  return join(stateDir, 'audit');
}

/** Where what outlives a call is kept. */
export function storesPlace({ stateDir, audit, owner, database }: Settings) {
  return {
    stateDir,
    auditDir: auditFolder({ stateDir }),
    audit,
    owner,
    ...(database !== undefined && { database: databasePlace(database) }),
  };
}

/** What a connection is made with. */
export function databasePlace({ url, password, ...limits }: DatabaseSettings) {
  return {
    ...limits,
    url: url.reveal(),
    ...(password !== undefined && { password: () => readSecret(password) }),
  };
}
