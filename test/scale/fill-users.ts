import { asAdmin } from '../state/database/fresh-database.js';

export interface Filling {
  readonly users: number;
  /** Of each of them. */
  readonly rows: number;
  readonly objects: number;
}

/** Gives a database what very many users leave behind, past the program, as it takes hours through it. */
export async function fillUsers(url: string, { users, rows, objects }: Filling): Promise<void> {
  const everyone = `generate_series(1, ${users}) u`;
  await asAdmin(
    url,
    `ALTER TABLE calendar_mcp.state DISABLE TRIGGER count_usage;
    ALTER TABLE calendar_mcp.objects DISABLE TRIGGER count_objects;
    INSERT INTO calendar_mcp.state (owner, key, value, expires_at)
      SELECT 'user ' || u, convert_to((ARRAY['undo', 'trash', 'ledger', 'recent'])[1 + n % 4] || '/' || n, 'UTF8'),
        '{"at":1764000000000,"steps":[]}', CASE WHEN n % 2 = 0 THEN 4e12 END
      FROM ${everyone}, generate_series(1, ${rows}) n;
    INSERT INTO calendar_mcp.usage SELECT 'user ' || u, 10000 FROM ${everyone};
    INSERT INTO calendar_mcp.counters SELECT 'user ' || u, 'made', u FROM ${everyone};
    INSERT INTO calendar_mcp.limits SELECT 'user ' || u, 1, 0, 0, now() FROM ${everyone};
    INSERT INTO calendar_mcp.audit_heads SELECT 'user ' || u, 1, '' FROM ${everyone};
    INSERT INTO calendar_mcp.calendars (owner, folder, changes)
      SELECT 'user ' || u, 'Calendar', ${objects} FROM ${everyone};
    INSERT INTO calendar_mcp.objects (calendar, owner, file, uid, etag, ics, changed, deleted_at)
      SELECT c.id, c.owner, n || '.ics', CASE WHEN n % 9 > 0 THEN sha256(convert_to(n::text, 'UTF8')) END,
        CASE WHEN n % 9 > 0 THEN '"1"' END, CASE WHEN n % 9 > 0 THEN 'BEGIN:VCALENDAR'::bytea END, n,
        CASE WHEN n % 9 = 0 THEN now() END
      FROM calendar_mcp.calendars c, generate_series(1, ${objects}) n;
    ALTER TABLE calendar_mcp.state ENABLE TRIGGER count_usage;
    ALTER TABLE calendar_mcp.objects ENABLE TRIGGER count_objects;`,
  );
  await asAdmin(url, 'VACUUM ANALYZE');
  await asAdmin(url, 'CHECKPOINT');
}
