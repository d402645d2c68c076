import type { MirrorStore } from '../../ports/mirror-store.js';
import type { MirroredObject } from '../../ports/mirrored-object.js';
import { createMirrorAccounts } from './mirror-accounts.js';
import { createMirrorCalendars, type MirrorCalendars } from './mirror-calendars.js';
import { createMirrorCommits } from './mirror-commits.js';
import type { MirrorDatabase } from './mirror-database.js';
import { createMirrorDrafts } from './mirror-drafts.js';
import { createMirrorIntents } from './mirror-intents.js';
import { createMirrorObjects, type MirrorObjects } from './mirror-objects.js';
import { createMirrorOwners, type MirrorOwners } from './mirror-owners.js';
import { createMirrorRemovals } from './mirror-removals.js';
import { createMirrorStage } from './mirror-stage.js';
import { createMirrorWrites, type MirrorWrites } from './mirror-writes.js';
import { findObjects, selectObjects } from './select-mirrored.js';

/** Retention of mirrors of unused accounts. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** Copies of calendars in one SQLite file, shared by processes. `stagedFrom` and `owners` are for tests. */
export function createMirrorStore(
  database: MirrorDatabase,
  stagedFrom?: number,
  owners: MirrorOwners = createMirrorOwners(),
): MirrorStore {
  const objects = createMirrorObjects(database);
  const stage = createMirrorStage(database, objects, stagedFrom);
  const drafts = createMirrorDrafts(database, objects, owners, stage.begin);
  const writes = createMirrorWrites(database);
  const calendars = createMirrorCalendars(database, writes);
  const removals = createMirrorRemovals(database);
  const intents = createMirrorIntents(database, owners);
  const { row, answered } = calendars;
  return {
    ...createMirrorAccounts(database),
    calendar: calendars.describe,
    versions: (key) => objects.versions(row(key).id),
    recentWrites: (key) => writes.since(row(key).id, 0),
    uncoveredWrites(key) {
      const { id, covered } = row(key);
      return writes.since(id, covered);
    },
    select: (key, question) => selectObjects(database, (work) => answered(key, work), question),
    find: (key, hrefs) => answered(key, (calendar) => findObjects(database, calendar, hrefs)),
    prepare: (key, change) => stage.prepare(row(key).id, change),
    ...createMirrorCommits(database, { calendars, objects, stage, drafts, writes, removals }),
    removed: removals.since,
    written: writtenTo(database, { calendars, objects, writes }),
    async discard(prepared) {
      if (prepared.kind !== 'compared') await stage.discard(prepared.name);
    },
    beginWrite: intents.begin,
    endWrite: intents.end,
    untold: intents.left,
    expire: (key) =>
      database.transaction(() => {
        // A running sync may have read before the event that caused the doubt.
        database.run(
          'UPDATE calendars SET doubtful = 1, revision = revision + (full_at IS NOT NULL) WHERE id = ?',
          row(key).id,
        );
      }),
    drafts,
    count(key) {
      const rows = database.all<{ readonly kind: string; readonly count: number }>(
        'SELECT kind, count(*) AS count FROM objects WHERE calendar = ? GROUP BY kind',
        row(key).id,
      );
      const of = (kind: MirroredObject['kind']): number => rows.find((one) => one.kind === kind)?.count ?? 0;
      return { events: of('event'), unreadable: of('unreadable') };
    },
    prune(identity, listed, before) {
      pruneCalendars(database, identity, listed, before);
      removals.prune();
      stage.prune(before);
    },
    close: database.close,
  };
}

interface WriteParts {
  readonly calendars: MirrorCalendars;
  readonly objects: MirrorObjects;
  readonly writes: MirrorWrites;
}

function writtenTo(
  { run, transaction }: MirrorDatabase,
  { calendars, objects, writes }: WriteParts,
): MirrorStore['written'] {
  return (key, base, change, now) =>
    transaction(() => {
      const row = calendars.row(key);
      const hrefs = [...change.stored.map(({ href }) => href), ...change.removed];
      const others = writes.since(row.id, base.writes);
      writes.add(row.id, hrefs, now);
      // The marker does not cover the write, and if markers hash the content, the same one returns after a
      // revert.
      const unmarked = 'UPDATE calendars SET marker = NULL, synced_at = max(synced_at, ?) WHERE id = ?';
      run(unmarked, row.full_at === null ? 0 : (base.comparedAt ?? 0), row.id);
      if (row.full_at === null) return;
      if (row.revision !== base.revision || hrefs.some((href) => others.has(href))) {
        // Data fetched meanwhile may be older or newer than this write; only a full comparison can tell.
        run('UPDATE calendars SET doubtful = 1, token = NULL WHERE id = ?', row.id);
        return;
      }
      for (const href of change.removed) objects.remove(row.id, href);
      for (const object of change.stored) objects.store(row.id, object, { isKnown: true });
    });
}

function pruneCalendars(
  { all, run }: MirrorDatabase,
  identity: string,
  listed: readonly string[],
  before: number,
): void {
  // A calendar without a sync may be syncing now, and only holds writes made meanwhile.
  const synced = 'FROM calendars WHERE synced_at > 0 AND';
  const sql = `SELECT id, calendar ${synced} identity = ? AND synced_at < ?`;
  for (const row of all<{ readonly id: number; readonly calendar: string }>(sql, identity, before)) {
    if (!listed.includes(row.calendar)) run('DELETE FROM calendars WHERE id = ?', row.id);
  }
  // Accounts that are no longer configured.
  run(`DELETE ${synced} identity <> ? AND synced_at < ?`, identity, before - UNUSED_MS);
  run('DELETE FROM accounts WHERE identity <> ? AND checked_at < ?', identity, before - UNUSED_MS);
}
