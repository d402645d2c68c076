import type { CommitOutcome, MirrorChange, MirrorStore, Prepared } from '../../ports/mirror-store.js';
import type { MirroredObject } from '../../ports/mirrored-object.js';
import type { MirrorCalendars } from './mirror-calendars.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorObjects } from './mirror-objects.js';
import type { MirrorRemovals } from './mirror-removals.js';
import type { MirrorStage } from './mirror-stage.js';
import type { MirrorWrites } from './mirror-writes.js';

interface CommitParts {
  readonly calendars: Pick<MirrorCalendars, 'row' | 'synchronised'>;
  readonly objects: MirrorObjects;
  readonly stage: Pick<MirrorStage, 'swap'>;
  readonly drafts: { finish(name: string): boolean };
  readonly writes: MirrorWrites;
  readonly removals: Pick<MirrorRemovals, 'keep' | 'begin'>;
}

/** Stores the results of syncs. */
export function createMirrorCommits(
  { get, transaction }: MirrorDatabase,
  { calendars, objects, stage, drafts, writes, removals }: CommitParts,
): Pick<MirrorStore, 'commit'> {
  function apply(
    former: number,
    change: MirrorChange,
    prepared: Exclude<Prepared, { kind: 'drafted' }> | undefined,
  ): CommitOutcome {
    const known = objects.versions(former);
    const named = new Set(change.stored.map(({ href }) => href));
    const gone =
      change.kind === 'whole' ? [...known.keys()].filter((href) => !named.has(href)) : change.removed;
    const counts = { added: 0, changed: 0, removed: gone.filter((href) => known.has(href)).length };
    removals.keep(former, gone, change.syncedAt);
    const staged = prepared?.kind === 'staged' ? stage.swap(former, prepared.name) : undefined;
    const calendar = staged ?? former;
    // Objects in the staged copy may have been deleted since.
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
      if (!isThere) objects.store(calendar, object, { isKnown: etag !== undefined || staged !== undefined });
      // Some servers list an object twice.
      known.set(object.href, object.etag);
    }
    synchronised(calendar, change);
    return { kind: 'done', ...counts };
  }

  /** Puts a first copy in place, and applies the changes made meanwhile. */
  function finish(former: number, name: string, change: MirrorChange): CommitOutcome {
    const calendar = drafts.finish(name) ? stage.swap(former, name) : undefined;
    if (calendar === undefined) return { kind: 'overtaken' };
    for (const href of change.removed) objects.remove(calendar, href);
    for (const object of change.stored) objects.store(calendar, object, { isKnown: true });
    synchronised(calendar, change);
    const sql = "SELECT count(*) AS added FROM objects WHERE calendar = ? AND kind <> 'other'";
    const { added } = get<{ readonly added: number }>(sql, calendar) ?? { added: 0 };
    return { kind: 'done', added, changed: 0, removed: 0 };
  }

  function synchronised(calendar: number, change: MirrorChange): void {
    removals.begin(calendar, change.syncedAt);
    calendars.synchronised(calendar, change);
    writes.forget(change.syncedAt);
  }

  return {
    commit: (key, base, change, prepared) =>
      transaction((): CommitOutcome => {
        const { id, revision } = calendars.row(key);
        if (revision !== base.revision) return { kind: 'overtaken' };
        const hrefs = [...writes.since(id, base.writes)];
        if (hrefs.length > 0) return { kind: 'written', hrefs, writes: writes.last(id).seq };
        return prepared?.kind === 'drafted' ? finish(id, prepared.name, change) : apply(id, change, prepared);
      }),
  };
}
