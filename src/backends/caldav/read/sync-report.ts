import type { CalendarObject } from '../../../ports/backend.js';
import type { Changes } from '../../../ports/sync-source.js';
import type { DavListing } from '../dav/dav-client.js';
import { canonicalHref } from '../dav/href.js';
import { badUpstream } from '../dav/xml-document.js';
import { etagOf, isAboutEvents, readListing } from './scan-calendar.js';

/** What a sync-collection REPORT says (RFC 6578 §3.5). Objects outside the calendar are none of its business. */
export async function readSyncReport(
  listing: DavListing,
  calendar: { readonly id: string; readonly href: string },
): Promise<Changes> {
  if (listing.syncToken === undefined) throw badUpstream('contains no new token');
  const changed = new Map<string, string | undefined>();
  const deleted = new Set<string>();
  let complete = true;
  const members = listing.responses.filter((response) => {
    const href = canonicalHref(response.href, listing.url);
    const status = response.status ?? 200;
    if (href === undefined || href === calendar.href || `${href}/` === calendar.href) {
      // 507 for the calendar itself: there is more (§3.6).
      if (status >= 400) complete = false;
      return false;
    }
    if (!href.startsWith(calendar.href)) return false;
    if (status === 404 || status === 410) deleted.add(href);
    else changed.set(href, etagOf(response));
    return status < 400;
  });
  // Named as both: reading it decides.
  for (const href of changed.keys()) deleted.delete(href);
  const answered = new Set<string>();
  const objects: CalendarObject[] = [];
  for (const item of await readListing({ ...listing, responses: members }, calendar)) {
    if (item.kind !== 'object') continue;
    answered.add(item.object.href);
    if (isAboutEvents(item.object.ics)) objects.push(item.object);
  }
  return { changed, answered, objects, deleted: [...deleted], token: listing.syncToken, complete };
}
