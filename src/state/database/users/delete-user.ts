import { CalendarError } from '../../../../schemas/model/error.js';
import { type DeletedUser, ownerOf } from '../../../ports/users/user-directory.js';
import { errnoOf } from '../../../system/errno-of.js';
import type { Database } from '../database.js';

/** Order matters: triggers on `state` and on objects of `calendars` update `usage`. */
const OWNED = ['secrets', 'state', 'calendars', 'usage', 'limits', 'counters'];
const NOT_ALLOWED = '42501';

/** Deletes a user and all their rows, and the audit log if this database user may. */
export async function deleteUser(
  database: Pick<Database, 'query' | 'transaction'>,
  id: string,
): Promise<DeletedUser> {
  const owner = ownerOf(id);
  const found = await database.transaction(async (run) => {
    // Accounts and sessions are deleted by cascade.
    const gone = await run('DELETE FROM calendar_mcp.users WHERE id = $1 RETURNING 1', [id]);
    for (const table of OWNED) await run(`DELETE FROM calendar_mcp.${table} WHERE owner = $1`, [owner]);
    return gone.length > 0;
  });
  try {
    for (const table of ['audit', 'audit_heads'])
      await database.query(`DELETE FROM calendar_mcp.${table} WHERE owner = $1`, [owner]);
    return { found, keptAudit: false };
  } catch (error) {
    if (!(error instanceof CalendarError) || errnoOf(error.info.cause) !== NOT_ALLOWED) throw error;
    return { found, keptAudit: true };
  }
}

const ORPHANS = `SELECT substr(owner, $2) AS id FROM calendar_mcp.usage
  WHERE starts_with(owner, $1) AND NOT EXISTS (SELECT FROM calendar_mcp.users WHERE id = substr(owner, $2))`;

/** Deletes rows that a running call wrote for a user who was deleted meanwhile. */
export async function sweepDeleted(database: Pick<Database, 'query' | 'transaction'>): Promise<void> {
  const prefix = ownerOf('');
  for (const { id } of await database.query(ORPHANS, [prefix, prefix.length + 1]))
    await deleteUser(database, String(id));
}
