import { CalendarError } from '../../../schemas/model/error.js';
import type { Clock } from '../../ports/clock.js';
import type { StateStore } from '../../ports/state-store.js';
import type { Database } from './database.js';

export interface StoreOwner {
  readonly owner: string;
  readonly userMegabytes: number;
}

const MEGABYTE = 1024 * 1024;

const GET = `SELECT value FROM calendar_mcp.state
  WHERE owner = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $3)`;

/** Stores and returns nothing if the user is over the limit. */
const PUT = `INSERT INTO calendar_mcp.state AS s (owner, key, value, expires_at)
  SELECT $1::text, $2::bytea, $3::text, $4::bigint
  WHERE coalesce((SELECT bytes FROM calendar_mcp.usage WHERE owner = $1), 0) < $5
  ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
    written = CASE WHEN $6 THEN s.written ELSE excluded.written END
  RETURNING true`;

const CLAIM = `INSERT INTO calendar_mcp.state AS s (owner, key, value, expires_at)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
    written = excluded.written
  WHERE s.expires_at <= $5
  RETURNING true`;

const TAKE = `DELETE FROM calendar_mcp.state WHERE owner = $1 AND key = $2
  RETURNING value, coalesce(expires_at <= $3, false) AS expired`;

const KEYS = `SELECT key FROM calendar_mcp.state
  WHERE owner = $1 AND key >= $2 AND ($3::bytea IS NULL OR key < $3)
    AND (expires_at IS NULL OR expires_at > $4)
  ORDER BY written`;

/** State store of one user, one row per key. */
export function createDatabaseStore(
  { query }: Pick<Database, 'query'>,
  { owner, userMegabytes }: StoreOwner,
  clock: Clock,
): StateStore {
  const most = userMegabytes * MEGABYTE;
  const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';
  return {
    async get(key) {
      const [row] = await query(GET, [owner, Buffer.from(key), clock.now()]);
      return row === undefined ? undefined : JSON.parse(String(row.value));
    },
    async put(key, value, { expiresAt = null, inPlace = false } = {}) {
      const values = [owner, Buffer.from(key), textOf(value), expiresAt, most, inPlace];
      const stored = await query(PUT, values);
      if (stored.length === 0) throw userIsFull(userMegabytes);
    },
    async claim(key, value, { expiresAt = null } = {}) {
      const values = [owner, Buffer.from(key), textOf(value), expiresAt, clock.now()];
      return (await query(CLAIM, values)).length > 0;
    },
    async take(key) {
      const [row] = await query(TAKE, [owner, Buffer.from(key), clock.now()]);
      return row === undefined || row.expired === true ? undefined : JSON.parse(String(row.value));
    },
    async keys(prefix) {
      const from = Buffer.from(prefix);
      const rows = await query(KEYS, [owner, from, after(from), clock.now()]);
      return rows.map(({ key }) => String(key));
    },
    damaged: async () => 0,
  };
}

/** The first key after all keys with the prefix; null if there is none. */
function after(prefix: Buffer): Buffer | null {
  const last = prefix.at(-1);
  if (last === undefined) return null;
  // UTF-8 never contains byte 255.
  return Buffer.from([...prefix.subarray(0, -1), last + 1]);
}

/** The limit covers trash, undo, and calendars in the database. */
export function userIsFull(megabytes: number): CalendarError {
  return new CalendarError('STORAGE_FULL', `This user has all of the ${megabytes} MB that may be kept.`, {
    suggestion:
      'Ask the user to delete events of the trash permanently, or to raise `database.userMegabytes`.',
  });
}

/** Some entries expired for a day, on the database clock, because clocks of replicas may be wrong. */
const SWEEP = `DELETE FROM calendar_mcp.state WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM calendar_mcp.state
    WHERE expires_at < (extract(epoch FROM now()) * 1000)::bigint - 86400000
    ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED
  ))
  RETURNING 1`;

/** Removes expired entries; returns their number. */
export async function sweepState({ query }: Pick<Database, 'query'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { length } = await query(SWEEP);
    removed += length;
    if (length < 1000) return removed;
  }
}
