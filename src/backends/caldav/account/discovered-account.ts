import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import { type SingleFlight, singleFlight } from '../../../concurrency/single-flight.js';
import type { DavClient } from '../dav/dav-client.js';
import { discover } from './discover.js';
import type { DiscoveryCache, KnownPlace } from './discovery-cache.js';
import { readServerQuirks, type ServerQuirks } from './server-quirks.js';

export interface FoundPlace {
  readonly place: KnownPlace;
  /** False if only remembered from an earlier run. */
  seen: boolean;
}

export interface DiscoveredAccount {
  get(signal: AbortSignal): Promise<FoundPlace>;
  /** Remembers a place where calendars were seen, also for later runs. */
  confirm(found: FoundPlace, principal: string | undefined): Promise<void>;
  /** True if a failure may mean that the calendars have moved. */
  isDoubtful(found: FoundPlace, error: CalendarError): boolean;
  /** Discovers again; concurrent callers share one run. */
  renew(found: FoundPlace, signal: AbortSignal): Promise<FoundPlace>;
  /** Quirks of a server. `href` is a calendar or its home, because a bare host may be a web site. */
  quirksAt(href: string, signal: AbortSignal): Promise<ServerQuirks>;
}

export interface DiscoveredAccountOptions {
  readonly server: URL;
  readonly client: DavClient;
  /** For requests that a server may never answer. */
  readonly probe: DavClient;
  readonly memory: DiscoveryCache | undefined;
  readonly signal: AbortSignal;
}

/** Errors of an address that no longer belongs to the account. */
const GONE = new Set<ErrorCode>([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'UNSUPPORTED',
  'REDIRECT_REFUSED',
  'BAD_UPSTREAM_RESPONSE',
  'UPSTREAM_ERROR',
]);
/** Providers with many hosts remove some of them. */
const HOST_GONE = new Set<ErrorCode>(['UNAVAILABLE', 'TLS_ERROR']);

/** Failures to read quirks that must not fail the request itself. */
const QUIRKS_UNKNOWN = new Set<ErrorCode>([
  'BAD_UPSTREAM_RESPONSE',
  'REDIRECT_REFUSED',
  'TIMEOUT',
  'UNAVAILABLE',
  'UPSTREAM_ERROR',
]);

/** Finds the calendars of an account, or remembers where they were; discovers again when outdated. */
export function createDiscoveredAccount(options: DiscoveredAccountOptions): DiscoveredAccount {
  const { server, client, probe, memory, signal: closing } = options;
  const quirks = new Map<string, SingleFlight<ServerQuirks>>();
  let current: FoundPlace | undefined;
  let remembers = true;
  let trustsQuirks = true;
  let kept: KnownPlace | undefined;

  const shared = singleFlight<FoundPlace>(async () => {
    const known = remembers ? await memory?.place() : undefined;
    // Only this once: if discovery fails, as without a network, the remembered place may still be right.
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
        if (!(error instanceof CalendarError) || !QUIRKS_UNKNOWN.has(error.code)) throw error;
        // Unknown, so assume the worst: requesting everything is slower but loses nothing.
        return { leavesOut: 'series', schedules: undefined, certain: false };
      }
    },
  };
}
