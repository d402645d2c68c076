import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorChange, Prepared } from '../../ports/mirror-store.js';
import type { MirroredObject } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorObjects } from './mirror-objects.js';

/** Objects per turn, about ten milliseconds, so that other work and processes can continue. */
const SLICE = 100;

/** Above this many new objects, writes a staged copy and then swaps it in. */
const STAGED_FROM = 1000;

/** Longest preparation; an abandoned first copy can be continued this long past its retention. */
const STAGES_KEPT_MS = 3_600_000;

/** Identity of rows without an account: staged copies, and those to delete. */
const UNOWNED = '';

interface FormerRow {
  readonly identity: string;
  readonly calendar: string;
  readonly revision: number;
  /** If the former copy was never complete, the first copy is doubtful too. */
  readonly doubtful: number;
}

export interface MirrorStage {
  /** Creates an unowned row of `calendars`. */
  begin(name: string, now: Instant): number;
  /** Prepares a commit in slices, as far as possible in advance. */
  prepare(calendar: number, change: MirrorChange): Promise<Prepared>;
  /**
   * Swaps a staged copy with a calendar, and leaves the former content for `discard`. Returns the new row id;
   * undefined if the stage is gone. Needs a transaction.
   */
  swap(calendar: number, name: string): number | undefined;
  /** Deletes the content of a stage in slices. */
  discard(name: string): Promise<void>;
  /** Deletes stages of killed processes. */
  prune(before: Instant): void;
}

/** Makes large changes of the mirror without blocking other work. */
export function createMirrorStage(
  { get, run, transaction }: MirrorDatabase,
  objects: MirrorObjects,
  stagedFrom = STAGED_FROM,
): MirrorStage {
  function numberOf(name: string): number | undefined {
    const sql = 'SELECT id FROM calendars WHERE identity = ? AND calendar = ?';
    return get<{ readonly id: number }>(sql, UNOWNED, name)?.id;
  }

  function begin(name: string, now: Instant): number {
    const sql = 'INSERT INTO calendars (identity, calendar, synced_at) VALUES (?, ?, ?) RETURNING id';
    const row = get<{ readonly id: number }>(sql, UNOWNED, name, now);
    if (row === undefined) throw new Error('a row that was just stored is not there');
    return row.id;
  }

  async function laidOut(stored: readonly MirroredObject[], now: Instant): Promise<Prepared> {
    const name = randomUUID();
    const calendar = begin(name, now);
    const seen = new Set<string>();
    try {
      for (let at = 0; at < stored.length; at += SLICE) {
        transaction(() => {
          for (const object of stored.slice(at, at + SLICE)) {
            // Some servers list an object twice.
            objects.store(calendar, object, { isKnown: seen.has(object.href) });
            seen.add(object.href);
          }
        });
        await setImmediate();
      }
    } catch (error) {
      await discard(name);
      throw error;
    }
    return { kind: 'staged', name, objects: new Set(stored) };
  }

  async function discard(name: string): Promise<void> {
    const calendar = numberOf(name);
    if (calendar === undefined) return;
    const some = 'SELECT id FROM objects WHERE calendar = ? LIMIT ?';
    while (get('SELECT 1 FROM objects WHERE calendar = ?', calendar) !== undefined) {
      run(`DELETE FROM objects WHERE id IN (${some})`, calendar, SLICE);
      await setImmediate();
    }
    run('DELETE FROM calendars WHERE id = ?', calendar);
  }

  return {
    begin,
    async prepare(calendar, { kind, stored, syncedAt }) {
      const unchanged = await unchangedOf(objects, calendar, stored);
      const isLarge = kind === 'whole' && stored.length - unchanged.size > stagedFrom;
      return isLarge ? laidOut(stored, syncedAt) : { kind: 'compared', objects: unchanged };
    },
    swap(calendar, name) {
      const next = numberOf(name);
      const former = get<FormerRow>(
        'SELECT identity, calendar, revision, full_at IS NULL AND doubtful AS doubtful FROM calendars WHERE id = ?',
        calendar,
      );
      if (next === undefined || former === undefined) return undefined;
      const rename =
        'UPDATE calendars SET identity = ?, calendar = ?, revision = ?, doubtful = ? WHERE id = ?';
      // Names must stay unique at every step.
      run(rename, UNOWNED, '', 0, 0, calendar);
      run(rename, former.identity, former.calendar, former.revision, former.doubtful, next);
      run(rename, UNOWNED, name, 0, 0, calendar);
      run('UPDATE writes SET calendar = ? WHERE calendar = ?', next, calendar);
      return next;
    },
    discard,
    prune(before) {
      run('DELETE FROM calendars WHERE identity = ? AND synced_at < ?', UNOWNED, before - STAGES_KEPT_MS);
    },
  };
}

/** Objects that a commit can skip. */
async function unchangedOf(
  { versions, isStored }: MirrorObjects,
  calendar: number,
  stored: readonly MirroredObject[],
): Promise<ReadonlySet<MirroredObject>> {
  const known = versions(calendar);
  const unchanged = new Set<MirroredObject>();
  if (known.size === 0) return unchanged;
  for (const [at, object] of stored.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    if (known.get(object.href) === object.etag && isStored(calendar, object)) unchanged.add(object);
  }
  return unchanged;
}
