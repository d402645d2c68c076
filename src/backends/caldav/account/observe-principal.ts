import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { child, dav } from '../dav/multistatus.js';

/** A client whose listings also show the account's principal (RFC 5397), without a further request. */
export interface WatchingClient {
  readonly client: DavClient;
  /** Path of the principal, once a listing has named it. */
  principal(): string | undefined;
}

const PRINCIPAL = 'd:current-user-principal';

export function observePrincipal(client: DavClient): WatchingClient {
  let seen: string | undefined;
  return {
    client: {
      ...client,
      async propfind(url, props, depth, signal) {
        const listing = await client.propfind(url, [...props, PRINCIPAL], depth, signal);
        seen ??= principalIn(listing);
        return listing;
      },
    },
    principal: () => seen,
  };
}

function principalIn({ responses, url }: DavListing): string | undefined {
  for (const { props } of responses) {
    const href = child(props.get(dav('current-user-principal')), dav('href'))?.text;
    const address = href === undefined ? undefined : canonicalCollection(href, url);
    // Providers with many hosts name it on the one that is asked.
    if (address !== undefined) return new URL(address).pathname;
  }
  return undefined;
}
