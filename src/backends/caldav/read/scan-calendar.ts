import { setImmediate } from 'node:timers/promises';
import { type CalDavRead, isStrongEtag } from '../../../../compilers/targets/caldav/caldav-target.js';
import { multigetBody, withoutTexts } from '../../../../compilers/targets/caldav/report-body.js';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { CalendarObject, ScanResult, UnreadableObject } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection, canonicalHref, pathOf } from '../dav/href.js';
import { caldav, type DavResponse, dav } from '../dav/multistatus.js';
import { getObject, objectVersion, withLineEnds } from './get-object.js';

const CHUNK = 50;
/** Concurrent requests; reads in parts leave room for queries. */
const AT_ONCE = 6;
const IN_PARTS = 2;
/** Objects per turn of the event loop. */
const SLICE = 200;
/** Failures that may affect only this object. */
const OF_ONE_OBJECT = new Set<ErrorCode>([
  'BAD_UPSTREAM_RESPONSE',
  'PERMISSION_DENIED',
  'RESPONSE_TOO_LARGE',
  'UNSUPPORTED',
  'UPSTREAM_ERROR',
]);
const ELSEWHERE = 'at an address on another host';

type Item =
  | { readonly kind: 'object'; readonly object: CalendarObject }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableObject }
  | { readonly kind: 'missing'; readonly href: string }
  /** Listed without text. */
  | { readonly kind: 'bare'; readonly href: string };

interface ScanRequest extends SlowRequest {
  /** Receives the result in parts, instead of the return value; `asked`: the addresses of that part. */
  readonly take?: (part: ScanResult, asked: readonly string[]) => Promise<void>;
}

/** Runs a read. Every object is in one of the three lists, or the read fails. */
export async function scanCalendar(
  client: DavClient,
  call: CalDavRead,
  request: ScanRequest,
): Promise<ScanResult> {
  const calendar = { id: call.calendar.id, href: collectionHref(call.calendar.href) };
  const items =
    call.kind === 'query'
      ? await runQueries(client, calendar, call, request)
      : await runMultiget(client, calendar, [...new Set(call.hrefs)], request);
  return resultOf(items);
}

/** From the second query, fetches only new objects: a server that ignores filters lists everything twice. */
async function runQueries(
  client: DavClient,
  calendar: Calendar,
  { body, also }: Extract<CalDavRead, { kind: 'query' }>,
  request: ScanRequest,
): Promise<readonly Item[]> {
  if (also === undefined) return runQuery(client, calendar, body, request);
  const known = new Set<string>();
  const { take } = request;
  const noting = take && {
    take: (part: ScanResult, asked: readonly string[]) => {
      for (const { href } of [...part.objects, ...part.unreadable]) known.add(href);
      return take(part, asked);
    },
  };
  const items = await runQuery(client, calendar, body, { ...request, ...noting });
  for (const item of items) known.add(hrefOf(item));
  const others: string[] = [];
  await client.reportInParts(calendar.href, withoutTexts(also), request.signal, async (part) => {
    for (const href of (await readListing(part, calendar)).map(hrefOf))
      if (!known.has(href)) others.push(href);
  });
  return others.length === 0 ? items : [...items, ...(await runMultiget(client, calendar, others, request))];
}

function resultOf(items: readonly Item[]): ScanResult {
  return {
    objects: items.flatMap((item) =>
      item.kind === 'object' && isEventOrTask(item.object.ics) ? [item.object] : [],
    ),
    unreadable: items.flatMap((item) => (item.kind === 'unreadable' ? [item.unreadable] : [])),
    missing: items.flatMap((item) => (item.kind === 'missing' ? [item.href] : [])),
  };
}

interface Calendar {
  readonly id: string;
  readonly href: string;
}

async function runQuery(
  client: DavClient,
  calendar: Calendar,
  body: string,
  request: ScanRequest,
): Promise<readonly Item[]> {
  const { signal, progress, take } = request;
  const items: Item[] = [];
  // Listed without text, or with a 404; a request by address decides.
  const doubtful: string[] = [];
  let read = 0;
  const keep = async (part: DavListing, total: number): Promise<void> => {
    read += part.responses.length;
    progress?.(read, Math.max(read, total), `Fetched ${read} of ${Math.max(read, total)} events.`);
    const certain: Item[] = [];
    for (const item of await readListing(part, calendar)) {
      if (item.kind === 'bare' || item.kind === 'missing') doubtful.push(item.href);
      else certain.push(item);
    }
    if (take === undefined) items.push(...certain);
    else await take(resultOf(certain), []);
  };
  try {
    await client.reportInParts(calendar.href, body, signal, keep);
  } catch (error) {
    const isTooMuch = take === undefined ? ['RESPONSE_TOO_LARGE'] : ['RESPONSE_TOO_LARGE', 'TIMEOUT'];
    if (!(error instanceof CalendarError) || !isTooMuch.includes(error.code)) throw error;
    // Too large for one answer, or too slow in a background read: get the addresses first, then the texts in
    // chunks.
    items.length = 0;
    doubtful.length = 0;
    await client.reportInParts(calendar.href, withoutTexts(body), signal, keep);
  }
  if (doubtful.length === 0) return items;
  return [...items, ...(await runMultiget(client, calendar, doubtful, request))];
}

async function runMultiget(
  client: DavClient,
  calendar: Calendar,
  hrefs: readonly string[],
  { signal, progress, take }: ScanRequest,
): Promise<readonly Item[]> {
  const foreign: Item[] = [];
  const own = hrefs.filter((href) => {
    if (canonicalHref(href, calendar.href)?.startsWith(calendar.href) === true) return true;
    foreign.push({
      kind: 'unreadable',
      unreadable: { href, reason: 'It is outside the requested calendar.' },
    });
    return false;
  });
  const chunks: string[][] = [];
  for (let at = 0; at < own.length; at += CHUNK) chunks.push(own.slice(at, at + CHUNK));
  const fetched: (readonly Item[])[] = chunks.map(() => []);
  let done = 0;
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < chunks.length; at = next++) {
      const chunk = chunks[at] ?? [];
      try {
        const items = await multigetChunk(client, calendar, chunk, signal);
        done += chunk.length;
        progress?.(done, own.length, `Fetched ${done} of ${own.length} events.`);
        if (take === undefined) fetched[at] = items;
        else await take(resultOf(items), chunk);
      } catch (error) {
        next = chunks.length;
        throw error;
      }
    }
  }
  const workers = Math.min(chunks.length, take === undefined ? AT_ONCE : IN_PARTS);
  await Promise.all(Array.from({ length: workers }, work));
  return [...foreign, ...fetched.flat()];
}

async function multigetChunk(
  client: DavClient,
  calendar: Calendar,
  chunk: readonly string[],
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const one = (href: string): Promise<Item> => getItem(client, calendar, href, signal);
  let listing: DavListing;
  try {
    listing = await client.report(calendar.href, multigetBody(chunk.map(pathOf)), signal);
  } catch (error) {
    // Some servers answer 404 for the whole request if one object is gone; others fail on large answers.
    const again = ['NOT_FOUND', 'UNSUPPORTED', 'RESPONSE_TOO_LARGE'];
    if (error instanceof CalendarError && again.includes(error.code)) return Promise.all(chunk.map(one));
    throw error;
  }
  const byHref = new Map((await readListing(listing, calendar)).map((item) => [hrefOf(item), item]));
  return Promise.all(
    chunk.map((asked): Item | Promise<Item> => {
      const item = byHref.get(canonicalHref(asked, calendar.href) ?? asked);
      // Some servers omit deleted objects, but also names they garble; a GET decides.
      if (item === undefined || item.kind === 'bare') return one(asked);
      return item.kind === 'missing' ? { kind: 'missing', href: asked } : item;
    }),
  );
}

async function getItem(
  client: DavClient,
  calendar: Calendar,
  href: string,
  signal: AbortSignal,
): Promise<Item> {
  try {
    const stored = await getObject(client, href, signal);
    if (stored === undefined) return { kind: 'missing', href };
    return { kind: 'object', object: { calendarId: calendar.id, ...stored } };
  } catch (error) {
    if (!(error instanceof CalendarError) || !OF_ONE_OBJECT.has(error.code)) throw error;
    return { kind: 'unreadable', unreadable: { href, reason: error.message } };
  }
}

function hrefOf(item: Item): string {
  if (item.kind === 'object') return item.object.href;
  return item.kind === 'unreadable' ? item.unreadable.href : item.href;
}

/** Classifies each listed object; yields to the event loop. */
export async function readListing(listing: DavListing, calendar: Calendar): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const [at, response] of listing.responses.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const item = readResponse(response, listing, calendar);
    if (item !== undefined) items.push(item);
  }
  return items;
}

/** Undefined for the calendar itself. */
function readResponse(
  response: DavResponse,
  { url, damaged }: DavListing,
  calendar: Calendar,
): Item | undefined {
  const href = canonicalHref(response.href, url);
  const unreadable = (reason: string): Item => ({
    kind: 'unreadable',
    unreadable: { href: href ?? response.href, reason },
  });
  if (href === calendar.href || `${href}/` === calendar.href) {
    assertComplete(response);
    return undefined;
  }
  if (href?.startsWith(calendar.href) !== true) {
    const isHere = href !== undefined && new URL(href).origin === new URL(calendar.href).origin;
    return unreadable(`The calendar server lists it ${isHere ? 'outside its calendar' : ELSEWHERE}.`);
  }
  if (response.status === 404 || response.status === 410) return { kind: 'missing', href };
  if (response.status !== undefined && response.status >= 400) {
    return unreadable(`The calendar server answers ${response.status} for it.`);
  }
  const data = response.props.get(caldav('calendar-data'))?.text.trim() ?? '';
  if (data === '') {
    const status = response.failed.get(caldav('calendar-data')) ?? 404;
    return status === 404
      ? { kind: 'bare', href }
      : unreadable(`The calendar server answers ${status} for it.`);
  }
  if (damaged && data.includes('\ufffd')) return unreadable('Its text is not valid UTF-8.');
  const ics = withLineEnds(data);
  const etag = objectVersion(response.props.get(dav('getetag'))?.text ?? '', ics);
  return { kind: 'object', object: { calendarId: calendar.id, href, etag, ics } };
}

/** 507 for the calendar itself means that the list was truncated (RFC 6578 §3.6). */
function assertComplete({ status }: DavResponse): void {
  if (status === undefined || status < 400) return;
  throw new CalendarError('RESPONSE_TOO_LARGE', 'The calendar server returned only part of the events.', {
    suggestion: 'Ask for a shorter period.',
  });
}

/** A comparable ETag; see `objectVersion` for weak ones. */
export function etagOf({ props }: DavResponse): string | undefined {
  const etag = (props.get(dav('getetag'))?.text ?? '').trim().replace(/^W\//, '');
  return isStrongEtag(etag) ? etag : undefined;
}

/** Servers that ignore filters also return journals. */
export function isEventOrTask(ics: string): boolean {
  return (
    /^BEGIN:(?:VEVENT|VTODO)\s*$/im.test(ics) ||
    !/^BEGIN:(?:VJOURNAL|VFREEBUSY|VAVAILABILITY)\s*$/im.test(ics)
  );
}

function collectionHref(href: string): string {
  return canonicalCollection(href, href) ?? href;
}
