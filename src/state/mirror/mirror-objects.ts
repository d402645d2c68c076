import type { MirroredObject } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';

/** Rows of single objects; `calendar` is a row id of `calendars`. */
export interface MirrorObjects {
  /** ETags by address. */
  versions(calendar: number): Map<string, string>;
  /** Stores an object, replacing the one at its address if `isKnown`. */
  store(calendar: number, object: MirroredObject, options: { readonly isKnown: boolean }): void;
  remove(calendar: number, href: string): void;
  /** True if exactly this text is stored. */
  isStored(calendar: number, object: MirroredObject): boolean;
}

export function createMirrorObjects({ all, get, run }: MirrorDatabase): MirrorObjects {
  function remove(calendar: number, href: string): void {
    run('DELETE FROM objects WHERE calendar = ? AND href = ?', calendar, href);
  }

  return {
    versions(calendar) {
      const rows = all<{ readonly href: string; readonly etag: string }>(
        'SELECT href, etag FROM objects WHERE calendar = ?',
        calendar,
      );
      return new Map(rows.map(({ href, etag }) => [href, etag]));
    },
    store(calendar, object, { isKnown }) {
      if (isKnown) remove(calendar, object.href);
      const event = 'ics' in object ? object : undefined;
      const row = get<{ readonly id: number }>(
        'INSERT INTO objects (calendar, href, etag, kind, first_start, last_end, uncertain, reason, folded, ics) ' +
          'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
        calendar,
        object.href,
        object.etag,
        object.kind,
        event?.index.from ?? 0,
        event?.index.to ?? 0,
        event?.index.uncertain === true ? 1 : 0,
        object.kind === 'unreadable' ? object.reason : null,
        event?.index.text ?? '',
        // Bytes, because SQLite cuts texts at a NUL, which an event may contain.
        event === undefined ? null : Buffer.from(event.ics),
      );
      for (const key of new Set(event?.index.keys)) {
        run('INSERT INTO keys (calendar, key, object) VALUES (?, ?, ?)', calendar, key, row?.id ?? null);
      }
    },
    remove,
    isStored(calendar, object) {
      if (!('ics' in object)) return false;
      const sql = 'SELECT 1 FROM objects WHERE calendar = ? AND href = ? AND ics = ?';
      return get(sql, calendar, object.href, Buffer.from(object.ics)) !== undefined;
    },
  };
}
