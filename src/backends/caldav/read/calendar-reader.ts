import type { CalDavRead } from '../../../../compilers/targets/caldav/caldav-target.js';
import { beginningEarlier, withoutRange } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { ScanResult } from '../../../ports/backend.js';
import type { BackendRequest } from '../../../ports/backend-request.js';
import type { SyncableBackend } from '../../../ports/sync-source.js';
import type { DiscoveredAccount } from '../account/discovered-account.js';
import { losesByRange, type QuirkName } from '../account/server-quirks.js';
import type { DavClient } from '../dav/dav-client.js';
import { scanCalendar } from './scan-calendar.js';

interface CalendarReaderOptions {
  readonly client: DavClient;
  /** For requests that must answer within a call. */
  readonly listing: DavClient;
  /** For requests that must leave time for a fallback within the call. */
  readonly narrowing: DavClient;
  readonly place: Pick<DiscoveredAccount, 'quirksAt'>;
}

/** Failures of a time range that a query for everything may not have. */
const RANGE_FAILURES = new Set<ErrorCode>(['TIMEOUT', 'UPSTREAM_ERROR', 'UNSUPPORTED']);
/** Longer than nearly every event with a DURATION in days. */
const DAYS_EARLIER = 32;
/** Describes the events that time-range queries miss; undefined if they miss too many to be useful. */
const LACKING: Readonly<Record<QuirkName, string | undefined>> = {
  series: undefined,
  days: `events that last more than ${DAYS_EARLIER} days`,
  moved: 'dates added to a series, and occurrences moved beyond its first or last date',
  lengthened: 'occurrences that were made longer than the others of their series',
  unknown: 'some events, as it is not known how its server searches by time',
};

/** Reads calendars by time range if the server can, otherwise as a whole. */
export function createCalendarReader({
  client,
  listing,
  narrowing,
  place,
}: CalendarReaderOptions): Required<Pick<SyncableBackend<CalDavRead>, 'scan' | 'queryBeforeCopy'>> {
  const notNarrowed = new Set<string>();

  /** If a time-range query fails, reads the whole calendar, from then on always. */
  async function scan(call: CalDavRead, request: BackendRequest): Promise<ScanResult> {
    if (call.kind !== 'query' || call.body === withoutRange(call.body))
      return scanCalendar(client, call, request);
    if (
      !notNarrowed.has(call.calendar.href) &&
      !losesByRange(await place.quirksAt(call.calendar.href, request.signal))
    ) {
      try {
        return await scanCalendar(narrowing, call, request);
      } catch (error) {
        if (!(error instanceof CalendarError) || !RANGE_FAILURES.has(error.code)) throw error;
      }
    }
    const result = await scanCalendar(client, { ...call, body: withoutRange(call.body) }, request);
    notNarrowed.add(call.calendar.href);
    return result;
  }

  /** The immediate answer, and the events it may lack. Undefined if only a full read is reliable. */
  async function queryBeforeCopy(
    call: CalDavRead,
    { signal }: BackendRequest,
  ): Promise<ScanResult | undefined> {
    if (call.kind === 'multiget') return scanCalendar(client, call, { signal });
    const { href } = call.calendar;
    if (call.body === withoutRange(call.body) || notNarrowed.has(href)) return undefined;
    const { leavesOut } = await place.quirksAt(href, signal);
    const lacking = leavesOut && LACKING[leavesOut];
    if (leavesOut !== undefined && lacking === undefined) return undefined;
    const body = leavesOut === 'days' ? beginningEarlier(call.body, DAYS_EARLIER) : call.body;
    try {
      const result = await scanCalendar(listing, { ...call, body }, { signal });
      return { ...result, ...(lacking === undefined ? {} : { lacking }) };
    } catch (error) {
      if (!(error instanceof CalendarError) || !RANGE_FAILURES.has(error.code)) throw error;
      notNarrowed.add(href);
      return undefined;
    }
  }

  return { scan, queryBeforeCopy };
}
