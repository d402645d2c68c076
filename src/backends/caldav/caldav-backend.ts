import {
  type CalDavRead,
  type CalDavWrite,
  caldavTarget,
} from '../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { KeyedQueue } from '../../concurrency/keyed-queue.js';
import type { ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { StateStore } from '../../ports/state-store.js';
import type { SyncableBackend } from '../../ports/sync-source.js';
import { AccountList } from './account/account-list.js';
import { parseServerUrl } from './account/discover.js';
import { createDiscoveredAccount } from './account/discovered-account.js';
import { createDiscoveryCache, identityOf } from './account/discovery-cache.js';
import { losesByRange, quirksOfAddress } from './account/server-quirks.js';
import { type ClientOptions, createAccountClients } from './account-clients.js';
import type { AuthorizedFetch } from './auth/authorized-fetch.js';
import { type AccountAccess, authorizedFetchOf } from './auth/authorized-fetch-of.js';
import { keepRefusal } from './auth/kept-refusal.js';
import { createAccountPeople } from './people/account-people.js';
import { createCalendarReader } from './read/calendar-reader.js';
import { queryFreeBusy } from './read/free-busy.js';
import { createSeenVersions, type SeenVersions } from './read/seen-versions.js';
import { createDavSyncSource } from './read/sync-source.js';
import { createOriginPin } from './transport/origin-pin.js';
import { providerAt } from './transport/providers.js';
import { createAccountWriter } from './write/account-writer.js';

export interface CalDavOptions extends AccountAccess, ClientOptions {
  /** Host, principal, calendar home or calendar; default scheme https. */
  readonly url: string;
  /** The owner's addresses, in addition to those from the server. */
  readonly ownAddresses?: readonly string[];
  /** Other hosts that may get credentials, such as `https://*.example.com`. */
  readonly allowedHosts?: readonly string[];
  /** Lifetime of the calendar list. Default 60 s. */
  readonly listFreshMs?: number;
  /** Keeps discovery results between runs; no secrets. */
  readonly state?: StateStore;
  /** Queue for writes per object. Default: one for this process. */
  readonly writing?: KeyedQueue;
}

const LIST_FRESH_MS = 60_000;
const MARKS = { none: [], ctags: ['cs:getctag'], all: ['cs:getctag', 'd:sync-token'] } as const;

export interface CalDavBackend extends SyncableBackend<CalDavRead, CalDavWrite> {
  /** True if the server is reliable only for whole calendars. */
  prefersWhole(signal: AbortSignal): Promise<boolean>;
}

export function createCalDavBackend(options: CalDavOptions): CalDavBackend {
  const { name, username, log } = options;
  const server = parseServerUrl(options.url);
  const identity = identityOf({ name, url: server.href, username });
  const kept = options.state && keepRefusal(options.state, identity);
  const authorized = authorizedFetchOf({ ...providerAt(server.origin), ...options, ...(kept && { kept }) });
  const pin = createOriginPin(server, options.allowedHosts ?? []);
  const { client, listing, narrowing, probe } = createAccountClients({ pin, send: authorized.send }, options);
  const closing = new AbortController();
  const known = createSeenVersions();
  const place = createDiscoveredAccount({
    server,
    client: listing,
    probe,
    memory: options.state && createDiscoveryCache(options.state, identity, pin),
    signal: closing.signal,
  });
  const reader = createCalendarReader({ client, listing, narrowing, place });
  const list = new AccountList({
    ...{ name, place, client, listing, log },
    ownAddresses: [...(options.ownAddresses ?? []), ...(username.includes('@') ? [username] : [])],
    freshMs: options.listFreshMs ?? LIST_FRESH_MS,
    signal: closing.signal,
  });

  const reads: Reads = { authorized, list, known };
  const quirks = async (signal: AbortSignal) => {
    const { homes } = (await place.get(signal)).place;
    return place.quirksAt(homes[0] ?? server.href, signal);
  };

  return {
    name,
    kind: 'caldav',
    target: caldavTarget,
    get ownAddresses() {
      return list.ownAddresses;
    },
    sync: createDavSyncSource({
      identity,
      client,
      list: ({ marks, before, refresh }, signal) => {
        if (refresh) authorized.tryAgain();
        return list.all(MARKS[marks], signal, before);
      },
      remember: known.remember,
    }),
    async prefersWhole(signal) {
      return losesByRange(await quirks(signal));
    },
    warnings: () => list.warnings,
    async calendars({ signal, refresh }) {
      if (refresh) authorized.tryAgain();
      return list.calendars(signal);
    },
    scan: (call, request) => withNotFoundAsGone(reads, call, request, () => reader.scan(call, request)),
    queryBeforeCopy: (call, request) =>
      withNotFoundAsGone(reads, call, request, () => reader.queryBeforeCopy(call, request)),
    ...createAccountWriter({ client, probe, known }, list, options.writing),
    sendsInvitations: async ({ signal }) => (await quirks(signal)).schedules,
    replyQuirk: async ({ signal }) => (await quirks(signal)).replies,
    async freeBusyOf(addresses, range, { signal }) {
      const { outbox: href, addresses: mine } = await list.seenPlace(signal);
      const organizer = mine[0] ?? list.ownAddresses[0];
      const tells = href !== undefined && organizer !== undefined && !quirksOfAddress(href).misjudgesFreeBusy;
      const outbox = tells ? { href, organizer } : undefined;
      return queryFreeBusy(client, outbox, { addresses, range }, signal);
    },
    ...createAccountPeople(listing, (signal) => list.seenPlace(signal), closing.signal),
    async close() {
      closing.abort();
    },
  };
}

interface Reads {
  readonly authorized: AuthorizedFetch;
  readonly list: AccountList;
  readonly known: SeenVersions;
}

/** Remembers read objects for writes, and reports a deleted calendar as such. */
async function withNotFoundAsGone<T extends ScanResult | undefined>(
  { authorized, list, known }: Reads,
  { calendar }: CalDavRead,
  { refresh }: BackendRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (refresh) authorized.tryAgain();
  if (list.isUnlisted(calendar.id)) throw unlistedCalendar();
  try {
    const result = await work();
    for (const object of result?.objects ?? []) known.remember(object);
    return result;
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code !== 'NOT_FOUND') throw error;
    list.forget();
    throw new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is no longer on the server.', {
      suggestion: 'List the calendars to see which there are now.',
    });
  }
}
