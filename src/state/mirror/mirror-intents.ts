import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorOwners } from './mirror-owners.js';

/** The table `intents`: writes that were begun and whose result is not yet known. */
export interface MirrorIntents {
  begin(keys: readonly MirrorKey[], now: Instant): string;
  end(intent: string): void;
  /** When the last abandoned one began. */
  left(key: MirrorKey, now: Instant): Instant | undefined;
}

/** A write takes no longer, where its process cannot be asked about. */
const LONGEST_WRITE_MS = 120_000;
/** By then every copy was compared. */
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
