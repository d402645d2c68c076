import {
  type CalDavRead,
  type CalDavWrite,
  caldavTarget,
} from '../../../compilers/targets/caldav/caldav-target.js';
import type { CalDavCalendarWrite } from '../../../compilers/targets/caldav/calendar-write.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import { keyedQueue } from '../../concurrency/keyed-queue.js';
import { semaphore } from '../../concurrency/semaphore.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import type { CalendarInfo, ScanResult } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Log } from '../../ports/log.js';
import type { StateStore } from '../../ports/state-store.js';
import type {
  AccountListing,
  EarlierListing,
  ListedCalendar,
  SyncableBackend,
} from '../../ports/sync-source.js';
import { listCalendars, listFailed, type Mark, withEarlier } from './account/calendar-list.js';
import { type Discovered, parseServerUrl } from './account/discover.js';
import { createDiscoveredAccount, type FoundPlace } from './account/discovered-account.js';
import { createDiscoveryCache, identityOf } from './account/discovery-cache.js';
import { observePrincipal } from './account/observe-principal.js';
import { losesByRange, quirksOfAddress } from './account/server-quirks.js';
import { type AccountAccess, authorizedFetchOf } from './auth/authorized-fetch-of.js';
import { createDavClient } from './dav/dav-client.js';
import { createCalendarReader } from './read/calendar-reader.js';
import { queryFreeBusy } from './read/free-busy.js';
import { createSeenVersions } from './read/seen-versions.js';
import { createDavSyncSource } from './read/sync-source.js';
import { createGuardedFetch } from './transport/guarded-fetch.js';
import { createOriginPin } from './transport/origin-pin.js';
import { providerAt } from './transport/providers.js';
import { applyWrite } from './write/apply-write.js';
import { writeCalendar } from './write/write-calendar.js';
import type { WriteContext } from './write/write-context.js';

export interface CalDavOptions extends AccountAccess {
  /** Account name, unique in the configuration. */
  readonly name: string;
  /** Host, principal, calendar home or calendar; https unless it says otherwise. */
  readonly url: string;
  /** Addresses of the owner, besides those the server knows. */
  readonly ownAddresses?: readonly string[];
  /** Other hosts that credentials may go to, as `https://*.example.com`. */
  readonly allowedHosts?: readonly string[];
  /** Total time for one request that copies a calendar; servers may be slow when they build an index. Default 60 s. */
  readonly deadlineMs?: number;
  /** Total time for one request that finds or lists calendars, or answers before they are copied. Default 10 s. */
  readonly answerMs?: number;
  /** Total time for one look after a write. Default 4 s. */
  readonly lookMs?: number;
  /** Most bytes of one answer after decompression. Default 32 MB. */
  readonly maxBytes?: number;
  /** Requests at a time. Default 6. */
  readonly concurrency?: number;
  /** How long the list of calendars is kept. Default 60 s. */
  readonly listFreshMs?: number;
  readonly log?: Log;
  /** Where is kept, between runs, what the server said of itself and the account; no secrets. */
  readonly state?: StateStore;
}

const DEADLINE_MS = 60_000;
const ANSWER_MS = 10_000;
const LOOK_MS = 4000;
const MAX_BYTES = 32 * 1024 * 1024;
const MARKS = { none: [], ctags: ['cs:getctag'], all: ['cs:getctag', 'd:sync-token'] } as const;

export interface CalDavBackend extends SyncableBackend<CalDavRead, CalDavWrite> {
  /** The server is only right when it is asked for whole calendars. */
  prefersWhole(signal: AbortSignal): Promise<boolean>;
}

/** An account on a CalDAV server. */
export function createCalDavBackend(options: CalDavOptions): CalDavBackend {
  const { name, username, deadlineMs = DEADLINE_MS, log } = options;
  const server = parseServerUrl(options.url);
  const authorized = authorizedFetchOf({ ...providerAt(server.origin), ...options });
  const shared = {
    pin: createOriginPin(server, options.allowedHosts ?? []),
    send: authorized.send,
    maxBytes: options.maxBytes ?? MAX_BYTES,
    ...(log === undefined ? {} : { log }),
  };
  const slots = semaphore(options.concurrency ?? 6);
  const client = createDavClient(createGuardedFetch({ ...shared, deadlineMs, slots }));
  const answerMs = Math.min(deadlineMs, options.answerMs ?? ANSWER_MS);
  const listing = createDavClient(createGuardedFetch({ ...shared, deadlineMs: answerMs, slots }));
  // One event with a rule of seconds keeps some servers busy for minutes when they look for a range; what is asked
  // instead has to answer in the same call.
  const narrowing = createDavClient(createGuardedFetch({ ...shared, deadlineMs: answerMs * 0.4, slots }));
  const probe = createDavClient(
    createGuardedFetch({
      ...shared,
      deadlineMs: Math.min(deadlineMs, options.lookMs ?? LOOK_MS),
      slots: semaphore(4),
    }),
  );
  const closing = new AbortController();
  const known = createSeenVersions();
  /** Servers that check a precondition and then take their time over the write would let several pass. */
  const writing = keyedQueue();
  const identity = identityOf({ name, url: server.href, username });
  const place = createDiscoveredAccount({
    server,
    client: listing,
    probe,
    memory: options.state && createDiscoveryCache(options.state, identity, shared.pin),
    signal: closing.signal,
  });
  const reader = createCalendarReader({ client, listing, narrowing, place });
  const list = singleFlight<AccountListing>(
    () => listAll([], closing.signal),
    options.listFreshMs ?? DEADLINE_MS,
  );
  let ownAddresses = [...(options.ownAddresses ?? []), ...(username.includes('@') ? [username] : [])];
  let lastListing: EarlierListing | undefined;
  let warnings: readonly string[] = [];

  async function listAll(
    marks: readonly Mark[],
    signal: AbortSignal,
    before = lastListing,
  ): Promise<AccountListing> {
    const found = await place.get(signal);
    const listing = await listHomes(found, marks, signal).catch(async (error: unknown) => {
      if (!(error instanceof CalendarError) || !place.isDoubtful(found, error)) throw error;
      return listHomes(await place.renew(found, signal), marks, signal);
    });
    const calendars = listing.calendars.map((listed) => withEarlier(listed, before));
    lastListing = { ...listing, calendars, checkedAt: 0 };
    return { ...listing, calendars };
  }

  async function listHomes(
    found: FoundPlace,
    marks: readonly Mark[],
    signal: AbortSignal,
  ): Promise<AccountListing> {
    const { homes, single, addresses, principal: before, instead } = found.place;
    // Tokens are requested with a first copy, which no call waits for; large calendars take long over them.
    const watched = observePrincipal(marks.includes('d:sync-token') ? client : listing);
    const lists = await Promise.all(
      homes.map(
        (home): Promise<readonly ListedCalendar[]> =>
          listCalendars(watched.client, { home, single }, name, marks, signal),
      ),
    );
    const calendars = lists.flat();
    const principal = watched.principal();
    const isOther = before !== undefined && principal !== undefined && principal !== before;
    // Nothing, or somebody else, where calendars of this account were: they are elsewhere by now.
    if (!found.seen && (isOther || calendars.length === 0)) throw notHere();
    if (calendars.length > 0 && calendars.every(({ info }) => info.unlisted)) throw listFailed();
    if (calendars.length > 0) await place.confirm(found, principal);
    ownAddresses = [...new Set([...ownAddresses, ...addresses])];
    const told = instead ? [usedInstead(server, homes)] : [];
    if (told.length > 0 && warnings.length === 0) log?.warn(told.join(), { account: name });
    warnings = told;
    return { calendars, ownAddresses };
  }

  /** Where calendars are, seen in this run. */
  async function seenPlace(signal: AbortSignal): Promise<Discovered> {
    if (!(await place.get(signal)).seen) await list.get(signal);
    return (await place.get(signal)).place;
  }

  /** What was read, remembered for writes; a calendar that is gone is reported as such. */
  async function told<T extends ScanResult | undefined>(
    { calendar }: CalDavRead,
    { refresh }: BackendRequest,
    work: () => Promise<T>,
  ): Promise<T> {
    if (refresh) authorized.tryAgain();
    const listed = lastListing?.calendars.find(({ info }) => info.id === calendar.id);
    if (listed?.info.unlisted) throw unlistedCalendar();
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

  /** A calendar as it is listed now. */
  async function find(href: string): Promise<CalendarInfo | undefined> {
    list.forget();
    const info = (await list.get()).calendars.find((listed) => listed.info.href === href)?.info;
    if (info?.unlisted) throw unlistedCalendar();
    return info;
  }

  function context(call: CalDavWrite): WriteContext {
    const { ignoresPreconditions: looksFirst, invitesAlways } = quirksOfAddress(call.href);
    return { client, probe, known, looksFirst, invitesAlways };
  }

  return {
    name,
    kind: 'caldav',
    target: caldavTarget,
    get ownAddresses() {
      return ownAddresses;
    },
    sync: createDavSyncSource({
      identity,
      client,
      list: ({ marks, before, refresh }, signal) => {
        if (refresh) authorized.tryAgain();
        return listAll(MARKS[marks], signal, before);
      },
      remember: known.remember,
    }),
    async prefersWhole(signal) {
      const { homes } = (await place.get(signal)).place;
      return losesByRange(await place.quirksAt(homes[0] ?? server.href, signal));
    },
    warnings: () => warnings,
    async calendars({ signal, refresh }) {
      if (refresh) authorized.tryAgain();
      const infos = (await list.get(signal)).calendars.map(({ info }) => info);
      // What failed is asked for again by the next question.
      if (infos.some(({ unlisted }) => unlisted)) list.forget();
      return infos;
    },
    scan: (call, request) => told(call, request, () => reader.scan(call, request)),
    glance: (call, request) => told(call, request, () => reader.glance(call, request)),
    async apply(call, { signal }) {
      try {
        return await writing(call.href, () => applyWrite(context(call), call, signal), signal);
      } catch (error) {
        throw withOutcome(error);
      }
    },
    async applyCalendar(call: CalDavCalendarWrite, { signal }) {
      try {
        const { homes, single } = await seenPlace(signal);
        return await writeCalendar({ client, home: single ? undefined : homes[0], find }, call, signal);
      } catch (error) {
        throw withOutcome(error);
      }
    },
    async sendsInvitations({ signal }) {
      const { homes } = (await place.get(signal)).place;
      return (await place.quirksAt(homes[0] ?? server.href, signal)).schedules;
    },
    async replyQuirk({ signal }) {
      const { homes } = (await place.get(signal)).place;
      return (await place.quirksAt(homes[0] ?? server.href, signal)).replies;
    },
    async freeBusyOf(addresses, range, { signal }) {
      const { outbox: href, addresses: mine } = await seenPlace(signal);
      const organizer = mine[0] ?? ownAddresses[0];
      const tells = href !== undefined && organizer !== undefined && !quirksOfAddress(href).misjudgesFreeBusy;
      const outbox = tells ? { href, organizer } : undefined;
      return queryFreeBusy(client, outbox, addresses, range, signal);
    },
    async close() {
      closing.abort();
    },
  };
}

function usedInstead({ pathname }: URL, homes: readonly string[]): string {
  const used = homes.map((home) => new URL(home).pathname).join(', ');
  return `The configured path ${pathname} does not belong to this account; ${used} is used instead.`;
}

/** Only ever a reason to look again from the start. */
function notHere(): CalendarError {
  return new CalendarError('NOT_FOUND', 'The calendars of the account are no longer where they were.');
}

/** A failure without an outcome happened before anything was written. */
function withOutcome(error: unknown): unknown {
  return error instanceof CalendarError && error.info.outcome === undefined
    ? error.with({ outcome: 'not_applied' })
    : error;
}
