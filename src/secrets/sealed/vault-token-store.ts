import { createHash } from 'node:crypto';
import { isRecord } from '../../../schemas/model/is-record.js';
import type { KeyedQueue } from '../../concurrency/keyed-queue.js';
import type { Log } from '../../ports/log.js';
import type { RefreshTokenStore } from '../../ports/refresh-token-store.js';
import type { SecretVault } from '../../ports/users/secret-vault.js';
import { readSecret, type SecretSource } from '../secret-source.js';

export interface VaultContext {
  readonly name: string;
  readonly vault: SecretVault;
  /** Serializes the replicas. */
  readonly writing: KeyedQueue;
  readonly log: Log;
}

interface Kept {
  readonly token: string;
  /** Digest of the configured token that it replaces. */
  readonly over: string;
}

const NOT_SAVED =
  'The provider issued a new refresh token that could not be saved in the database: after a restart the account will be locked out.';

/**
 * Starts with the configured token and seals each replacement in the vault, so every replica has the valid one. A newly
 * configured token overrides the vault.
 */
export function createVaultTokenStore(source: SecretSource, context: VaultContext): RefreshTokenStore {
  const { name, vault, writing, log } = context;
  const place = { account: name, kind: 'refresh token' } as const;
  let last = '';
  let unsaved: Kept | undefined;
  return {
    async read() {
      const configured = await readSecret(source);
      last = digestOf(configured);
      if (unsaved?.over === last) return unsaved.token;
      const kept = keptOf(await vault.read(place));
      return kept?.over === last ? kept.token : configured;
    },
    async replace(token) {
      const kept: Kept = { token, over: last };
      try {
        await vault.keep(place, JSON.stringify(kept));
        unsaved = undefined;
      } catch {
        unsaved = kept;
        log.warn(NOT_SAVED, { account: name });
      }
    },
    alone: (work) => writing(`refresh token ${name}`, work),
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function keptOf(text: string | undefined): Kept | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isRecord(value) || typeof value.token !== 'string' || typeof value.over !== 'string') return undefined;
  return { token: value.token, over: value.over };
}
