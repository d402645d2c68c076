/**
 * A write first counts itself in its calendar's row. The row lock orders writes to one calendar, so a reader
 * of a number sees all writes up to it.
 */
const COUNTED = `UPDATE calendar_mcp.calendars SET changes = changes + 1 WHERE owner = $1 AND folder = $2`;
/** Stores nothing if the user is over the limit. */
const HAS_ROOM = `coalesce((SELECT bytes FROM calendar_mcp.usage WHERE owner = $1), 0) < `;
const GONE = `uid = NULL, etag = NULL, ics = NULL, deleted_at = now()`;
const TAKEN_OVER = `uid = excluded.uid, etag = excluded.etag, ics = excluded.ics, changed = excluded.changed,
    deleted_at = NULL`;

/** Size of a page: objects, and bytes except for a single larger object. */
export const PAGE_OF_OBJECTS = 1000;
const PAGE_BYTES = 8 * 1024 * 1024;

/** All calendars of a user, each with its changes after the known number. */
const LOOK = `SELECT c.id, c.folder, c.name, c.color, c.description, c.changes, c.forgotten,
    k.id IS NULL OR NOT k.is_valid AS is_anew, o.file, o.etag, o.ics, o.changed, o.found
  FROM calendar_mcp.calendars c
  LEFT JOIN LATERAL (
    SELECT u.id, u.seen, u.forgotten = c.forgotten OR u.seen >= c.forgotten AS is_valid
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS u (id, seen, forgotten) WHERE u.id = c.id
  ) k ON true
  LEFT JOIN LATERAL (
    SELECT p.*, count(*) OVER () AS found,
      coalesce(sum(octet_length(p.ics)) OVER (ORDER BY p.changed) - octet_length(p.ics), 0) AS bytes
    FROM (
      SELECT file, etag, ics, changed FROM calendar_mcp.objects
      WHERE calendar = c.id AND changed > CASE WHEN k.is_valid THEN k.seen ELSE 0 END
      ORDER BY changed LIMIT ${PAGE_OF_OBJECTS}
    ) p
  ) o ON o.bytes < ${PAGE_BYTES}
  WHERE c.owner = $1
  ORDER BY c.id, o.changed`;

const ADD = `WITH calendar AS (${COUNTED} AND ${HAS_ROOM} $7 RETURNING id, changes)
  INSERT INTO calendar_mcp.objects AS o (calendar, owner, file, uid, etag, ics, changed)
  SELECT id, $1, $3, $4, $5, $6, changes FROM calendar
  ON CONFLICT (calendar, file) DO UPDATE SET ${TAKEN_OVER} WHERE o.ics IS NULL
  RETURNING 1`;

const REPLACE = `WITH calendar AS (${COUNTED} AND ${HAS_ROOM} $7 RETURNING id, changes)
  UPDATE calendar_mcp.objects o SET uid = $4, etag = $5, ics = $6, changed = calendar.changes
  FROM calendar WHERE o.calendar = calendar.id AND o.file = $3 AND o.etag = $8
  RETURNING 1`;

const REMOVE = `WITH calendar AS (${COUNTED} RETURNING id, changes)
  UPDATE calendar_mcp.objects o SET ${GONE}, changed = calendar.changes
  FROM calendar WHERE o.calendar = calendar.id AND o.file = $3 AND o.etag = $4
  RETURNING 1`;

/** If the target is taken, sets a NOT NULL column to null: the statement fails and removes nothing. */
const MOVE = `WITH held AS (
    SELECT id FROM calendar_mcp.calendars WHERE owner = $1 AND folder IN ($2, $5) ORDER BY id FOR UPDATE
  ), calendar AS (
    UPDATE calendar_mcp.calendars c SET changes = changes + 1 FROM held WHERE c.id = held.id
    RETURNING c.id, c.folder, c.changes
  ), gone AS (
    UPDATE calendar_mcp.objects o SET ${GONE}, changed = calendar.changes FROM calendar
    WHERE calendar.folder = $2 AND EXISTS (SELECT FROM calendar WHERE folder = $5)
      AND o.calendar = calendar.id AND o.file = $3 AND o.etag = $4
    RETURNING 1
  )
  INSERT INTO calendar_mcp.objects AS o (calendar, owner, file, uid, etag, ics, changed)
  SELECT calendar.id, $1, $6, $7, $8, $9, calendar.changes FROM calendar, gone WHERE calendar.folder = $5
  ON CONFLICT (calendar, file) DO UPDATE SET owner = CASE WHEN o.ics IS NULL THEN o.owner END, ${TAKEN_OVER}
  RETURNING 1`;

const MAKE = `INSERT INTO calendar_mcp.calendars (owner, folder, name, color, description)
  VALUES ($1, $2, nullif($3, ''), nullif($4, ''), nullif($5, '')) ON CONFLICT DO NOTHING RETURNING 1`;

const labelled = (column: string, parameter: string): string =>
  `${column} = CASE WHEN ${parameter}::text IS NULL THEN ${column} ELSE nullif(${parameter}, '') END`;

const LABEL = `UPDATE calendar_mcp.calendars
  SET ${labelled('name', '$3')}, ${labelled('color', '$4')}, ${labelled('description', '$5')}
  WHERE owner = $1 AND folder = $2 RETURNING 1`;

/** The subquery sees the number from before the lock wait, so a concurrent write makes them differ. */
const DISCARD = `DELETE FROM calendar_mcp.calendars c
  WHERE owner = $1 AND folder = $2 AND ($3 OR (
    NOT EXISTS (SELECT FROM calendar_mcp.objects WHERE calendar = c.id AND ics IS NOT NULL)
    AND c.changes = (SELECT changes FROM calendar_mcp.calendars WHERE owner = $1 AND folder = $2)
  ))
  RETURNING 1`;

/** Reasons for a refused write. */
const WHY = `SELECT coalesce((SELECT bytes FROM calendar_mcp.usage WHERE owner = $1), 0) AS bytes,
    (SELECT etag FROM calendar_mcp.objects WHERE calendar = c.id AND file = $3) AS etag,
    (SELECT file FROM calendar_mcp.objects WHERE calendar = c.id AND (uid = $4 OR (file = $3 AND ics IS NOT NULL))
      LIMIT 1) AS twin
  FROM calendar_mcp.calendars c WHERE owner = $1 AND folder = $2`;

/** Removes objects deleted a day ago, from some calendars that are not locked. */
const SWEEP = `WITH held AS (
    SELECT id FROM calendar_mcp.calendars WHERE id IN (
      SELECT calendar FROM calendar_mcp.objects WHERE deleted_at < now() - interval '1 day'
      ORDER BY deleted_at LIMIT 1000
    ) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM calendar_mcp.objects o USING held
    WHERE o.calendar = held.id AND o.deleted_at < now() - interval '1 day' RETURNING o.calendar, o.changed
  )
  UPDATE calendar_mcp.calendars c SET forgotten = greatest(c.forgotten, last.changed)
  FROM (SELECT calendar, max(changed) AS changed FROM gone GROUP BY calendar) AS last WHERE c.id = last.calendar
  RETURNING 1`;

export const CALENDAR_SQL = {
  look: LOOK,
  add: ADD,
  replace: REPLACE,
  remove: REMOVE,
  move: MOVE,
  make: MAKE,
  label: LABEL,
  discard: DISCARD,
  why: WHY,
  sweep: SWEEP,
} as const;
