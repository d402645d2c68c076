import { join } from 'node:path';
import type { SealerSource } from '../ports/users/sealer.js';
import { createKeyring } from '../secrets/sealed/keyring.js';
import { readSecret, type SecretSource } from '../secrets/secret-source.js';
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

/** One for all users of a server: a program that prints the keys is not run for each of them. */
const keyrings = new WeakMap<SecretSource, SealerSource>();

function keyringOf(source: SecretSource): SealerSource {
  const known = keyrings.get(source) ?? createKeyring(source);
  keyrings.set(source, known);
  return known;
}

/** What a connection is made with. */
export function databasePlace({ url, password, secretKey, ...limits }: DatabaseSettings) {
  return {
    ...limits,
    url: url.reveal(),
    ...(password !== undefined && { password: () => readSecret(password) }),
    ...(secretKey !== undefined && { sealers: keyringOf(secretKey) }),
  };
}
