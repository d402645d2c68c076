import { CalendarError } from '../../../schemas/model/error.js';
import type { MirrorChange } from '../../ports/mirror-store.js';
import type { MirroredCalendar, MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorWrites } from './mirror-writes.js';

interface CalendarRow {
  readonly id: number;
  readonly marker: string | null;
  readonly token: string | null;
  readonly synced_at: number;
  readonly full_at: number | null;
  readonly revision: number;
  readonly doubtful: number;
  readonly covered: number;
}

export interface MirrorCalendars {
  /** Created if missing. */
  row(key: MirrorKey): CalendarRow;
  describe(key: MirrorKey): MirroredCalendar;
  /**
   * Answers from one consistent state of a complete copy. Otherwise another process could replace or delete
   * the copy meanwhile, and the rest would look like an empty calendar.
   */
  answered<T>(key: MirrorKey, answer: (calendar: number, state: string) => T): T;
  /** Stores the state of a finished sync. Needs a transaction. */
  synchronised(calendar: number, change: MirrorChange): void;
}

export function createMirrorCalendars(
  { get, run, snapshot }: MirrorDatabase,
  writes: Pick<MirrorWrites, 'last'>,
): MirrorCalendars {
  function row({ identity, calendarId }: MirrorKey): CalendarRow {
    const sql = 'SELECT * FROM calendars WHERE identity = ? AND calendar = ?';
    const found = get<CalendarRow>(sql, identity, calendarId);
    if (found !== undefined) return found;
    run('INSERT OR IGNORE INTO calendars (identity, calendar) VALUES (?, ?)', identity, calendarId);
    const made = get<CalendarRow>(sql, identity, calendarId);
    if (made === undefined) throw new Error('a calendar that was just stored is not there');
    return made;
  }

  return {
    row,
    describe(key) {
      const { id, marker, token, synced_at: syncedAt, full_at: fullAt, revision, doubtful } = row(key);
      const last = writes.last(id);
      return {
        ...(marker === null ? {} : { marker }),
        ...(token === null ? {} : { token }),
        ...(fullAt === null ? {} : { fullAt }),
        syncedAt,
        doubtful: doubtful === 1,
        revision,
        writes: last.seq,
        writtenAt: last.at,
      };
    },
    answered: ({ identity, calendarId }, answer) =>
      snapshot(() => {
        const sql =
          'SELECT id, revision FROM calendars WHERE identity = ? AND calendar = ? AND full_at IS NOT NULL';
        const found = get<Pick<CalendarRow, 'id' | 'revision'>>(sql, identity, calendarId);
        if (found !== undefined) {
          return answer(found.id, `${found.id} ${found.revision} ${writes.last(found.id).seq}`);
        }
        throw new CalendarError('STORAGE_ERROR', 'The copy of the calendar no longer exists.', {
          suggestion: 'Repeat the call: the copy is recreated.',
        });
      }),
    synchronised(calendar, change) {
      run(
        'UPDATE calendars SET marker = ?, token = ?, covered = ?, synced_at = ?, revision = revision + 1, ' +
          'doubtful = CASE WHEN full_at IS NULL THEN doubtful ELSE 0 END, ' +
          'full_at = CASE WHEN ? THEN ? ELSE full_at END WHERE id = ?',
        change.marker ?? null,
        change.token ?? null,
        change.covers,
        change.syncedAt,
        change.full ? 1 : 0,
        change.syncedAt,
        calendar,
      );
    },
  };
}
