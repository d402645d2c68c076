import type { ListedObject } from '../../../ports/mirror-listing.js';
import type { MirroredCalendar, MirrorKey } from '../../../ports/mirrored-object.js';
import type { ListedCalendar, OnDemand } from '../../../ports/sync-source.js';
import { isRecent } from '../../../system/is-recent.js';
import { confirmGone } from './fetch-changes.js';
import type { SyncCounts } from './sync-calendar.js';
import type { SyncContext } from './sync-context.js';

const NOTHING: SyncCounts = { added: 0, changed: 0, removed: 0 };

/**
 * Brings what is known of a calendar up to date without fetching any text: by its marker alone where that is the same
 * and was not relied on for too long, else by a list of all versions, which `full` asks for in any case.
 */
export async function compareOnDemand(
  context: SyncContext,
  onDemand: OnDemand,
  { info }: ListedCalendar,
  { full }: { readonly full: boolean },
): Promise<SyncCounts> {
  const { source, store, now, signal, progress } = context;
  const key: MirrorKey = { identity: source.identity, calendarId: info.id };
  const base = store.calendar(key);
  const syncedAt = now();
  const marker = full ? undefined : trustedMarker(base, onDemand, syncedAt);
  if (marker !== undefined && (await onDemand.marker(info, signal)) === marker) {
    store.listing.confirm(key, base, marker, syncedAt);
    return NOTHING;
  }
  progress?.(0, undefined, 'Reading the list of events.');
  const listing = await onDemand.versions(info, signal);
  const known = store.listing.versions(key);
  const gone = [...known.keys()].filter((href) => !listing.versions.has(href));
  await confirmGone(context, info, gone, known.size);
  const objects = new Map<string, ListedObject>();
  for (const [href, bounds] of listing.bounds) {
    objects.set(href, { version: listing.versions.get(href) ?? '', bounds });
  }
  const outcome = store.listing.commit(key, base, {
    objects,
    syncedAt,
    ...(listing.marker === undefined ? {} : { marker: listing.marker }),
  });
  if (outcome.kind === 'overtaken') return NOTHING;
  return { added: outcome.added, changed: outcome.changed, removed: outcome.removed };
}

/** The marker of the last list, where it still says something. */
function trustedMarker(
  { fullAt, doubtful, marker }: MirroredCalendar,
  { believedMs }: OnDemand,
  now: number,
): string | undefined {
  const isBelieved = fullAt !== undefined && isRecent(fullAt, believedMs, now);
  return isBelieved && !doubtful ? marker : undefined;
}
