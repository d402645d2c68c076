import { ownerOf } from '../../../ports/users/user-directory.js';
import type { Database } from '../database.js';

const AT_ONCE = 500;
const STATE = `SELECT convert_from(key, 'UTF8') AS key, value FROM calendar_mcp.state
  WHERE owner = $1 AND ($2 = '' OR key > convert_to($2, 'UTF8')) ORDER BY state.key LIMIT ${AT_ONCE}`;
const AUDIT = `SELECT line, text FROM calendar_mcp.audit WHERE owner = $1 AND line > $2 ORDER BY line LIMIT ${AT_ONCE}`;

const CALENDARS = `SELECT c.id, coalesce(c.name, c.folder) AS name, o.file, convert_from(o.ics, 'UTF8') AS ics
  FROM calendar_mcp.objects o JOIN calendar_mcp.calendars c ON c.id = o.calendar
  WHERE c.owner = $1 AND o.ics IS NOT NULL AND (c.id, o.file) > ($2, $3) ORDER BY c.id, o.file LIMIT ${AT_ONCE}`;

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

/** The events and tasks of a user whose calendars are kept here, as they are stored. */
export async function* objectsOfUser({ query }: Pick<Database, 'query'>, id: string): AsyncGenerator<string> {
  for (let last: readonly [number, string] = [0, '']; ; ) {
    const rows = await query(CALENDARS, [ownerOf(id), ...last]);
    for (const { id: calendar, name, file, ics } of rows) {
      last = [Number(calendar), String(file)];
      yield JSON.stringify({ calendar: String(name), file: String(file), ics: String(ics) });
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
