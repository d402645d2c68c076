import { CalendarError } from '../../../../schemas/model/error.js';
import type { SealerSource } from '../../../ports/users/sealer.js';
import type { Database, Query } from '../database.js';
import { sealedFor, sealedOf } from './database-vault.js';

const AT_ONCE = 100;
const OLDER = `SELECT owner, account, kind, bound, key_id, sealed FROM calendar_mcp.secrets
  WHERE key_id <> $1 AND (owner, account, kind) > ($2, $3, $4)
  ORDER BY owner, account, kind LIMIT ${AT_ONCE}`;
/** Keeps a secret that was replaced meanwhile. */
const REPLACE = `UPDATE calendar_mcp.secrets SET key_id = $5, sealed = $6
  WHERE owner = $1 AND account = $2 AND kind = $3 AND bound = $4 AND sealed = $7 RETURNING 1`;
const COUNT = `SELECT count(*) AS all, count(*) FILTER (WHERE key_id <> $1) AS older FROM calendar_mcp.secrets`;

export interface Resealed {
  readonly resealed: number;
  /** Secrets that no key opens, or that were changed. */
  readonly unreadable: number;
}

/** Reseals secrets of earlier keys, so those keys can be dropped. */
export async function resealSecrets(
  { query }: Pick<Database, 'query'>,
  sealers: SealerSource,
): Promise<Resealed> {
  const done = { resealed: 0, unreadable: 0 };
  const { keyId } = await sealers();
  for (let last = ['', '', '']; ; ) {
    const rows = await query(OLDER, [keyId, ...last]);
    for (const row of rows) {
      last = [row.owner, row.account, row.kind].map(String);
      const what = await resealOne(
        { query, sealers },
        { row: last, bound: String(row.bound) },
        sealedOf(row),
      );
      if (what !== undefined) done[what]++;
    }
    if (rows.length < AT_ONCE) return done;
  }
}

async function resealOne(
  { query, sealers }: { readonly query: Query; readonly sealers: SealerSource },
  { row, bound }: { readonly row: readonly string[]; readonly bound: string },
  old: ReturnType<typeof sealedOf>,
): Promise<keyof Resealed | undefined> {
  const sealer = await sealers(old.keyId);
  const place = sealedFor(row, bound);
  const secret = opened(() => sealer.unseal(old, place));
  if (secret === undefined) return 'unreadable';
  const { keyId, sealed } = sealer.seal(secret, place);
  const changed = await query(REPLACE, [...row, bound, keyId, sealed, old.sealed]);
  return changed.length > 0 ? 'resealed' : undefined;
}

function opened(unseal: () => string): string | undefined {
  try {
    return unseal();
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** Counts all secrets, and those sealed with an earlier key. */
export async function countSecrets(
  { query }: Pick<Database, 'query'>,
  sealers: SealerSource,
): Promise<SealedCount> {
  const [row] = await query(COUNT, [(await sealers()).keyId]);
  return { all: Number(row?.all), older: Number(row?.older) };
}

export interface SealedCount {
  readonly all: number;
  /** Sealed with an earlier key, which is needed until this is 0. */
  readonly older: number;
}
