import { CalendarError } from '../../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../../schemas/model/unlisted-calendar.js';
import { singleFlight } from '../../../concurrency/single-flight.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { Log } from '../../../ports/log.js';
import type { AccountListing, EarlierListing, ListedCalendar } from '../../../ports/sync-source.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection } from '../dav/href.js';
import { child, dav } from '../dav/multistatus.js';
import { listCalendars, listFailed, type Mark, withEarlier } from './calendar-list.js';
import type { Discovered } from './discover.js';
import type { DiscoveredAccount, FoundPlace } from './discovered-account.js';

interface AccountListParts {
  readonly name: string;
  readonly place: DiscoveredAccount;
  readonly client: DavClient;
  readonly listing: DavClient;
  readonly ownAddresses: readonly string[];
  readonly freshMs: number;
  /** Signal of the backend: several calls share a listing, so none of them may cancel it. */
  readonly signal: AbortSignal;
  readonly log?: Log | undefined;
}

/** The last listing of an account's calendars, and what it revealed. */
export class AccountList {
  readonly #parts: AccountListParts;
  readonly #list: ReturnType<typeof singleFlight<AccountListing>>;
  #ownAddresses: readonly string[];
  #last: EarlierListing | undefined;
  #warnings: readonly string[] = [];

  constructor(parts: AccountListParts) {
    this.#parts = parts;
    this.#ownAddresses = parts.ownAddresses;
    this.#list = singleFlight(() => this.all([], parts.signal), parts.freshMs);
  }

  get ownAddresses(): readonly string[] {
    return this.#ownAddresses;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  async calendars(signal: AbortSignal): Promise<readonly CalendarInfo[]> {
    const infos = (await this.#list.get(signal)).calendars.map(({ info }) => info);
    // List again next time if anything failed.
    if (infos.some(({ unlisted }) => unlisted)) this.#list.forget();
    return infos;
  }

  forget(): void {
    this.#list.forget();
  }

  isUnlisted(calendarId: string): boolean {
    return this.#last?.calendars.find(({ info }) => info.id === calendarId)?.info.unlisted === true;
  }

  /** Lists again first. */
  async find(href: string): Promise<CalendarInfo | undefined> {
    this.#list.forget();
    const info = (await this.#list.get()).calendars.find((listed) => listed.info.href === href)?.info;
    if (info?.unlisted) throw unlistedCalendar();
    return info;
  }

  /** Location of the calendars, confirmed in this run. */
  async seenPlace(signal: AbortSignal): Promise<Discovered> {
    const { place } = this.#parts;
    if (!(await place.get(signal)).seen) await this.#list.get(signal);
    return (await place.get(signal)).place;
  }

  async all(marks: readonly Mark[], signal: AbortSignal, before = this.#last): Promise<AccountListing> {
    const { place } = this.#parts;
    const found = await place.get(signal);
    const listing = await this.#homes(found, marks, signal).catch(async (error: unknown) => {
      if (!(error instanceof CalendarError) || !place.isDoubtful(found, error)) throw error;
      return this.#homes(await place.renew(found, signal), marks, signal);
    });
    const calendars = listing.calendars.map((listed) => withEarlier(listed, before));
    this.#last = { ...listing, calendars, checkedAt: 0 };
    return { ...listing, calendars };
  }

  async #homes(found: FoundPlace, marks: readonly Mark[], signal: AbortSignal): Promise<AccountListing> {
    const { client, listing, name, place, log } = this.#parts;
    const { homes, single, addresses, principal: before, instead } = found.place;
    // Requests sync tokens for a first copy only: no call waits for it, and large calendars are slow.
    const watched = observePrincipal(marks.includes('d:sync-token') ? client : listing);
    const lists = await Promise.all(
      homes.map(
        (home): Promise<readonly ListedCalendar[]> =>
          listCalendars(watched.client, { home, single, account: name }, marks, signal),
      ),
    );
    const calendars = lists.flat();
    const principal = watched.principal();
    const isOther = before !== undefined && principal !== undefined && principal !== before;
    // An empty home or another principal: the calendars have moved.
    if (!found.seen && (isOther || calendars.length === 0)) throw notHere();
    if (calendars.length > 0 && calendars.every(({ info }) => info.unlisted)) throw listFailed();
    if (calendars.length > 0) await place.confirm(found, principal);
    this.#ownAddresses = [...new Set([...this.#ownAddresses, ...addresses])];
    const told = instead ? [USED_INSTEAD] : [];
    if (told.length > 0 && this.#warnings.length === 0) log?.warn(told.join(), { account: name });
    this.#warnings = told;
    return { calendars, ownAddresses: this.#ownAddresses };
  }
}

/** Omits the paths: they contain user names. */
const USED_INSTEAD =
  "The path in the account's url does not belong to this account; its own calendars are used instead.";

/** Only triggers a new discovery. */
function notHere(): CalendarError {
  return new CalendarError('NOT_FOUND', 'The calendars of the account are no longer where they were.');
}

/** A client that also reads the account's principal (RFC 5397) from listings, without an extra request. */
interface WatchingClient {
  readonly client: DavClient;
  /** Path of the principal, once a listing has it. */
  principal(): string | undefined;
}

const PRINCIPAL = 'd:current-user-principal';

function observePrincipal(client: DavClient): WatchingClient {
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
    // Providers with many hosts return the address on the requested host.
    if (address !== undefined) return new URL(address).pathname;
  }
  return undefined;
}
