import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import type { Database } from './database.js';

const MINUTE_MS = 60_000;
/** Share of a minute that a replica takes at once, and its lifetime; the unused rest is lost. */
const SHARE_MS = 3000;
const KEPT_MS = 5000;
/** Above this number, the user with the oldest call asks again. */
const USERS = 100_000;

/** Used calls, which refill evenly. `$3`: calls per minute. */
const left = (now: string): string =>
  `greatest(0, l.calls - greatest(0, extract(epoch FROM ${now} - l.counted_at))::double precision / 60 * $3)`;
const LEFT = left('excluded.counted_at');
const TAKE = `INSERT INTO calendar_mcp.call_limits AS l (identity, calls, granted, counted_at)
  VALUES ($1, $2::double precision, $2, clock_timestamp())
  ON CONFLICT (identity) DO UPDATE SET
    granted = least($2, floor($3::double precision - ${LEFT})),
    calls = ${LEFT} + least($2, floor($3 - ${LEFT})),
    counted_at = greatest(l.counted_at, excluded.counted_at)
  WHERE ${LEFT} + 1 <= $3
  RETURNING granted`;
const USED = `SELECT ${left('clock_timestamp()').replaceAll('$3', '$2::double precision')} AS used
  FROM calendar_mcp.call_limits l WHERE identity = $1`;

interface Share {
  /** Calls left in the share. */
  calls: number;
  readonly until: number;
  /** True if the database grants nothing before `until`. */
  readonly isRefused: boolean;
}

/** Rows older than a minute have refilled. */
const SWEEP = `DELETE FROM calendar_mcp.call_limits WHERE counted_at < now() - interval '1 minute'`;

interface CallLimitParts {
  /** Namespace of the counted calls. */
  readonly what: string;
  readonly query: Database['query'];
  /** Fallback while the database is unreachable. */
  readonly alone: CallLimit;
  /** Milliseconds from any fixed point. */
  readonly elapsed?: () => number;
}

/** A limit shared by all replicas. Each takes a share for some seconds with one statement. */
export function createDatabaseCallLimit(
  perMinute: number,
  { what, query, alone, elapsed = () => performance.now() }: CallLimitParts,
): CallLimit {
  const most = Math.max(1, Math.floor((perMinute * SHARE_MS) / MINUTE_MS));
  const shares = new LRUCache<string, Share>({ max: USERS });
  const asking = new Map<string, Promise<void>>();

  async function askFor(user: string): Promise<Share> {
    // Hashed, so the table reveals no identity or address.
    const key = createHash('sha256').update(`${what} ${user}`).digest('base64url');
    const [row] = await query(TAKE, [key, most, perMinute]);
    if (row !== undefined)
      return { calls: Number(row.granted), until: elapsed() + KEPT_MS, isRefused: false };
    const [{ used } = { used: 0 }] = await query(USED, [key, perMinute]);
    const waitMs = ((Number(used) + 1 - perMinute) * MINUTE_MS) / perMinute;
    return { calls: 0, until: elapsed() + Math.max(1, waitMs), isRefused: true };
  }

  /** Concurrent calls share one request. */
  function renew(user: string): Promise<void> {
    const renewing =
      asking.get(user) ??
      askFor(user)
        .then((share) => void shares.set(user, share))
        .finally(() => asking.delete(user));
    asking.set(user, renewing);
    return renewing;
  }

  return {
    async take(user) {
      for (;;) {
        const share = shares.get(user);
        const restMs = (share?.until ?? 0) - elapsed();
        if (share !== undefined && restMs > 0) {
          if (share.isRefused) return Math.ceil(restMs);
          if (share.calls-- > 0) return undefined;
        }
        try {
          await renew(user);
        } catch {
          return alone.take(user);
        }
      }
    },
  };
}

/** Removes idle users. */
export async function sweepCallLimits({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(SWEEP);
}
