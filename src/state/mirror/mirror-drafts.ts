import { randomUUID } from 'node:crypto';
import type { Instant } from '../../../schemas/model/time.js';
import type { MirrorDrafts } from '../../ports/mirror-drafts.js';
import type { MirrorKey } from '../../ports/mirrored-object.js';
import type { MirrorDatabase } from './mirror-database.js';
import type { MirrorObjects } from './mirror-objects.js';
import type { MirrorOwners } from './mirror-owners.js';

interface DraftRow {
  readonly name: string;
  /** Row of `calendars` with its objects. */
  readonly calendar: number;
  readonly owner: string;
  readonly at: Instant;
  readonly token: string | null;
}

/** A draft of an unknown process is abandoned after this time without additions; answers are faster. */
const SILENT_MS = 120_000;

/** The table `drafts`. `stage` creates an unowned row of `calendars`. */
export function createMirrorDrafts(
  { all, get, run, transaction }: MirrorDatabase,
  objects: Pick<MirrorObjects, 'versions' | 'store' | 'remove'>,
  { me, hasEnded }: MirrorOwners,
  stage: (name: string, now: Instant) => number,
): MirrorDrafts & {
  /** Completes a draft. False if it belongs to another process. Needs a transaction. */
  finish(name: string): boolean;
} {
  const mine = (name: string): DraftRow | undefined =>
    get<DraftRow>('SELECT * FROM drafts WHERE name = ? AND owner = ?', name, me);

  function left({ identity, calendarId }: MirrorKey, now: Instant): DraftRow | undefined {
    const rows = all<DraftRow>('SELECT * FROM drafts WHERE identity = ? AND id = ?', identity, calendarId);
    return rows.find(
      ({ owner, at }) => owner === me || (hasEnded(owner) ?? (now - at > SILENT_MS || at > now)),
    );
  }

  return {
    begin: (key, token, now, { restart }) =>
      transaction(() => {
        const found = left(key, now);
        if (found !== undefined && !restart) {
          run('UPDATE drafts SET owner = ?, at = ? WHERE name = ?', me, now, found.name);
          return {
            name: found.name,
            ...(found.token === null ? {} : { token: found.token }),
            versions: objects.versions(found.calendar),
          };
        }
        const name = randomUUID();
        run(
          'INSERT INTO drafts (name, calendar, identity, id, owner, at, token) VALUES (?, ?, ?, ?, ?, ?, ?)',
          name,
          stage(name, now),
          key.identity,
          key.calendarId,
          me,
          now,
          token ?? null,
        );
        return { name, ...(token === undefined ? {} : { token }), versions: new Map() };
      }),
    add: ({ identity, calendarId }, name, added, now) =>
      transaction(() => {
        const draft = mine(name);
        const sql = 'SELECT 1 FROM calendars WHERE identity = ? AND calendar = ? AND full_at IS NOT NULL';
        if (draft === undefined || get(sql, identity, calendarId) !== undefined) return false;
        for (const object of added) objects.store(draft.calendar, object, { isKnown: true });
        run('UPDATE drafts SET at = ? WHERE name = ?', now, name);
        return true;
      }),
    remove: (name, hrefs) =>
      transaction(() => {
        const draft = mine(name);
        for (const href of draft === undefined ? [] : hrefs) objects.remove(draft?.calendar ?? 0, href);
      }),
    finish(name) {
      const isMine = mine(name) !== undefined;
      if (isMine) run('DELETE FROM drafts WHERE name = ?', name);
      return isMine;
    },
  };
}
