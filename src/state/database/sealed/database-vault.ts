import type { Sealed, SealerSource } from '../../../ports/users/sealer.js';
import type { SecretVault } from '../../../ports/users/secret-vault.js';
import type { Database, Row } from '../database.js';

const READ =
  'SELECT key_id, sealed FROM calendar_mcp.secrets WHERE owner = $1 AND account = $2 AND kind = $3';
const KEEP = `INSERT INTO calendar_mcp.secrets AS s (owner, account, kind, bound, key_id, sealed)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (owner, account, kind) DO UPDATE
    SET bound = excluded.bound, key_id = excluded.key_id, sealed = excluded.sealed`;
const FORGET = 'DELETE FROM calendar_mcp.secrets WHERE owner = $1 AND account = $2';

/** Secrets of one user in a table, each sealed for its row. */
export function createDatabaseVault(
  { query }: Pick<Database, 'query'>,
  owner: string,
  sealers: SealerSource,
): SecretVault {
  return {
    async read({ account, kind, to = '' }) {
      const [row] = await query(READ, [owner, account, kind]);
      if (row === undefined) return undefined;
      const sealed = sealedOf(row);
      return (await sealers(sealed.keyId)).unseal(sealed, sealedFor([owner, account, kind], to));
    },
    async keep({ account, kind, to = '' }, secret) {
      const { keyId, sealed } = (await sealers()).seal(secret, sealedFor([owner, account, kind], to));
      await query(KEEP, [owner, account, kind, to, keyId, sealed]);
    },
    async forget(account) {
      await query(FORGET, [owner, account]);
    },
  };
}

/** Context of the seal: the row, and the address that may get the secret. */
export function sealedFor(row: readonly string[], bound: string): readonly string[] {
  return bound === '' ? row : [...row, bound];
}

export function sealedOf({ key_id: keyId, sealed }: Row): Sealed {
  return { keyId: String(keyId), sealed: Buffer.isBuffer(sealed) ? sealed : Buffer.alloc(0) };
}
