import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorChange, Prepared } from '../../ports/mirror-store.js';
import type { MirroredObject } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorObjects } from './mirror-objects.js';

/**
 * Objects looked at or written before other work, of this process and of others, gets its turn: about ten
 * milliseconds.
 */
const SLICE = 100;

/** If more than this of a calendar is new, it is written beside the old one, and then takes its place. */
const STAGED_FROM = 1000;

/** No preparation takes longer; a first copy that was left goes on for so long after the last day. */
const STAGES_KEPT_MS = 3_600_000;

/** What stands for an account in rows that belong to no calendar: those being written, and those to be deleted. */
const NOBODY = '';

interface FormerRow {
  readonly identity: string;
  readonly calendar: string;
  readonly revision: number;
  /** Of what has never been complete: then the first copy is doubtful too. */
  readonly doubtful: number;
}

export interface MirrorStage {
  /** A new, unowned row of `calendars`. */
  begin(name: string, now: Instant): number;
  /** What a commit can know beforehand, found out and written in slices. */
  prepare(calendar: number, change: MirrorChange): Promise<Prepared>;
  /**
   * Within a transaction: puts a stage in the place of a calendar, whose former content is then what `discard` deletes.
   * The new number of the calendar; undefined if the stage no longer exists.
   */
  swap(calendar: number, name: string): number | undefined;
  /** Deletes in slices what a stage of this name holds now. */
  discard(name: string): Promise<void>;
  /** Deletes what a process that ended in the middle has left. */
  prune(before: Instant): void;
}

/** Large changes of the mirror, made without keeping anybody waiting. */
export function createMirrorStage(
  { get, run, transaction }: MirrorDatabase,
  objects: MirrorObjects,
  stagedFrom = STAGED_FROM,
): MirrorStage {
  function numberOf(name: string): number | undefined {
    const sql = 'SELECT id FROM calendars WHERE identity = ? AND calendar = ?';
    return get<{ readonly id: number }>(sql, NOBODY, name)?.id;
  }

  function begin(name: string, now: Instant): number {
    const sql = 'INSERT INTO calendars (identity, calendar, synced_at) VALUES (?, ?, ?) RETURNING id';
    const row = get<{ readonly id: number }>(sql, NOBODY, name, now);
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
      // No two rows may have the same name, not even for a moment.
      run(rename, NOBODY, '', 0, 0, calendar);
      run(rename, former.identity, former.calendar, former.revision, former.doubtful, next);
      run(rename, NOBODY, name, 0, 0, calendar);
      run('UPDATE writes SET calendar = ? WHERE calendar = ?', next, calendar);
      return next;
    },
    discard,
    prune(before) {
      run('DELETE FROM calendars WHERE identity = ? AND synced_at < ?', NOBODY, before - STAGES_KEPT_MS);
    },
  };
}

/** Those that a commit can leave as they are. */
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
