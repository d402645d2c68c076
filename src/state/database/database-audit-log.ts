import type { AuditEntry, AuditLog } from '../../ports/audit-log.js';
import { type AuditLine, parseAuditLine } from '../audit/audit-files.js';
import { batchedLog } from '../audit/batched-log.js';
import { type AuditEnd, chainLines } from '../audit/chain-lines.js';
import { AuditChain, type AuditCheck } from '../audit/read-audit-log.js';
import type { Database, Query, Row } from './database.js';
import { databaseError } from './database-error.js';

/** Inserts only if the log still ends at the expected line; other writers wait for the row lock. */
const APPEND = `WITH moved AS (
    UPDATE calendar_mcp.audit_heads SET line = $4, hash = $5
    WHERE owner = $1 AND line = $2 AND hash = $3 RETURNING owner
  )
  INSERT INTO calendar_mcp.audit (owner, line, at, text)
  SELECT moved.owner, $2 + added.ordinality, to_timestamp($7::double precision / 1000), added.text
  FROM moved, unnest($6::text[]) WITH ORDINALITY AS added (text, ordinality)
  RETURNING 1`;
const BEGIN = `INSERT INTO calendar_mcp.audit_heads (owner, line, hash) VALUES ($1, 0, '') ON CONFLICT DO NOTHING`;
const HEAD = 'SELECT line, hash FROM calendar_mcp.audit_heads WHERE owner = $1';
const LOCKED_HEAD = `${HEAD} FOR UPDATE`;
const SNAPSHOT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';
const LINES = `SELECT line, text FROM calendar_mcp.audit WHERE owner = $1 AND line > $2 ORDER BY line LIMIT 5000`;

/**
 * An append-only log of JSON lines in a table, each with the hash of the previous one. Unless another replica
 * has written, lines and new end take one statement.
 */
export function createDatabaseAuditLog(database: Database, owner: string, now: () => number): AuditLog {
  let known: AuditEnd | undefined;

  async function add(entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      const lines = { entries, at: now() };
      if (known !== undefined) {
        known = await addAfter(known, owner, { ...lines, query: database.query });
        if (known !== undefined) return;
      }
      known = await database.transaction((query) => addLocked(query, owner, lines));
    } catch (error) {
      // The lines may have been stored.
      known = undefined;
      // Without an audit line the write is not sent.
      throw databaseError(error).with({ outcome: 'not_applied' });
    }
  }

  return batchedLog(add);
}

interface AddedLines {
  readonly entries: readonly AuditEntry[];
  readonly at: number;
}

/** Appends lines in a transaction; returns the new end. */
export async function addLocked(
  query: Query,
  owner: string,
  lines: AddedLines,
): Promise<AuditEnd | undefined> {
  await query(BEGIN, [owner]);
  const [head] = await query(LOCKED_HEAD, [owner]);
  return addAfter(endOf(head), owner, { ...lines, query });
}

/** Undefined, without adding anything, if the log has grown. */
async function addAfter(
  from: AuditEnd,
  owner: string,
  { entries, at, query }: AddedLines & { readonly query: Query },
): Promise<AuditEnd | undefined> {
  const { texts, end } = chainLines(entries, from, at);
  const added = await query(APPEND, [owner, from.line, from.hash, end.line, end.hash, texts, at]);
  return added.length > 0 ? end : undefined;
}

/** Passes each line to `each`, oldest first, and checks the chain. */
export async function readDatabaseAudit(
  database: Pick<Database, 'transaction'>,
  owner: string,
  each: (line: AuditLine) => void,
): Promise<AuditCheck> {
  return database.transaction(async (query) => {
    await query(SNAPSHOT);
    const [head] = await query(HEAD, [owner]);
    const chain = new AuditChain(head === undefined ? undefined : endOf(head), 'the end that is kept of it');
    let last = 0;
    for (;;) {
      const rows = await query(LINES, [owner, last]);
      for (const { line: row, text } of rows) {
        last = Number(row);
        const line = parseAuditLine(String(text));
        chain.add({ file: 'the database', row: last }, String(text), { line, ended: true });
        if (line !== undefined) each(line);
      }
      if (rows.length === 0) return chain.end();
    }
  });
}

function endOf(head: Row | undefined): AuditEnd {
  return { line: Number(head?.line ?? 0), hash: String(head?.hash ?? '') };
}
