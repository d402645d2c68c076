import { principalSearch } from '../../../../compilers/targets/caldav/people-requests.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { PersonKind } from '../../../../schemas/model/event.js';
import type { KnownPerson } from '../../../ports/people.js';
import type { DavClient } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { caldav, type DavResponse, dav } from '../dav/multistatus.js';
import { bareAddress } from './read-cards.js';

const KINDS: Readonly<Record<string, PersonKind>> = { GROUP: 'group', ROOM: 'room', RESOURCE: 'resource' };
const PROPS = ['d:displayname', 'c:calendar-user-address-set', 'c:calendar-user-type'];
const NOT_TOLD = new Set([
  'NOT_FOUND',
  'UNSUPPORTED',
  'PERMISSION_DENIED',
  'BAD_UPSTREAM_RESPONSE',
  'UPSTREAM_ERROR',
]);

/**
 * Principals whose name contains a text, or all rooms and resources. Searches (RFC 3744 §9.4), and lists the
 * principals if that finds nothing.
 */
export async function searchDirectory(
  client: DavClient,
  principal: string,
  text: string | undefined,
  signal: AbortSignal,
): Promise<readonly KnownPerson[]> {
  const collections = await collectionsOf(client, principal, signal);
  const bodies =
    text === undefined
      ? ['ROOM', 'RESOURCE'].map((kind) => principalSearch('calendar-user-type', kind))
      : [principalSearch('displayname', text)];
  const found = new Map<string, KnownPerson>();
  for (const collection of collections) {
    const listings = [
      ...bodies.map((body) => () => client.report(collection, body, signal, '0')),
      () => client.propfind(collection, PROPS, '1', signal),
    ];
    for (const [at, ask] of listings.entries()) {
      if (at === listings.length - 1 && found.size > 0) break;
      for (const response of await responsesOf(ask)) {
        const person = readPrincipal(response);
        const isAsked = text === undefined ? person?.kind === 'room' || person?.kind === 'resource' : true;
        if (person !== undefined && isAsked) found.set(person.addresses.join(' '), person);
      }
    }
  }
  return [...found.values()];
}

async function collectionsOf(
  client: DavClient,
  principal: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { responses, url } = await client.propfind(principal, ['d:principal-collection-set'], '0', signal);
  const hrefs = responses[0]?.props.get(dav('principal-collection-set'))?.children ?? [];
  const named = hrefs
    .filter(({ name }) => name === dav('href'))
    .map(({ text }) => canonicalCollection(text, url))
    .filter((href) => href !== undefined);
  return named.length > 0 ? named : [new URL('..', principal).href];
}

async function responsesOf(
  ask: () => Promise<{ readonly responses: readonly DavResponse[] }>,
): Promise<readonly DavResponse[]> {
  try {
    return (await ask()).responses;
  } catch (error) {
    if (error instanceof CalendarError && NOT_TOLD.has(error.code)) return [];
    throw error;
  }
}

function readPrincipal({ props }: DavResponse): KnownPerson | undefined {
  const hrefs = props.get(caldav('calendar-user-address-set'))?.children ?? [];
  const isPreferred = (attributes: ReadonlyMap<string, string>) => attributes.get('preferred') === '1';
  const addresses = [...hrefs]
    .filter(({ text }) => /^\s*mailto:/i.test(text))
    .sort((a, b) => Number(isPreferred(b.attributes)) - Number(isPreferred(a.attributes)))
    .map(({ text }) => bareAddress(text))
    .filter((address) => address !== undefined);
  if (addresses.length === 0) return undefined;
  const name = props.get(dav('displayname'))?.text.trim() || (addresses[0] ?? '');
  const kind = KINDS[props.get(caldav('calendar-user-type'))?.text.trim().toUpperCase() ?? ''] ?? 'person';
  return { name, nicknames: [], addresses: [...new Set(addresses)], kind, from: 'directory' };
}
