import type { Policy } from '../../../schemas/model/policy.js';
import { LIMITED, type Limited, type RateLimits, waitFor } from '../../ports/replicas/rate-limits.js';
import type { Database } from './database.js';

/** Rest of a count after refilling; `first`: number of the parameter with the first limit. */
const left = (kind: Limited, now: string, first: number): string =>
  `greatest(0, l.${kind} - greatest(0, extract(epoch FROM ${now} - l.counted_at))::double precision / 3600
    * $${first + LIMITED.indexOf(kind)}::double precision)`;
const counted = (kind: Limited): string => `${left(kind, 'excluded.counted_at', 5)} + excluded.${kind}`;

const TAKE = `INSERT INTO calendar_mcp.limits AS l (owner, changes, deletions, recipients, counted_at)
  SELECT $1, $2::double precision, $3::double precision, $4::double precision, clock_timestamp()
  WHERE $2 <= $5::double precision AND $3 <= $6::double precision AND $4 <= $7::double precision
  ON CONFLICT (owner) DO UPDATE SET
    ${LIMITED.map((kind) => `${kind} = ${counted(kind)}`).join(', ')},
    counted_at = greatest(l.counted_at, excluded.counted_at)
  WHERE ${LIMITED.map((kind, at) => `(excluded.${kind} = 0 OR ${counted(kind)} <= $${5 + at})`).join(' AND ')}
  RETURNING true`;
const LEFT = `SELECT ${LIMITED.map((kind) => `${left(kind, 'clock_timestamp()', 2)} AS ${kind}`).join(', ')}
  FROM calendar_mcp.limits l WHERE owner = $1`;

/** Limits shared by all replicas, on the database clock. */
export function createDatabaseLimits(
  { query }: Pick<Database, 'query'>,
  owner: string,
  limits: Policy['limits'],
): RateLimits {
  const most = LIMITED.map((kind) => limits[kind]);
  return {
    async take(counts) {
      const asked = LIMITED.map((kind) => counts[kind]);
      if ((await query(TAKE, [owner, ...asked, ...most])).length > 0) return 0;
      const [used = {}] = await query(LEFT, [owner, ...most]);
      const of = (kind: Limited): number => Number(used[kind] ?? 0);
      const all = { changes: of('changes'), deletions: of('deletions'), recipients: of('recipients') };
      // It may have refilled between the two queries.
      return Math.max(1, waitFor(counts, all, limits));
    },
    recall: async () => undefined,
    keep: async () => undefined,
  };
}
