import { singleFlight } from '../../../concurrency/single-flight.js';
import type { Backend } from '../../../ports/backend.js';
import type { Discovered } from '../account/discover.js';
import type { DavClient } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { child, dav } from '../dav/multistatus.js';
import { readAddressBooks } from './address-books.js';
import { readAccess } from './calendar-access.js';
import { searchDirectory } from './directory.js';

const FRESH_MS = 300_000;

/** Contacts and directory of an account. Caches address books for five minutes; stores nothing. */
export function createAccountPeople(
  client: DavClient,
  seenPlace: (signal: AbortSignal) => Promise<Discovered>,
  closing: AbortSignal,
): Pick<Required<Backend>, 'people' | 'accessTo'> {
  const principal = singleFlight(async () => {
    const [home = ''] = (await seenPlace(closing)).homes;
    const { responses, url } = await client.propfind(home, ['d:current-user-principal'], '0', closing);
    const href = child(responses[0]?.props.get(dav('current-user-principal')), dav('href'))?.text;
    return href === undefined ? undefined : canonicalCollection(href, url);
  }, Number.POSITIVE_INFINITY);
  const contacts = singleFlight(async () => {
    const href = await principal.get();
    return href === undefined ? [] : readAddressBooks(client, href, closing);
  }, FRESH_MS);
  return {
    async people({ from, text }, { signal, refresh }) {
      if (refresh) contacts.forget();
      if (from === 'contacts') return contacts.get(signal);
      const href = await principal.get(signal);
      return href === undefined ? [] : searchDirectory(client, href, text, signal);
    },
    accessTo: async (href, { signal }) => readAccess(client, href, await principal.get(signal), signal),
  };
}
