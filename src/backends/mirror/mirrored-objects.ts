import { setImmediate } from 'node:timers/promises';
import type { CalendarObject, UnreadableObject } from '../../ports/backend.js';
import type { MirroredObject } from '../../ports/mirror-store.js';
import { indexObject } from './index-object.js';
import { indexing } from './stages.js';
import type { SyncContext } from './sync-context.js';

/** What came of asking for objects. */
export interface Fetched {
  readonly objects: readonly CalendarObject[];
  readonly unreadable: readonly UnreadableObject[];
  /** Addresses of what is no event. */
  readonly other: readonly string[];
}

/** Objects parsed before other work gets its turn. */
const SLICE = 50;

/** Fetched objects with their index entries; versions of what has no text come from the listing. */
export async function mirrored(
  { objects, unreadable, other }: Fetched,
  listed: ReadonlyMap<string, string | undefined>,
  { indexer, progress }: Pick<SyncContext, 'indexer' | 'progress'>,
): Promise<readonly MirroredObject[]> {
  const result: MirroredObject[] = [];
  for (const object of objects) {
    const { href, etag, ics } = object;
    result.push({ kind: 'event', href, etag, ics, index: indexObject(object, indexer) });
    if (result.length % SLICE !== 0) continue;
    indexing(progress, result.length, objects.length);
    await setImmediate();
  }
  for (const { href, reason } of unreadable) {
    result.push({ kind: 'unreadable', href, etag: listed.get(href) ?? '', reason });
  }
  for (const href of other) result.push({ kind: 'other', href, etag: listed.get(href) ?? '' });
  return result;
}
