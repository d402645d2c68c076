import { hashOf } from '../audit/audit-files.js';
import type { AuditLimits } from '../audit/file-audit-log.js';
import type { Database, Query } from './database.js';
import { addLocked, readDatabaseAudit } from './database-audit-log.js';

const OWNERS = 'SELECT owner FROM calendar_mcp.audit_heads ORDER BY owner';
/** Lines per transaction, so that other writers wait only briefly. */
const AT_ONCE = 20_000;
/** The last line to delete. Only lines before the first fresh one are old: a replica's clock may be wrong. */
const LAST = `WITH lines AS (
    SELECT line, at >= now() - make_interval(days => $2) AS fresh,
      sum(octet_length(text) + 1) OVER (ORDER BY line DESC) AS bytes
    FROM calendar_mcp.audit WHERE owner = $1
  )
  SELECT least(
    greatest(
      coalesce(min(line) FILTER (WHERE fresh) - 1, max(line)),
      max(line) FILTER (WHERE bytes > $3::bigint * 1048576)
    ),
    min(line) + ${AT_ONCE} - 1
  ) AS last, min(line) AS first FROM lines`;
const LINE = 'SELECT text FROM calendar_mcp.audit WHERE owner = $1 AND line = $2';
const REMOVE = 'DELETE FROM calendar_mcp.audit WHERE owner = $1 AND line <= $2 RETURNING 1';

/** Totals for all users. */
export interface PrunedAudit {
  readonly users: number;
  readonly lines: number;
  /** Damaged logs, which are kept for inspection. */
  readonly broken: number;
}

/** Prunes every log to the limits, and logs the last deleted line with its hash. */
export async function pruneAudit(database: Database, limits: AuditLimits): Promise<PrunedAudit> {
  const owners = (await database.query(OWNERS)).map(({ owner }) => String(owner));
  let lines = 0;
  let broken = 0;
  for (const owner of owners) {
    const check = await readDatabaseAudit(database, owner, () => undefined);
    if (check.broken !== undefined) {
      broken++;
      continue;
    }
    for (let removed = -1; removed !== 0; lines += removed)
      removed = await database.transaction((query) => pruneSome(query, owner, limits));
  }
  return { users: owners.length, lines, broken };
}

async function pruneSome(
  query: Query,
  owner: string,
  { keepDays, maxMegabytes }: AuditLimits,
): Promise<number> {
  const [found] = await query(LAST, [owner, keepDays, maxMegabytes]);
  const last = Number(found?.last ?? 0);
  if (last < Number(found?.first ?? 1)) return 0;
  const [row] = await query(LINE, [owner, last]);
  const through = { line: last, hash: hashOf(String(row?.text)) };
  await addLocked(query, owner, { entries: [{ type: 'pruned', through }], at: Date.now() });
  return (await query(REMOVE, [owner, last])).length;
}
