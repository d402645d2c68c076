import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorDatabase } from './mirror-database.js';

/** The table `writes`: recent writes to calendars, in order. */
export interface MirrorWrites {
  add(calendar: number, hrefs: readonly string[], at: Instant): void;
  /** Number and time of the last write; both 0 if none. */
  last(calendar: number): { readonly seq: number; readonly at: Instant };
  /** Addresses written after that number. */
  since(calendar: number, writes: number): ReadonlySet<string>;
  /** Deletes writes that every sync has covered. */
  forget(now: Instant): void;
}

/** Retention of writes; syncs are shorter. */
const KEPT_MS = 24 * 3_600_000;

export function createMirrorWrites({ all, get, run }: MirrorDatabase): MirrorWrites {
  return {
    add(calendar, hrefs, at) {
      for (const href of hrefs) {
        run('INSERT INTO writes (calendar, href, at) VALUES (?, ?, ?)', calendar, href, at);
      }
    },
    last(calendar) {
      const sql = 'SELECT seq, at FROM writes WHERE calendar = ? ORDER BY seq DESC LIMIT 1';
      return get<{ readonly seq: number; readonly at: Instant }>(sql, calendar) ?? { seq: 0, at: 0 };
    },
    since(calendar, writes) {
      const sql = 'SELECT DISTINCT href FROM writes WHERE calendar = ? AND seq > ?';
      return new Set(all<{ readonly href: string }>(sql, calendar, writes).map(({ href }) => href));
    },
    forget: (now) => run('DELETE FROM writes WHERE at < ?', now - KEPT_MS),
  };
}
