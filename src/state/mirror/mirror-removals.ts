import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorStore } from '../../ports/mirror-store.js';
import type { MirrorDatabase } from './mirror-database.js';

/** The table `removed`: objects that syncs found deleted, and the start of the watch per calendar. */
export interface MirrorRemovals {
  /** Keeps objects before their removal. Needs a transaction. */
  keep(calendar: number, hrefs: readonly string[], at: Instant): void;
  /** Records the first sync of a calendar. */
  begin(calendar: number, at: Instant): void;
  since: MirrorStore['removed'];
  /** Deletes rows of calendars without a copy. */
  prune(): void;
}

/** Retention of events deleted by others. */
const KEPT_MS = 30 * 86_400_000;
/** Address of the row with the start of the watch. */
const BEGINNING = '';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

const inSeconds = (at: Instant): Instant => at - (at % 1000);

interface RemovedRow {
  readonly href: string;
  readonly etag: string;
  readonly ics: Buffer | ArrayBuffer;
  readonly at: Instant;
}

export function createMirrorRemovals({ all, get, run }: MirrorDatabase): MirrorRemovals {
  return {
    keep(calendar, hrefs, at) {
      const sql =
        'INSERT OR REPLACE INTO removed SELECT c.identity, c.calendar, o.href, o.etag, o.ics, ? FROM objects o ' +
        "JOIN calendars c ON c.id = o.calendar WHERE o.calendar = ? AND o.href = ? AND o.kind = 'event' " +
        // Skips recent writes of this server, which may have deleted them permanently.
        'AND NOT EXISTS (SELECT 1 FROM writes w WHERE w.calendar = o.calendar AND w.href = o.href)';
      for (const href of hrefs) run(sql, inSeconds(at), calendar, href);
      run('DELETE FROM removed WHERE at < ? AND href <> ?', at - KEPT_MS, BEGINNING);
    },
    begin(calendar, at) {
      const sql =
        "INSERT OR IGNORE INTO removed SELECT identity, calendar, ?, '', x'', ? FROM calendars WHERE id = ?";
      run(sql, BEGINNING, inSeconds(at), calendar);
    },
    since({ identity, calendarId }, since) {
      const sql = 'SELECT href, etag, ics, at FROM removed WHERE identity = ? AND calendar = ? ORDER BY at';
      const last = 'SELECT synced_at AS at FROM calendars WHERE identity = ? AND calendar = ?';
      const synced = get<{ readonly at: Instant }>(last, identity, calendarId)?.at ?? 0;
      const rows = all<RemovedRow>(sql, identity, calendarId);
      const begun = rows.find(({ href }) => href === BEGINNING)?.at;
      if (begun === undefined) return undefined;
      const objects = rows
        .filter(({ href, at }) => href !== BEGINNING && at >= since)
        .map(({ ics, ...one }) => ({ ...one, ics: UTF8.decode(ics) }));
      return { objects, knownFrom: Math.max(begun, synced - KEPT_MS) };
    },
    prune() {
      run(
        'DELETE FROM removed WHERE NOT EXISTS ' +
          '(SELECT 1 FROM calendars c WHERE c.identity = removed.identity AND c.calendar = removed.calendar)',
      );
    },
  };
}
