import { calendarQuery } from '../../../../compilers/targets/caldav/caldav-target.js';
import { syncCollectionBody, withoutTexts } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { Changes, SyncSource, Versions } from '../../../ports/sync-source.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection, canonicalHref } from '../dav/href.js';
import { badUpstream } from '../dav/xml-document.js';
import { etagOf, isEventOrTask, readListing, scanCalendar } from './scan-calendar.js';

export interface DavSyncOptions {
  readonly identity: string;
  readonly client: DavClient;
  readonly list: SyncSource['list'];
  readonly remember: SyncSource['remember'];
}

/** Failures unrelated to the token. */
const NOT_ABOUT_THE_TOKEN = new Set<ErrorCode>([
  'AUTH_FAILED',
  'CANCELLED',
  'RATE_LIMITED',
  'REDIRECT_REFUSED',
  'TIMEOUT',
  'TLS_ERROR',
  'UNAVAILABLE',
]);

/**
 * Sync with a CalDAV server. Servers refuse tokens with 403, 409, 410, 412 or 500, and some lack the report,
 * so any failure except a connection failure counts as refused. A list of ETags always works.
 */
export function createDavSyncSource(options: DavSyncOptions): SyncSource {
  const { client } = options;
  /** False for servers that fail if this report requests texts. */
  let texts = true;
  /** Calendars whose server lists nothing for an empty token. */
  const withoutReport = new Set<string>();

  return {
    identity: options.identity,
    list: options.list,
    remember: options.remember,
    async changes({ id, href: address }, token, signal) {
      const calendar = { id, href: collection(address) };
      const ask = async (withTexts: boolean) =>
        readSyncReport(
          await client.report(calendar.href, syncCollectionBody(token, withTexts), signal, '0'),
          calendar,
        );
      if (texts) {
        const changes = await orRefused(() => ask(true));
        if (changes !== 'refused') return changes;
      }
      const changes = await orRefused(() => ask(false));
      if (changes !== 'refused') texts = false;
      return changes;
    },
    async versions(listed, signal) {
      const calendar = { id: listed.id, href: collection(listed.href) };
      if (!withoutReport.has(calendar.href)) {
        const listed = await orRefused(async () =>
          readSyncReport(
            await client.report(calendar.href, syncCollectionBody('', false), signal, '0'),
            calendar,
          ),
        );
        if (listed !== 'refused' && listed.complete) return { versions: listed.changed, token: listed.token };
        withoutReport.add(calendar.href);
      }
      const { body, also } = calendarQuery(listed, ALL_TIME, 'also');
      const versions = new Map<string, string | undefined>();
      for (const one of [body, ...(also === undefined ? [] : [also])]) {
        const list = await client.report(calendar.href, withoutTexts(one), signal);
        for (const [href, version] of etagList(list, calendar.href).versions) versions.set(href, version);
      }
      return { versions };
    },
    objects: (calendar, hrefs, request) =>
      scanCalendar(client, { kind: 'multiget', calendar, hrefs }, request),
    async inParts(calendar, hrefs, take, request) {
      const call =
        hrefs === undefined
          ? calendarQuery(calendar, ALL_TIME, 'also')
          : ({ kind: 'multiget', calendar, hrefs } as const);
      await take(await scanCalendar(client, call, { ...request, take }), []);
    },
    all: (calendar, request) => scanCalendar(client, calendarQuery(calendar, ALL_TIME, 'also'), request),
  };
}

async function orRefused<T>(ask: () => Promise<T>): Promise<T | 'refused'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CalendarError) || NOT_ABOUT_THE_TOKEN.has(error.code)) throw error;
    return 'refused';
  }
}

/** Throws if the list is incomplete, because a missing object counts as deleted. */
function etagList(listing: DavListing, calendar: string): Versions {
  const versions = new Map<string, string | undefined>();
  for (const response of listing.responses) {
    const href = canonicalHref(response.href, listing.url);
    const status = response.status ?? 200;
    if (href === undefined || href === calendar || `${href}/` === calendar) {
      if (status >= 400) throw cutOff();
      continue;
    }
    if (href.startsWith(calendar) && status !== 404 && status !== 410) versions.set(href, etagOf(response));
  }
  return { versions };
}

function collection(href: string): string {
  return canonicalCollection(href, href) ?? href;
}

function cutOff(): CalendarError {
  return new CalendarError('BAD_UPSTREAM_RESPONSE', 'The calendar server listed only part of the calendar.', {
    suggestion: 'Try again later.',
  });
}

/** Reads a sync-collection REPORT (RFC 6578 §3.5). Skips objects outside the calendar. */
async function readSyncReport(
  listing: DavListing,
  calendar: { readonly id: string; readonly href: string },
): Promise<Changes> {
  if (listing.syncToken === undefined) throw badUpstream('contains no new token');
  const changed = new Map<string, string | undefined>();
  const deleted = new Set<string>();
  let complete = true;
  const members = listing.responses.filter((response) => {
    const href = canonicalHref(response.href, listing.url);
    const status = response.status ?? 200;
    if (href === undefined || href === calendar.href || `${href}/` === calendar.href) {
      // 507 for the calendar itself: more changes follow (§3.6).
      if (status >= 400) complete = false;
      return false;
    }
    if (!href.startsWith(calendar.href)) return false;
    if (status === 404 || status === 410) deleted.add(href);
    else changed.set(href, etagOf(response));
    return status < 400;
  });
  // Listed as both: reading it decides.
  for (const href of changed.keys()) deleted.delete(href);
  const answered = new Set<string>();
  const objects: CalendarObject[] = [];
  for (const item of await readListing({ ...listing, responses: members }, calendar)) {
    if (item.kind !== 'object') continue;
    answered.add(item.object.href);
    if (isEventOrTask(item.object.ics)) objects.push(item.object);
  }
  return { changed, answered, objects, deleted: [...deleted], token: listing.syncToken, complete };
}
