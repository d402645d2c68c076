// @module-tag database
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOAuthTokens } from '../../../../src/backends/caldav/auth/oauth-tokens.js';
import { createSealer } from '../../../../src/secrets/sealed/sealer.js';
import { createVaultTokenStore } from '../../../../src/secrets/sealed/vault-token-store.js';
import { secret } from '../../../../src/secrets/secret.js';
import { createDatabaseLocks } from '../../../../src/state/database/database-locks.js';
import { createDatabaseVault } from '../../../../src/state/database/sealed/database-vault.js';
import { startTokenServer } from '../../../secrets/token-server.js';
import { asAdmin, freshDatabase, open, SILENT, server } from '../fresh-database.js';

const KEY = randomBytes(32);

/** Replicas of one server, with an account whose provider takes each refresh token once. */
async function replicas() {
  const url = await freshDatabase();
  const provider = await startTokenServer('canary-first');
  onTestFinished(provider.close);
  const warnings: string[] = [];
  return {
    url,
    provider,
    warnings,
    replica(configured = 'canary-first') {
      const database = open(url);
      const locks = createDatabaseLocks(database, SILENT);
      onTestFinished(() => locks.close());
      const refreshToken = createVaultTokenStore(
        { kind: 'given', value: secret(configured) },
        {
          name: 'work',
          vault: createDatabaseVault(database, 'ana', async () => createSealer([KEY])),
          writing: locks.queueOf('ana'),
          log: { ...SILENT, warn: (message) => warnings.push(message) },
        },
      );
      return createOAuthTokens({ tokenUrl: provider.url, clientId: 'client', refreshToken });
    },
  };
}

describe.skipIf(server === null)('a refresh token that the provider changes, of several replicas', () => {
  it('is exchanged by one at a time, and the next has the one that came', async () => {
    const { provider, replica } = await replicas();
    await Promise.all([1, 2, 3, 4].map(() => replica().get()));
    expect(provider.seen).toHaveLength(4);
    expect(new Set(provider.seen).size).toBe(4);
    expect(await replica().get()).toBe('access-5');
  });

  it('gives way to another one that somebody has configured', async () => {
    const { provider, replica } = await replicas();
    await replica().get();
    await expect(replica('canary-second').get()).rejects.toMatchObject({ code: 'AUTH_FAILED' });
    expect(provider.seen).toEqual(['canary-first', 'canary-second']);
  });

  it('that cannot be kept is used on, and that is said', async () => {
    const { url, warnings, replica } = await replicas();
    const mine = replica();
    await replica().get();
    await asAdmin(
      url,
      'ALTER TABLE calendar_mcp.secrets ADD CONSTRAINT none CHECK (length(key_id) < 0) NOT VALID',
    );
    expect(await mine.get()).toBe('access-2');
    mine.forget('access-2');
    expect(await mine.get()).toBe('access-3');
    expect(warnings[0]).toMatch(/could not be saved in the database/);
  });
});
