import { confirmGone, type Difference, differenceOf } from './fetch-changes.js';
import type { CopiedCalendar, SyncContext } from './sync-context.js';

/**
 * What the list of all ETags says: the only thing that makes an object count as deleted unnamed. Objects in `other` are
 * fetched regardless of their version.
 */
export async function compareVersions(
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
