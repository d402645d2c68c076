import { createHash } from 'node:crypto';
import type { SessionChange, SessionOpening, SessionRecords } from '../../ports/replicas/session-records.js';
import type { Database } from './database.js';

/** Also deletes the user's least recently used sessions above the limit, and some idle ones of any user. */
const BEGIN = `WITH idle AS (
    DELETE FROM calendar_mcp.sessions WHERE id IN (
      SELECT id FROM calendar_mcp.sessions WHERE used_at < now() - make_interval(secs => $6)
      ORDER BY used_at LIMIT 100 FOR UPDATE SKIP LOCKED)
  ), over AS (
    DELETE FROM calendar_mcp.sessions WHERE id IN (
      SELECT id FROM calendar_mcp.sessions WHERE identity = $2 AND id <> $1
      ORDER BY used_at DESC OFFSET $7 FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO calendar_mcp.sessions (id, identity, conversation, opening, log_level, watched)
  VALUES ($1, $2, $3, $4, $5, $8) ON CONFLICT (id) DO NOTHING`;
const FIND = `UPDATE calendar_mcp.sessions SET used_at = now()
  WHERE id = $1 AND identity = $2 AND used_at > now() - make_interval(secs => $3)
  RETURNING conversation, opening, log_level, watched, version`;
const set = (what: string): string =>
  `UPDATE calendar_mcp.sessions SET ${what}, version = version + 1 WHERE id = $1`;
const SET_LEVEL = set('log_level = $2');
const WATCH = set('watched = array_append(array_remove(watched, $2), $2)');
const UNWATCH = set('watched = array_remove(watched, $2)');
const END = 'DELETE FROM calendar_mcp.sessions WHERE id = $1';
const VERSIONS = 'SELECT id, version FROM calendar_mcp.sessions WHERE id = ANY($1)';
const TOUCH = 'UPDATE calendar_mcp.sessions SET used_at = now() WHERE id = ANY($1)';
/** Also deletes uncollected messages, because their replica is gone. */
const LEAVE = `WITH raised AS (
    UPDATE calendar_mcp.sessions SET version = version + 1 WHERE id = $1 RETURNING id
  ), old AS (
    DELETE FROM calendar_mcp.session_answers WHERE session = $1 AND left_at < now() - interval '1 minute'
  )
  INSERT INTO calendar_mcp.session_answers (session, asker, message) SELECT id, $2, $3 FROM raised`;
const COLLECT =
  'DELETE FROM calendar_mcp.session_answers WHERE session = $1 AND asker = ANY($2) RETURNING message';

/** Sessions shared by all replicas; idle time is measured by the database clock. */
export function createDatabaseSessions(
  { query }: Pick<Database, 'query'>,
  { idleMs }: { readonly idleMs: number },
): SessionRecords {
  const idle = idleMs / 1000;
  return {
    async begin(id, { identity, conversation, opening, state }, most) {
      const { logLevel = null, watched } = state;
      const text = JSON.stringify(opening);
      await query(BEGIN, [keyOf(id), identity, conversation, text, logLevel, idle, most - 1, watched]);
    },
    async find(id, identity) {
      const [row] = await query(FIND, [keyOf(id), identity, idle]);
      if (row === undefined) return undefined;
      const { conversation, opening, log_level: logLevel, watched, version } = row;
      return {
        identity,
        conversation: String(conversation),
        opening: JSON.parse(String(opening)) as SessionOpening,
        state: {
          ...(typeof logLevel === 'string' && { logLevel }),
          watched: watched as readonly string[],
        },
        version: Number(version),
      };
    },
    async change(id, change) {
      const [statement, value] = asStatement(change);
      await query(statement, [keyOf(id), value]);
    },
    async end(id) {
      await query(END, [keyOf(id)]);
    },
    async versions(ids) {
      const known = new Map(ids.map((id) => [keyOf(id).toString('hex'), id]));
      const rows = await query(VERSIONS, [ids.map(keyOf)]);
      return new Map(
        rows.map(({ id, version }) => [known.get((id as Buffer).toString('hex')) ?? '', Number(version)]),
      );
    },
    async touch(ids) {
      if (ids.length > 0) await query(TOUCH, [ids.map(keyOf)]);
    },
    async leave(id, address, message) {
      await query(LEAVE, [keyOf(id), address, JSON.stringify(message)]);
    },
    async collect(id, addresses) {
      const rows = await query(COLLECT, [keyOf(id), addresses]);
      return rows.map(({ message }): unknown => JSON.parse(String(message)));
    },
  };
}

function asStatement(change: SessionChange): readonly [statement: string, value: string] {
  if ('logLevel' in change) return [SET_LEVEL, change.logLevel];
  return 'watch' in change ? [WATCH, change.watch] : [UNWATCH, change.unwatch];
}

function keyOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
