import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CallLimit } from '../../ports/replicas/call-limit.js';
import type { Database } from './database.js';

const MINUTE_MS = 60_000;
/** How much of a minute a replica takes at a time, and for how long: what it has not used then is lost. */
const SHARE_MS = 3000;
const KEPT_MS = 5000;
/** Beyond them, the one who has not called for longest asks again. */
const USERS = 100_000;

/** How many calls count as made; they refill evenly. `$3` is how many there may be in a minute. */
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
  /** What may be made without asking. */
  calls: number;
  readonly until: number;
  /** Nothing was granted, and nothing will be before `until`. */
  readonly isRefused: boolean;
}

/** What nothing is left of: a minute later all may be made again. */
const SWEEP = `DELETE FROM calendar_mcp.call_limits WHERE counted_at < now() - interval '1 minute'`;

interface CallLimitParts {
  /** What is counted, apart from all else. */
  readonly what: string;
  readonly query: Database['query'];
  /** Counts while the database is away. */
  readonly alone: CallLimit;
  /** Milliseconds from any fixed point. */
  readonly elapsed?: () => number;
}

/** A limit of all replicas together: each takes a share for some seconds, by one statement for all calls of it. */
export function createDatabaseCallLimit(
  perMinute: number,
  { what, query, alone, elapsed = () => performance.now() }: CallLimitParts,
): CallLimit {
  const most = Math.max(1, Math.floor((perMinute * SHARE_MS) / MINUTE_MS));
  const shares = new LRUCache<string, Share>({ max: USERS });
  const asking = new Map<string, Promise<void>>();

  async function askFor(user: string): Promise<Share> {
    // Who it is, or where from, is nothing that a table has to say.
    const key = createHash('sha256').update(`${what} ${user}`).digest('base64url');
    const [row] = await query(TAKE, [key, most, perMinute]);
    if (row !== undefined)
      return { calls: Number(row.granted), until: elapsed() + KEPT_MS, isRefused: false };
    const [{ used } = { used: 0 }] = await query(USED, [key, perMinute]);
    const waitMs = ((Number(used) + 1 - perMinute) * MINUTE_MS) / perMinute;
    return { calls: 0, until: elapsed() + Math.max(1, waitMs), isRefused: true };
  }

  /** Of calls that wait at the same time, one asks. */
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

/** Removes who has not called for a while. */
export async function sweepCallLimits({ query }: Pick<Database, 'query'>): Promise<void> {
  await query(SWEEP);
}
