import { ALL_CARDS, cardsAt } from '../../../../compilers/targets/caldav/people-requests.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { KnownPerson } from '../../../ports/people.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection, canonicalHref, pathOf } from '../dav/href.js';
import { child, dav } from '../dav/multistatus.js';
import { type Card, peopleOfCards, readCards } from './read-cards.js';

const carddav = (local: string): string => `{urn:ietf:params:xml:ns:carddav}${local}`;
const CHUNK = 50;
const MOST_CARDS = 20_000;
/** Errors of servers without address books, or without queries for them. */
const NONE_HERE = new Set(['NOT_FOUND', 'UNSUPPORTED', 'PERMISSION_DENIED', 'BAD_UPSTREAM_RESPONSE']);
/** DAViCal fails on partial cards. */
const NOT_IN_PARTS = new Set([...NONE_HERE, 'UPSTREAM_ERROR']);

/** All people in the address books of a principal (RFC 6352 §7.1); empty if the server has none. */
export async function readAddressBooks(
  client: DavClient,
  principal: string,
  signal: AbortSignal,
): Promise<readonly KnownPerson[]> {
  const homes = await orNone(async () => {
    const listing = await client.propfind(principal, ['card:addressbook-home-set'], '0', signal);
    const set = listing.responses[0]?.props.get(carddav('addressbook-home-set'));
    return hrefsIn(set?.children ?? [], listing);
  });
  const books = await Promise.all(
    homes.map((home) =>
      orNone(async () => {
        const listing = await client.propfind(home, ['d:resourcetype'], '1', signal);
        const found = listing.responses.filter(
          ({ props }) => child(props.get(dav('resourcetype')), carddav('addressbook')) !== undefined,
        );
        return found.map(({ href }) => canonicalCollection(href, listing.url)).filter(isThere);
      }),
    ),
  );
  const cards: Card[] = [];
  for (const book of new Set(books.flat())) cards.push(...(await cardsIn(client, book, signal)));
  return peopleOfCards(cards.slice(0, MOST_CARDS));
}

/** If the query fails or finds nothing, reads the listed cards. */
async function cardsIn(client: DavClient, book: string, signal: AbortSignal): Promise<readonly Card[]> {
  try {
    const cards = cardsOf(await client.report(book, ALL_CARDS, signal));
    if (cards.length > 0) return cards;
  } catch (error) {
    if (!(error instanceof CalendarError) || !NOT_IN_PARTS.has(error.code)) throw error;
  }
  return orNone(async () => {
    const listing = await client.propfind(book, ['d:getetag'], '1', signal);
    const hrefs = listing.responses
      .map(({ href }) => canonicalHref(href, listing.url))
      .filter(isThere)
      .filter((href) => href.startsWith(book) && href !== book);
    const cards: Card[] = [];
    for (let at = 0; at < Math.min(hrefs.length, MOST_CARDS); at += CHUNK) {
      const body = cardsAt(hrefs.slice(at, at + CHUNK).map(pathOf));
      cards.push(...cardsOf(await client.report(book, body, signal)));
    }
    return cards;
  });
}

/** Skips unreadable cards; the others still help. */
function cardsOf({ responses }: DavListing): readonly Card[] {
  return responses.flatMap(({ props }) => {
    const text = props.get(carddav('address-data'))?.text ?? '';
    try {
      return readCards(text);
    } catch (error) {
      if (error instanceof CalendarError) return [];
      throw error;
    }
  });
}

function hrefsIn(elements: readonly { name: string; text: string }[], { url }: DavListing): string[] {
  return elements
    .filter(({ name }) => name === dav('href'))
    .map(({ text }) => canonicalCollection(text, url))
    .filter(isThere);
}

function isThere(href: string | undefined): href is string {
  return href !== undefined;
}

async function orNone<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CalendarError && NONE_HERE.has(error.code)) return [];
    throw error;
  }
}
