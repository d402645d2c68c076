import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import { type SingleFlight, singleFlight } from '../../../concurrency/single-flight.js';
import type { DavClient } from '../dav/dav-client.js';
import { discover } from './discover.js';
import type { DiscoveryCache, KnownPlace } from './discovery-cache.js';
import { readServerQuirks, type ServerQuirks } from './server-quirks.js';

/** Where calendars are, as found or remembered once. */
export interface FoundPlace {
  readonly place: KnownPlace;
  /** False while it is only known from an earlier run. */
  seen: boolean;
}

export interface DiscoveredAccount {
  get(signal: AbortSignal): Promise<FoundPlace>;
  /** Calendars were seen there: it is kept, also for later runs. */
  confirm(found: FoundPlace, principal: string | undefined): Promise<void>;
  /** Whether a failure may mean that the calendars are elsewhere by now. */
  isDoubtful(found: FoundPlace, error: CalendarError): boolean;
  /** Looks once more from the start; many may ask for it at the same time. */
  renew(found: FoundPlace, signal: AbortSignal): Promise<FoundPlace>;
  /** What the server at an address is known for; at a calendar or its home, as a bare host may be a web site. */
  quirksAt(href: string, signal: AbortSignal): Promise<ServerQuirks>;
}

export interface DiscoveredAccountOptions {
  readonly server: URL;
  readonly client: DavClient;
  /** For questions that a server may leave unanswered. */
  readonly probe: DavClient;
  readonly memory: DiscoveryCache | undefined;
  readonly signal: AbortSignal;
}

/** Answers at an address that no longer belongs to the account. */
const GONE = new Set<ErrorCode>([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'UNSUPPORTED',
  'REDIRECT_REFUSED',
  'BAD_UPSTREAM_RESPONSE',
  'UPSTREAM_ERROR',
]);
/** Providers with many hosts take some of them away. */
const HOST_GONE = new Set<ErrorCode>(['UNAVAILABLE', 'TLS_ERROR']);

/** Failures to learn about a server that are no failure of what is asked of it. */
const SAYS_NOTHING = new Set<ErrorCode>([
  'BAD_UPSTREAM_RESPONSE',
  'REDIRECT_REFUSED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UPSTREAM_ERROR',
]);

/** Finds the calendars of an account, or remembers where they were; stale knowledge is discovered again. */
export function createDiscoveredAccount(options: DiscoveredAccountOptions): DiscoveredAccount {
  const { server, client, probe, memory, signal: closing } = options;
  const quirks = new Map<string, SingleFlight<ServerQuirks>>();
  let current: FoundPlace | undefined;
  let remembers = true;
  let trustsQuirks = true;
  let kept: KnownPlace | undefined;

  const shared = singleFlight<FoundPlace>(async () => {
    const known = remembers ? await memory?.place() : undefined;
    // For this one time: should the search fail, as without a network, what is remembered may still be right.
    remembers = true;
    kept = known ?? kept;
    current = { place: known ?? (await discover(client, server, closing)), seen: known === undefined };
    return current;
  }, Infinity);

  async function learnQuirks(href: string): Promise<ServerQuirks> {
    const { origin } = new URL(href);
    const known = trustsQuirks ? await memory?.quirks(origin) : undefined;
    if (known !== undefined) return known;
    const learned = await readServerQuirks(probe, href, closing);
    if (learned.certain) await memory?.keepQuirks(origin, learned);
    return learned;
  }

  return {
    get: shared.get,
    async confirm(found, principal) {
      found.seen = true;
      const { principal: _, ...place } = found.place;
      const seen = principal === undefined ? place : { ...place, principal };
      if (JSON.stringify(seen) === JSON.stringify(kept)) return;
      kept = seen;
      await memory?.keepPlace(seen);
    },
    isDoubtful({ place, seen }, { code }) {
      if (seen) return code === 'NOT_FOUND';
      const elsewhere = place.homes.some((home) => new URL(home).origin !== server.origin);
      return GONE.has(code) || (elsewhere && HOST_GONE.has(code));
    },
    renew(found, signal) {
      if (found === current) {
        current = undefined;
        remembers = false;
        trustsQuirks = false;
        quirks.clear();
        shared.forget();
      }
      return shared.get(signal);
    },
    async quirksAt(href, signal) {
      const { origin } = new URL(href);
      const known = quirks.get(origin) ?? singleFlight(() => learnQuirks(href), Infinity);
      quirks.set(origin, known);
      try {
        return await known.get(signal);
      } catch (error) {
        if (!(error instanceof CalendarError) || !SAYS_NOTHING.has(error.code)) throw error;
        // Not known, so the worst is assumed: to ask for everything is slower, but loses nothing.
        return { leavesOut: 'series', schedules: undefined, certain: false };
      }
    },
  };
}
