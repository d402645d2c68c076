import { ownerOf } from '../../../ports/users/user-directory.js';
import type { Database } from '../database.js';

const AT_ONCE = 500;
const STATE = `SELECT convert_from(key, 'UTF8') AS key, value FROM calendar_mcp.state
  WHERE owner = $1 AND ($2 = '' OR key > convert_to($2, 'UTF8')) ORDER BY state.key LIMIT ${AT_ONCE}`;
const AUDIT = `SELECT line, text FROM calendar_mcp.audit WHERE owner = $1 AND line > $2 ORDER BY line LIMIT ${AT_ONCE}`;

const NEWEST = 'SELECT text FROM calendar_mcp.audit WHERE owner = $1 ORDER BY line DESC LIMIT $2';

/** What is kept of a user beside their accounts: trash, undo and the like, each as JSON text. */
export async function* stateOfUser(
  { query }: Pick<Database, 'query'>,
  id: string,
): AsyncGenerator<readonly [key: string, json: string]> {
  for (let last = ''; ; ) {
    const rows = await query(STATE, [ownerOf(id), last]);
    for (const { key, value } of rows) {
      last = String(key);
      yield [last, String(value)];
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** The lines of a user's audit log, oldest first, each as JSON text. */
export async function* auditOfUser({ query }: Pick<Database, 'query'>, id: string): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const rows = await query(AUDIT, [ownerOf(id), last]);
    for (const { line, text } of rows) {
      last = Number(line);
      yield String(text);
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** The newest lines first, at most `most`. */
export async function newestAuditOfUser(
  { query }: Pick<Database, 'query'>,
  id: string,
  most: number,
): Promise<readonly string[]> {
  return (await query(NEWEST, [ownerOf(id), most])).map(({ text }) => String(text));
}
