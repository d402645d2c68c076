import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorOwners } from './mirror-owners.js';

/** The table `intents`: writes without a known result. */
export interface MirrorIntents {
  begin(keys: readonly MirrorKey[], now: Instant): string;
  end(intent: string): void;
  /** Start of the last abandoned write. */
  left(key: MirrorKey, now: Instant): Instant | undefined;
}

/** Longest write, if its process cannot be checked. */
const LONGEST_WRITE_MS = 120_000;
/** Every copy is compared within this time. */
const KEPT_MS = 24 * 3_600_000;

export function createMirrorIntents(
  { all, run, transaction }: Pick<MirrorDatabase, 'all' | 'run' | 'transaction'>,
  { me, hasEnded }: MirrorOwners,
): MirrorIntents {
  return {
    begin: (keys, now) =>
      transaction(() => {
        const name = randomUUID();
        for (const { identity, calendarId } of keys) {
          const sql = 'INSERT INTO intents (name, identity, id, owner, at) VALUES (?, ?, ?, ?, ?)';
          run(sql, name, identity, calendarId, me, now);
        }
        run('DELETE FROM intents WHERE at < ?', now - KEPT_MS);
        return name;
      }),
    end: (intent) => run('DELETE FROM intents WHERE name = ?', intent),
    left({ identity, calendarId }, now) {
      const rows = all<{ readonly owner: string; readonly at: Instant }>(
        'SELECT owner, at FROM intents WHERE identity = ? AND id = ? AND at <= ? ORDER BY at DESC',
        identity,
        calendarId,
        now,
      );
      return rows.find(({ owner, at }) => hasEnded(owner) ?? now - at > LONGEST_WRITE_MS)?.at;
    },
  };
}
