import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { SyncSource } from '../../../ports/sync-source.js';

/** Limit of partial answers to one sync. */
const MAX_PARTS = 100;

/** All changes since a token. */
export interface NamedChanges {
  readonly changed: ReadonlyMap<string, string | undefined>;
  readonly objects: ReadonlyMap<string, CalendarObject>;
  readonly answered: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Start of the next report. */
  readonly token: string;
}

/** Undefined if the server refuses the token or never finishes. */
export async function changedSince(
  source: SyncSource,
  calendar: CalendarAddress,
  since: string,
  signal: AbortSignal,
): Promise<NamedChanges | undefined> {
  const changed = new Map<string, string | undefined>();
  const objects = new Map<string, CalendarObject>();
  const answered = new Set<string>();
  const deleted = new Set<string>();
  let token = since;
  for (let part = 0; part < MAX_PARTS; part++) {
    const changes = await source.changes(calendar, token, signal);
    if (changes === 'refused') return undefined;
    for (const [href, etag] of changes.changed) {
      changed.set(href, etag);
      deleted.delete(href);
      answered.delete(href);
      objects.delete(href);
    }
    for (const href of changes.answered) answered.add(href);
    for (const object of changes.objects) objects.set(object.href, object);
    for (const href of changes.deleted) {
      for (const listed of [changed, answered, objects]) listed.delete(href);
      deleted.add(href);
    }
    if (!changes.complete && changes.token === token) return undefined;
    token = changes.token;
    if (changes.complete) return { changed, objects, answered, deleted, token };
  }
  return undefined;
}
