import type { CalendarObject, UnreadableObject } from '../../../ports/backend.js';
import type { MirroredObject } from '../../../ports/mirrored-object.js';
import { type Indexer, indexObject } from './index-object.js';
import { indexing } from './progress-phases.js';
import type { SyncContext } from './sync-context.js';

export interface Fetched {
  readonly objects: readonly CalendarObject[];
  readonly unreadable: readonly UnreadableObject[];
  /** Addresses of objects that are neither events nor tasks. */
  readonly other: readonly string[];
}

/** Objects to parse and store per turn of the event loop. */
const SLICE = 25;

/** Fetched objects with their index entries; versions of objects without text come from the listing. */
export async function mirrored(
  fetched: Fetched,
  listed: ReadonlyMap<string, string | undefined>,
  { indexer, progress, copyThrottle }: Pick<SyncContext, 'indexer' | 'progress' | 'copyThrottle'>,
): Promise<readonly MirroredObject[]> {
  const result: MirroredObject[] = [];
  for (const slice of mirroredSlices(fetched, listed, indexer)) {
    result.push(...slice);
    indexing(progress, Math.min(result.length, fetched.objects.length), fetched.objects.length);
    await copyThrottle.turn();
  }
  return result;
}

/** Adds the index entry; an object with both an event and a task counts as an event. */
export function mirroredObject(object: CalendarObject, indexer: Indexer): MirroredObject {
  const { href, etag, ics } = object;
  const isTask = /^BEGIN:VTODO\s*$/im.test(ics) && !/^BEGIN:VEVENT\s*$/im.test(ics);
  return { kind: isTask ? 'task' : 'event', href, etag, ics, index: indexObject(object, indexer) };
}

/** Slices that take about ten milliseconds. */
export function* mirroredSlices(
  { objects, unreadable, other }: Fetched,
  listed: ReadonlyMap<string, string | undefined>,
  indexer: Indexer,
): Generator<readonly MirroredObject[]> {
  for (let at = 0; at < objects.length; at += SLICE) {
    yield objects.slice(at, at + SLICE).map((object) => mirroredObject(object, indexer));
  }
  yield unreadable.map(({ href, reason }) => ({
    kind: 'unreadable',
    href,
    etag: listed.get(href) ?? '',
    reason,
  }));
  yield other.map((href) => ({ kind: 'other', href, etag: listed.get(href) ?? '' }));
}
