import type { LackingText, ListOutcome, MirrorListing } from '../../ports/mirror-listing.js';
import type { MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorObjects } from './mirror-objects.js';
import type { MirrorWrites } from './mirror-writes.js';

interface CalendarPlace {
  readonly id: number;
  readonly revision: number;
}

const LACKING =
  'SELECT href, version FROM listed WHERE calendar = ? AND (read_at IS NULL OR read_at < ? OR read_at > ?) AND ';
const OLDEST_FIRST = ' ORDER BY read_at, href';

/** The table `listed`: what lists of versions said, and when each text was read. */
export function createMirrorListing(
  database: MirrorDatabase,
  objects: Pick<MirrorObjects, 'versions' | 'store' | 'remove'>,
  writes: Pick<MirrorWrites, 'since' | 'forget'>,
  placeOf: (key: MirrorKey) => CalendarPlace,
): MirrorListing {
  const { all, run, transaction } = database;
  return {
    versions: (key) => versionsOf(database, placeOf(key).id),
    commit: listCommit(database, objects, writes, placeOf),
    confirm(key, { revision }, marker, at) {
      const sql = 'UPDATE calendars SET synced_at = ? WHERE id = ? AND revision = ? AND marker = ?';
      run(sql, at, placeOf(key).id, revision, marker);
    },
    lacking: (key, { from, to }, before, now) =>
      all<LackingText>(
        `${LACKING}first_start <= ? AND last_end >= ?${OLDEST_FIRST}`,
        placeOf(key).id,
        before,
        now,
        to,
        from,
      ),
    lackingOf: (key, hrefs, before, now) =>
      all<LackingText>(
        `${LACKING}href IN (SELECT value FROM json_each(?))${OLDEST_FIRST}`,
        placeOf(key).id,
        before,
        now,
        JSON.stringify(hrefs),
      ),
    fill: (key, base, at, texts) =>
      transaction(() => {
        const { id } = placeOf(key);
        const written = writes.since(id, base.writes);
        const sql =
          'SELECT version FROM listed WHERE calendar = ? AND href = ? AND version = ? AND listed_at <= ?';
        for (const { href, version, object, remark } of texts) {
          if (written.has(href) || all(sql, id, href, version, at).length === 0) continue;
          objects.store(id, object, { isKnown: true });
          run(
            'UPDATE listed SET read_at = ?, remark = ? WHERE calendar = ? AND href = ?',
            at,
            remark ?? null,
            id,
            href,
          );
        }
      }),
    remarks(key) {
      const sql = 'SELECT href, remark FROM listed WHERE calendar = ? AND remark IS NOT NULL';
      const rows = all<{ readonly href: string; readonly remark: string }>(sql, placeOf(key).id);
      return new Map(rows.map(({ href, remark }) => [href, remark]));
    },
    forget(key, hrefs) {
      const { id } = placeOf(key);
      for (const href of hrefs) {
        run('UPDATE listed SET read_at = NULL WHERE calendar = ? AND href = ?', id, href);
      }
    },
  };
}

function versionsOf({ all }: MirrorDatabase, calendar: number): Map<string, string> {
  const sql = 'SELECT href, version FROM listed WHERE calendar = ?';
  const rows = all<LackingText>(sql, calendar);
  return new Map(rows.map(({ href, version }) => [href, version]));
}

function listCommit(
  database: MirrorDatabase,
  objects: Pick<MirrorObjects, 'versions' | 'remove'>,
  writes: Pick<MirrorWrites, 'since' | 'forget'>,
  placeOf: (key: MirrorKey) => CalendarPlace,
): MirrorListing['commit'] {
  const { run, transaction } = database;
  return (key, base, { objects: listed, marker, syncedAt }) =>
    transaction((): ListOutcome => {
      const { id, revision } = placeOf(key);
      if (revision !== base.revision) return { kind: 'overtaken' };
      const known = versionsOf(database, id);
      const texts = objects.versions(id);
      // What was written while the calendar was listed stands in the mirror as it was read back.
      const written = writes.since(id, base.writes);
      const isMissed = [...written].some((href) => !listed.has(href) && !texts.has(href));
      const counts = { added: 0, changed: 0, removed: 0 };
      for (const href of new Set([...known.keys(), ...texts.keys()])) {
        if (listed.has(href) || written.has(href)) continue;
        counts.removed++;
        objects.remove(id, href);
        run('DELETE FROM listed WHERE calendar = ? AND href = ?', id, href);
      }
      for (const [href, { version, bounds }] of listed) {
        const before = known.get(href);
        if (written.has(href) ? texts.has(href) : version !== '' && before === version) continue;
        if (before === undefined) counts.added++;
        else if (version !== '') counts.changed++;
        objects.remove(id, href);
        run(
          'INSERT OR REPLACE INTO listed (calendar, href, version, first_start, last_end, listed_at) ' +
            'VALUES (?, ?, ?, ?, ?, ?)',
          id,
          href,
          version,
          bounds.from,
          bounds.to,
          syncedAt,
        );
      }
      run(
        // A write that failed during the first list is not covered by it, nor is an event made after it.
        'UPDATE calendars SET marker = ?, token = NULL, synced_at = ?, revision = revision + 1, ' +
          'doubtful = CASE WHEN full_at IS NULL THEN max(doubtful, ?) ELSE 0 END, full_at = ? WHERE id = ?',
        marker ?? null,
        syncedAt,
        isMissed ? 1 : 0,
        syncedAt,
        id,
      );
      // The clock was set back since they were listed.
      run('UPDATE listed SET listed_at = ? WHERE calendar = ? AND listed_at > ?', syncedAt, id, syncedAt);
      writes.forget(syncedAt);
      return { kind: 'done', ...counts };
    });
}
