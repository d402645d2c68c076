import { CalendarError } from '../../../../schemas/model/error.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { caldav, child, type DavResponse, dav } from '../dav/multistatus.js';

export interface Discovered {
  /** Canonical addresses of collections with calendars, or of the one configured calendar. */
  readonly homes: readonly string[];
  readonly single: boolean;
  /** The configured path belongs to another account, so this account's own homes are used. */
  readonly instead?: true;
  /** Mail addresses of the account's owner (RFC 6638 §2.4.1). */
  readonly addresses: readonly string[];
  /** Free/busy requests go here (RFC 6638 §2.1.1). */
  readonly outbox?: string;
}

const PROPS = [
  'd:resourcetype',
  'd:current-user-principal',
  'd:principal-URL',
  'c:calendar-home-set',
  'c:calendar-user-address-set',
  'c:schedule-outbox-URL',
];

/**
 * Tried if the configured address does not speak CalDAV: the well-known path (RFC 6764 §5), and those of
 * SOGo, Nextcloud, Baikal and DAViCal, whose hosts often lack it.
 */
const KNOWN_PATHS = ['/.well-known/caldav', '/SOGo/dav/', '/remote.php/dav/', '/dav.php/', '/caldav.php/'];

/** Errors that mean "not here": try the next address. */
const ELSEWHERE = new Set(['NOT_FOUND', 'UNSUPPORTED', 'BAD_UPSTREAM_RESPONSE', 'PERMISSION_DENIED']);

/** A bare host means https. */
export function parseServerUrl(text: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(full)) throw configuration('is not a valid address');
  const url = new URL(full);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw configuration('needs http or https');
  if (url.username !== '' || url.password !== '') {
    throw configuration('holds a user name or password, which belong in their own settings');
  }
  url.hash = '';
  return url;
}

/**
 * Finds the calendar homes from the configured host, principal, home or calendar (RFC 6764 §6, RFC 5397, RFC
 * 4791 §6.2.1).
 */
export async function discover(client: DavClient, server: URL, signal: AbortSignal): Promise<Discovered> {
  const refusals: CalendarError[] = [];
  const tryAt = async (url: string): Promise<Described | undefined> => {
    try {
      return await describe(client, url, signal);
    } catch (error) {
      // A web site at the bare host often redirects to another host; the known paths must not.
      if (!(error instanceof CalendarError) || error.code !== 'REDIRECT_REFUSED') throw error;
      refusals.push(error);
      return undefined;
    }
  };
  const first = await tryAt(server.href);
  if (first !== undefined && has(first.self, caldav('calendar'))) {
    return { homes: [first.url], single: true, ...ownerOf(await principalOf(client, first, signal)) };
  }
  const entry =
    first !== undefined && leadsOn(first) ? first : ((await firstKnownPath(tryAt, server)) ?? first);
  if (entry === undefined) throw refusals[0] ?? notCalDav();
  const principal = await principalOf(client, entry, signal);
  const homes = hrefsOf(principal, caldav('calendar-home-set'));
  const owner = ownerOf(principal);
  // A configured folder outside the account's homes is deliberate: another user's home, or part of one.
  const configured = first !== undefined && first.url !== principal.url ? first.url : undefined;
  if (configured !== undefined && !homes.some((home) => home.startsWith(configured))) {
    if (await holdsCalendars(client, configured, signal))
      return { homes: [configured], single: false, ...owner };
  }
  if (homes.length === 0) throw refusals[0] ?? notCalDav();
  const isOwn = first === undefined ? isEntry(server) : leadsTo(first.url, [principal.url, ...homes]);
  return { homes, single: false, ...(isOwn ? {} : { instead: true }), ...owner };
}

/** An address without its own path (RFC 6764 §5). */
function isEntry({ pathname }: URL): boolean {
  return pathname === '/' || pathname.startsWith('/.well-known/');
}

/** True if an address is one of the places, is above one, or has no path. */
function leadsTo(url: string, places: readonly string[]): boolean {
  return (
    isEntry(new URL(url)) || places.some((place) => new URL(place).pathname.startsWith(new URL(url).pathname))
  );
}

async function firstKnownPath(
  tryAt: (url: string) => Promise<Described | undefined>,
  server: URL,
): Promise<Described | undefined> {
  let found: Described | undefined;
  for (const path of KNOWN_PATHS) {
    const here = await tryAt(new URL(path, server).href);
    if (here !== undefined && leadsOn(here)) return here;
    found ??= here;
  }
  return found;
}

interface Described {
  readonly url: string;
  readonly self: DavResponse;
}

/** Properties of an address (depth 0); undefined if it does not speak CalDAV. */
async function describe(client: DavClient, url: string, signal: AbortSignal): Promise<Described | undefined> {
  try {
    const listing = await client.propfind(url, PROPS, '0', signal);
    const self = listing.responses[0];
    const canonical = canonicalCollection(new URL(listing.url).pathname, listing.url);
    if (self === undefined || canonical === undefined || (self.status ?? 200) >= 400) return undefined;
    return { url: canonical, self };
  } catch (error) {
    if (error instanceof CalendarError && ELSEWHERE.has(error.code)) return undefined;
    throw error;
  }
}

function leadsOn(entry: Described): boolean {
  return (
    hrefsOf(entry, dav('current-user-principal')).length > 0 ||
    hrefsOf(entry, caldav('calendar-home-set')).length > 0
  );
}

/** The entry itself if it names homes, otherwise the principal it names. */
async function principalOf(client: DavClient, entry: Described, signal: AbortSignal): Promise<Described> {
  if (hrefsOf(entry, caldav('calendar-home-set')).length > 0) return entry;
  if (child(entry.self.props.get(dav('current-user-principal')), dav('unauthenticated')) !== undefined) {
    throw new CalendarError('AUTH_FAILED', 'The calendar server did not recognise the account.', {
      suggestion: 'Check the user name and password; many providers require an app-specific password.',
    });
  }
  const href = hrefsOf(entry, dav('current-user-principal'))[0] ?? hrefsOf(entry, dav('principal-URL'))[0];
  const principal = href === undefined ? undefined : await describe(client, href, signal);
  return principal ?? entry;
}

function ownerOf(principal: Described): Pick<Discovered, 'addresses' | 'outbox'> {
  const [outbox] = hrefsOf(principal, caldav('schedule-outbox-URL'));
  return { addresses: mailAddresses(principal), ...(outbox === undefined ? {} : { outbox }) };
}

async function holdsCalendars(client: DavClient, url: string, signal: AbortSignal): Promise<boolean> {
  const { responses }: DavListing = await client.propfind(url, ['d:resourcetype'], '1', signal);
  return responses.some((response) => has(response, caldav('calendar')));
}

function has(response: DavResponse, type: string): boolean {
  return child(response.props.get(dav('resourcetype')), type) !== undefined;
}

function hrefsOf({ self, url }: Described, property: string): string[] {
  return (self.props.get(property)?.children ?? [])
    .filter(({ name }) => name === dav('href'))
    .map(({ text }) => canonicalCollection(text, url))
    .filter((href) => href !== undefined);
}

function mailAddresses({ self }: Described): string[] {
  return (self.props.get(caldav('calendar-user-address-set'))?.children ?? [])
    .map(({ text }) => /^\s*(?:mailto:)?([^\s@/]+@[^\s@/]+)\s*$/i.exec(text)?.[1])
    .filter((address) => address !== undefined)
    .map((address) => address.toLowerCase());
}

function configuration(what: string): CalendarError {
  return new CalendarError('CONFIGURATION', `The configured CalDAV URL ${what}.`, {
    suggestion: 'Set it to the address of the account, such as https://caldav.example.com/.',
  });
}

function notCalDav(): CalendarError {
  return new CalendarError('BAD_UPSTREAM_RESPONSE', 'No CalDAV calendars were found at the configured URL.', {
    suggestion:
      'Set the CalDAV address of the account as the provider documents it; the host alone is not always enough.',
  });
}
