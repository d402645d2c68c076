import { CalendarError } from '../../../schemas/model/error.js';
import type {
  CommitOutcome,
  MirrorChange,
  MirroredAccount,
  MirrorStore,
  Prepared,
} from '../../ports/mirror-store.js';
import type { MirroredCalendar, MirroredObject, MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import { createMirrorDrafts } from './mirror-drafts.js';
import { createMirrorIntents } from './mirror-intents.js';
import { createMirrorListing } from './mirror-listing.js';
import { createMirrorObjects } from './mirror-objects.js';
import { createMirrorOwners, type MirrorOwners } from './mirror-owners.js';
import { createMirrorStage } from './mirror-stage.js';
import { createMirrorWrites } from './mirror-writes.js';
import { findObjects, selectObjects } from './select-mirrored.js';

interface CalendarRow {
  readonly id: number;
  readonly marker: string | null;
  readonly token: string | null;
  readonly synced_at: number;
  readonly full_at: number | null;
  readonly revision: number;
  readonly doubtful: number;
}

/** How long the mirrors of unused accounts are kept. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/**
 * Copies of calendars in one SQLite file that several processes may use at once. `stagedFrom` and `owners` are for
 * tests.
 */
export function createMirrorStore(
  database: MirrorDatabase,
  stagedFrom?: number,
  owners: MirrorOwners = createMirrorOwners(),
): MirrorStore {
  const { all, get, run, snapshot, transaction } = database;
  const objects = createMirrorObjects(database);
  const stage = createMirrorStage(database, objects, stagedFrom);
  const drafts = createMirrorDrafts(database, objects, owners, stage.begin);

  function rowOf({ identity, calendarId }: MirrorKey): CalendarRow {
    const sql = 'SELECT * FROM calendars WHERE identity = ? AND calendar = ?';
    const row = get<CalendarRow>(sql, identity, calendarId);
    if (row !== undefined) return row;
    run('INSERT OR IGNORE INTO calendars (identity, calendar) VALUES (?, ?)', identity, calendarId);
    const made = get<CalendarRow>(sql, identity, calendarId);
    if (made === undefined) throw new Error('a calendar that was just stored is not there');
    return made;
  }

  const writes = createMirrorWrites(database);
  const intents = createMirrorIntents(database, owners);
  const listing = createMirrorListing(database, objects, writes, rowOf);

  /**
   * Answers from a copy that is complete and stays where it is meanwhile: another process may put a new one in its
   * place, or throw it away, and nothing found in what is left of it would look like an empty calendar.
   */
  function answered<T>(
    { identity, calendarId }: MirrorKey,
    answer: (calendar: number, state: string) => T,
  ): T {
    return snapshot(() => {
      const sql =
        'SELECT id, revision FROM calendars WHERE identity = ? AND calendar = ? AND full_at IS NOT NULL';
      const row = get<Pick<CalendarRow, 'id' | 'revision'>>(sql, identity, calendarId);
      if (row !== undefined) return answer(row.id, `${row.id} ${row.revision} ${writes.last(row.id)}`);
      throw new CalendarError('STORAGE_ERROR', 'The copy of the calendar no longer exists.', {
        suggestion: 'Repeat the call: the copy is recreated.',
      });
    });
  }

  function apply(
    former: number,
    change: MirrorChange,
    prepared: Exclude<Prepared, { kind: 'drafted' }> | undefined,
  ): CommitOutcome {
    const known = objects.versions(former);
    const counts = { added: 0, changed: 0, removed: 0 };
    const named = new Set(change.stored.map(({ href }) => href));
    const gone =
      change.kind === 'whole' ? [...known.keys()].filter((href) => !named.has(href)) : change.removed;
    counts.removed = gone.filter((href) => known.has(href)).length;
    const staged = prepared?.kind === 'staged' ? stage.swap(former, prepared.name) : undefined;
    const calendar = staged ?? former;
    // What was written beside the calendar may since have been found to be gone.
    const dropped =
      staged === undefined
        ? gone
        : [...(prepared?.objects ?? [])].map(({ href }) => href).filter((href) => !named.has(href));
    for (const href of dropped) objects.remove(calendar, href);
    const isDone = (object: MirroredObject): boolean =>
      prepared?.objects.has(object) === true &&
      (staged !== undefined || (prepared.kind === 'compared' && known.get(object.href) === object.etag));
    for (const object of change.stored) {
      const etag = known.get(object.href);
      if (object.kind !== 'other') {
        if (etag === undefined) counts.added++;
        else if (etag !== object.etag) counts.changed++;
      }
      const isThere =
        isDone(object) ||
        (staged === undefined && etag === object.etag && objects.isStored(calendar, object));
      if (!isThere) objects.store(calendar, object, etag !== undefined || staged !== undefined);
      // Some servers list an object twice.
      known.set(object.href, object.etag);
    }
    synchronised(calendar, change);
    return { kind: 'done', ...counts };
  }

  /** A first copy takes its place; what was written or deleted meanwhile is put right in it. */
  function finish(former: number, name: string, change: MirrorChange): CommitOutcome {
    const calendar = drafts.finish(name) ? stage.swap(former, name) : undefined;
    if (calendar === undefined) return { kind: 'overtaken' };
    for (const href of change.removed) objects.remove(calendar, href);
    for (const object of change.stored) objects.store(calendar, object, true);
    synchronised(calendar, change);
    const sql = "SELECT count(*) AS added FROM objects WHERE calendar = ? AND kind <> 'other'";
    const { added } = get<{ readonly added: number }>(sql, calendar) ?? { added: 0 };
    return { kind: 'done', added, changed: 0, removed: 0 };
  }

  function synchronised(calendar: number, change: MirrorChange): void {
    run(
      'UPDATE calendars SET marker = ?, token = ?, synced_at = ?, revision = revision + 1, ' +
        'doubtful = CASE WHEN full_at IS NULL THEN doubtful ELSE 0 END, ' +
        'full_at = CASE WHEN ? THEN ? ELSE full_at END WHERE id = ?',
      change.marker ?? null,
      change.token ?? null,
      change.syncedAt,
      change.full ? 1 : 0,
      change.syncedAt,
      calendar,
    );
    writes.forget(change.syncedAt);
  }

  return {
    account(identity) {
      const row = get<{ readonly checked_at: number; readonly listing: string }>(
        'SELECT checked_at, listing FROM accounts WHERE identity = ?',
        identity,
      );
      // Written by `saveAccount` of this same layout.
      return row === undefined
        ? undefined
        : { ...(JSON.parse(row.listing) as Omit<MirroredAccount, 'checkedAt'>), checkedAt: row.checked_at };
    },
    saveAccount(identity, { checkedAt, ...listing }) {
      run(
        'INSERT OR REPLACE INTO accounts (identity, checked_at, listing) VALUES (?, ?, ?)',
        identity,
        checkedAt,
        JSON.stringify(listing),
      );
    },
    calendar(key): MirroredCalendar {
      const { id, marker, token, synced_at: syncedAt, full_at: fullAt, revision, doubtful } = rowOf(key);
      return {
        ...(marker === null ? {} : { marker }),
        ...(token === null ? {} : { token }),
        ...(fullAt === null ? {} : { fullAt }),
        syncedAt,
        doubtful: doubtful === 1,
        revision,
        writes: writes.last(id),
      };
    },
    versions: (key) => objects.versions(rowOf(key).id),
    recentWrites: (key) => writes.since(rowOf(key).id, 0),
    select: (key, question) => selectObjects(database, (work) => answered(key, work), question),
    find: (key, hrefs) => answered(key, (calendar) => findObjects(database, calendar, hrefs)),
    prepare: (key, change) => stage.prepare(rowOf(key).id, change),
    commit: (key, base, change, prepared) =>
      transaction((): CommitOutcome => {
        const { id, revision } = rowOf(key);
        if (revision !== base.revision) return { kind: 'overtaken' };
        const hrefs = [...writes.since(id, base.writes)];
        if (hrefs.length === 0) {
          return prepared?.kind === 'drafted'
            ? finish(id, prepared.name, change)
            : apply(id, change, prepared);
        }
        return { kind: 'written', hrefs, writes: writes.last(id) };
      }),
    written: (key, base, change, now, onDemand = false) =>
      transaction(() => {
        const row = rowOf(key);
        const hrefs = [...change.stored.map(({ href }) => href), ...change.removed];
        const others = writes.since(row.id, base.writes);
        writes.add(row.id, hrefs, now);
        // What was written is no part of what the marker of a list stands for: the next comparison needs a list.
        if (onDemand) run('UPDATE calendars SET marker = NULL WHERE id = ?', row.id);
        if (row.full_at === null) return;
        if (row.revision !== base.revision || hrefs.some((href) => others.has(href))) {
          // What was fetched in between may be older or newer than this: only comparing everything shows. Who is at it
          // looks at these addresses again before it ends, but a list without texts does not.
          run(
            'UPDATE calendars SET doubtful = 1, token = NULL, revision = revision + ? WHERE id = ?',
            onDemand ? 1 : 0,
            row.id,
          );
          listing.forget(key, hrefs);
          return;
        }
        for (const href of change.removed) objects.remove(row.id, href);
        for (const object of change.stored) objects.store(row.id, object, true);
      }),
    async discard(prepared) {
      if (prepared.kind !== 'compared') await stage.discard(prepared.name);
    },
    intend: intents.begin,
    settle: intents.end,
    untold: intents.left,
    expire: (key) =>
      transaction(() => {
        // A synchronisation that is under way may have asked before what made it doubtful happened.
        run(
          'UPDATE calendars SET doubtful = 1, revision = revision + (full_at IS NOT NULL) WHERE id = ?',
          rowOf(key).id,
        );
      }),
    listing,
    drafts,
    count(key) {
      const rows = all<{ readonly kind: string; readonly count: number }>(
        'SELECT kind, count(*) AS count FROM objects WHERE calendar = ? GROUP BY kind',
        rowOf(key).id,
      );
      const of = (kind: MirroredObject['kind']): number => rows.find((row) => row.kind === kind)?.count ?? 0;
      return { events: of('event'), unreadable: of('unreadable') };
    },
    prune(identity, listed, before) {
      // What was never synchronised may be on its way to be, and holds nothing but what was written meanwhile.
      const synced = 'FROM calendars WHERE synced_at > 0 AND';
      const sql = `SELECT id, calendar ${synced} identity = ? AND synced_at < ?`;
      for (const row of all<{ readonly id: number; readonly calendar: string }>(sql, identity, before)) {
        if (!listed.includes(row.calendar)) run('DELETE FROM calendars WHERE id = ?', row.id);
      }
      stage.prune(before);
      // Accounts that are no longer configured.
      run(`DELETE ${synced} identity <> ? AND synced_at < ?`, identity, before - UNUSED_MS);
      run('DELETE FROM accounts WHERE identity <> ? AND checked_at < ?', identity, before - UNUSED_MS);
    },
    close: database.close,
  };
}
