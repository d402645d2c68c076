import type { CalendarObject } from '../../../ports/backend.js';
import type { MirroredCalendar, MirrorKey } from '../../../ports/mirrored-object.js';
import { changedSince } from './changed-since.js';
import { confirmGone, type Difference, differenceOf, fetchObjects } from './fetch-changes.js';
import type { CopiedCalendar, SyncContext } from './sync-context.js';

/** Fetch up to this many objects one by one; for more, comparing a list is quicker. */
const MOST_LOOKED_AT = 20;
/** Texts to compare per turn of the event loop. */
const SLICE = 100;

/** Changes since the token, or from the list of all versions without a usable token. */
export async function incrementalChange(
  context: SyncContext,
  copied: CopiedCalendar,
  base: Pick<MirroredCalendar, 'token' | 'marker'>,
  marker: string | undefined,
): Promise<Difference> {
  const { calendar, key } = copied;
  if (base.token === undefined) return compareVersions(context, copied);
  const named = await changedSince(context.source, calendar, base.token, context.signal);
  if (named === undefined) return compareVersions(context, copied);
  const { changed, answered, deleted, token } = named;
  const objects = new Map(named.objects);
  const known = context.store.versions(key);
  const written = context.store.recentWrites(key);
  const seen = { known, changed, objects, answered, written };
  const removed = [...deleted].filter((href) => known.has(href));
  const isNamed = (href: string): boolean => changed.has(href) || deleted.has(href);
  // A write of ours may have been reverted, which leaves no change since the token.
  const unnamed = new Set([...context.store.uncoveredWrites(key)].filter((href) => !isNamed(href)));
  // A change without named objects may mean that everything was deleted.
  const isSilent = changed.size + deleted.size === 0 && (marker === undefined || marker !== base.marker);
  if (isSilent || mayBeEverything(known, changed, written)) {
    for (const href of known.keys()) if (!isNamed(href)) unnamed.add(href);
    if (unnamed.size > MOST_LOOKED_AT) {
      // The comparison misses changes under the same version, so pass those on.
      return compareVersions(context, copied, await changedUnderSameVersion(context, key, seen));
    }
  }
  const { objects: there, missing } = await fetchObjects(context, calendar, [...unnamed]);
  for (const object of there) objects.set(object.href, object);
  removed.push(...missing);
  const versions = new Map(known);
  for (const href of await changedUnderSameVersion(context, key, seen)) versions.delete(href);
  const listing = { known: versions, changed, removed, objects: [...objects.values()], answered };
  return { ...(await differenceOf(context, calendar, listing)), token };
}

/**
 * Objects that changed under the same version: SOGo restarts versions if an event is created again, and
 * Google's have a resolution of one second. Compares received texts; without texts, fetches a few.
 */
async function changedUnderSameVersion(
  { store, copyThrottle }: SyncContext,
  key: MirrorKey,
  { known, changed, objects, answered, written }: NamedObjects,
): Promise<readonly string[]> {
  const same = [...changed].flatMap(([href, etag]) => (known.get(href) === etag ? [href] : []));
  const silent = same.filter((href) => !answered.has(href) && !written.has(href));
  const other = silent.length > MOST_LOOKED_AT ? [] : silent;
  const toFetch = [...new Set([...answered, ...objects.keys()])].filter(
    (href) => known.get(href) === (objects.get(href)?.etag ?? changed.get(href)),
  );
  for (let at = 0; at < toFetch.length; at += SLICE) {
    const hrefs = toFetch.slice(at, at + SLICE);
    const texts = new Map(store.find(key, hrefs).objects.map(({ href, ics }) => [href, ics]));
    other.push(...hrefs.filter((href) => texts.get(href) !== objects.get(href)?.ics));
    await copyThrottle.turn();
  }
  return other;
}

interface NamedObjects {
  readonly known: ReadonlyMap<string, string>;
  readonly changed: ReadonlyMap<string, string | undefined>;
  readonly objects: ReadonlyMap<string, CalendarObject>;
  readonly answered: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/**
 * Some servers answer an old token with all objects, which looks like a change of everything and omits
 * deleted ones. Unchanged objects or a high number reveal it.
 */
function mayBeEverything(
  known: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, string | undefined>,
  written: ReadonlySet<string>,
): boolean {
  const unchanged = [...changed].some(([href, etag]) => known.get(href) === etag && !written.has(href));
  return unchanged || (changed.size > 0 && changed.size * 2 >= known.size);
}

/**
 * Changes from the list of all ETags, the only source that proves an unnamed deletion. Fetches objects in
 * `other` regardless of version.
 */
async function compareVersions(
  context: SyncContext,
  { calendar, key }: CopiedCalendar,
  other: readonly string[] = [],
): Promise<Difference> {
  const { versions, token } = await context.source.versions(calendar, context.signal);
  const known = new Map(context.store.versions(key));
  const removed = [...known.keys()].filter((href) => !versions.has(href));
  await confirmGone(context, calendar, removed, known.size);
  for (const href of other) known.delete(href);
  const listing = { known, changed: versions, removed, objects: [] };
  const difference = await differenceOf(context, calendar, listing);
  return { ...difference, full: true, ...(token === undefined ? {} : { token }) };
}
