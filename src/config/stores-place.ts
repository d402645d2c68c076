import { join } from 'node:path';
import type { SealerSource } from '../ports/users/sealer.js';
import { createKeyring } from '../secrets/sealed/keyring.js';
import { readSecret, type SecretSource } from '../secrets/secret-source.js';
import type { DatabaseSettings } from './database-settings.js';
import type { Settings } from './settings.js';

export function auditFolder({ stateDir }: Pick<Settings, 'stateDir'>): string {
  return join(stateDir, 'audit');
}

/** Storage of everything that outlives a call. */
export function storesPlace({ stateDir, audit, owner, database }: Settings) {
  return {
    stateDir,
    auditDir: auditFolder({ stateDir }),
    audit,
    owner,
    ...(database !== undefined && { database: databasePlace(database) }),
  };
}

/** Shared by all users of a server, so the program that prints the keys runs once. */
const keyrings = new WeakMap<SecretSource, SealerSource>();

function keyringOf(source: SecretSource): SealerSource {
  const known = keyrings.get(source) ?? createKeyring(source);
  keyrings.set(source, known);
  return known;
}

export function databasePlace({ url, password, secretKey, ...limits }: DatabaseSettings) {
  return {
    ...limits,
    url: url.reveal(),
    ...(password !== undefined && { password: () => readSecret(password) }),
    ...(secretKey !== undefined && { sealers: keyringOf(secretKey) }),
  };
}
