import { ownerOf } from '../../../ports/users/user-directory.js';
import type { Database, Row } from '../database.js';

type Queries = Pick<Database, 'query'>;

const AT_ONCE = 500;
const STATE = `SELECT convert_from(key, 'UTF8') AS key, value FROM calendar_mcp.state
  WHERE owner = $1 AND ($2 = '' OR key > convert_to($2, 'UTF8')) ORDER BY state.key LIMIT ${AT_ONCE}`;
const AUDIT = `SELECT line, text FROM calendar_mcp.audit WHERE owner = $1 AND line > $2 ORDER BY line LIMIT ${AT_ONCE}`;

const CALENDARS = `SELECT c.id, coalesce(c.name, c.folder) AS name, o.file, convert_from(o.ics, 'UTF8') AS ics
  FROM calendar_mcp.objects o JOIN calendar_mcp.calendars c ON c.id = o.calendar
  WHERE c.owner = $1 AND o.ics IS NOT NULL AND (c.id, o.file) > ($2, $3) ORDER BY c.id, o.file LIMIT ${AT_ONCE}`;

const NEWEST = 'SELECT text FROM calendar_mcp.audit WHERE owner = $1 ORDER BY line DESC LIMIT $2';

/** State of a user except accounts, such as trash and undo, as JSON texts. */
export async function* stateOfUser(
  { query }: Queries,
  id: string,
): AsyncGenerator<readonly [key: string, json: string]> {
  const rows = pages(
    [''],
    (after) => query(STATE, [ownerOf(id), ...after]),
    ({ key }) => [String(key)],
  );
  for await (const { key, value } of rows) yield [String(key), String(value)];
}

/** Lines of a user's audit log, oldest first, as JSON texts. */
export async function* auditOfUser({ query }: Queries, id: string): AsyncGenerator<string> {
  const rows = pages(
    [0],
    (after) => query(AUDIT, [ownerOf(id), ...after]),
    ({ line }) => [Number(line)],
  );
  for await (const { text } of rows) yield String(text);
}

/** Stored events and tasks of a user with calendars in the database. */
export async function* objectsOfUser({ query }: Queries, id: string): AsyncGenerator<string> {
  const rows = pages(
    [0, ''],
    (after) => query(CALENDARS, [ownerOf(id), ...after]),
    (row) => [Number(row.id), String(row.file)],
  );
  for await (const { name, file, ics } of rows)
    yield JSON.stringify({ calendar: String(name), file: String(file), ics: String(ics) });
}

type Place = readonly (string | number)[];

/** All rows page by page; each page starts after the last row of the previous one. */
async function* pages(
  first: Place,
  read: (after: Place) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row> {
  for (let after = first; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = placeOf(last);
  }
}

/** Newest first, at most `most` lines. */
export async function newestAuditOfUser(
  { query }: Queries,
  id: string,
  most: number,
): Promise<readonly string[]> {
  return (await query(NEWEST, [ownerOf(id), most])).map(({ text }) => String(text));
}
