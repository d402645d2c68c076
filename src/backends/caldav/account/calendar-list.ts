import { createHash } from 'node:crypto';
import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { EarlierListing, ListedCalendar } from '../../../ports/sync-source.js';
import type { DavClient, DavListing } from '../dav/dav-client.js';
import { canonicalCollection, lastName } from '../dav/href.js';
import { caldav, child, type DavResponse, dav } from '../dav/multistatus.js';

const APPLE_COLOR = '{http://apple.com/ns/ical/}calendar-color';
const APPLE_ORDER = '{http://apple.com/ns/ical/}calendar-order';
const CTAG = '{http://calendarserver.org/ns/}getctag';
const SHARED = '{http://calendarserver.org/ns/}shared';
const TRASHED = '{http://nextcloud.com/ns}deleted-calendar';

const PROPS = [
  'd:resourcetype',
  'd:displayname',
  'd:owner',
  'd:current-user-privilege-set',
  'c:calendar-description',
  'c:supported-calendar-component-set',
  'c:schedule-default-calendar-URL',
  'ca:calendar-color',
  'ca:calendar-order',
];

interface CalendarHome {
  readonly home: string;
  /** The home is itself a calendar. */
  readonly single: boolean;
  readonly account: string;
}

/** Properties that mark a calendar's state; they cost servers more. */
export type Mark = 'cs:getctag' | 'd:sync-token';

/** Temporary failures below 500. */
const NOT_NOW = new Set([408, 423, 424, 425, 429]);

/**
 * Lists the calendars for events and tasks in a home, or the one calendar at that address. A failed response
 * becomes `unlisted`, because leaving it out would mean the calendar is gone. 404, and 401 or 403 (hidden
 * from this account), are no failures.
 */
export async function listCalendars(
  client: DavClient,
  { home, single, account }: CalendarHome,
  marks: readonly Mark[],
  signal: AbortSignal,
): Promise<readonly ListedCalendar[]> {
  const listing = await client.propfind(home, [...PROPS, ...marks], single ? '0' : '1', signal);
  const preferred = defaultCalendar(listing);
  const here = canonicalCollection(listing.url, listing.url);
  const told = listing.responses.filter(isUsableCalendar).flatMap((response) => {
    const info = calendarInfo(response, listing.url, account, preferred);
    return info === undefined
      ? [{ info: unusable(response, listing.url, account) }]
      : [{ info, ...marksOf(response) }];
  });
  const untold = listing.responses.filter(isUntold).flatMap((response): ListedCalendar[] => {
    const info = calendarInfo(response, listing.url, account, preferred);
    // If the home itself failed, it is unknown which calendars are missing.
    if (single || info === undefined || info.href === here) throw listFailed();
    return told.some((one) => one.info.id === info.id) ? [] : [{ info: { ...info, unlisted: true } }];
  });
  return [...told, ...untold];
}

function isUntold({ status, failed }: DavResponse): boolean {
  const httpStatus = status ?? failed.get(dav('resourcetype')) ?? 200;
  return httpStatus >= 500 || NOT_NOW.has(httpStatus);
}

export function listFailed(): CalendarError {
  return new CalendarError('UPSTREAM_ERROR', 'The calendar server failed to list the calendars.', {
    suggestion: 'Try again later; if it keeps failing, the server needs attention.',
  });
}

/** Fills an unlisted calendar from the earlier listing. */
export function withEarlier(listed: ListedCalendar, before: EarlierListing | undefined): ListedCalendar {
  const earlier = before?.calendars.find(({ info }) => info.id === listed.info.id);
  if (before === undefined || earlier === undefined || !listed.info.unlisted) return listed;
  const { stale, unlisted } = earlier.info;
  // The earlier entry was built from its address only, too.
  if (unlisted && stale === undefined) return listed;
  const asOf = before.checkedAt === 0 ? {} : { asOf: before.checkedAt };
  return { ...earlier, info: { ...earlier.info, stale: stale ?? asOf, unlisted: true } };
}

function marksOf({ props }: DavResponse): Pick<ListedCalendar, 'ctag' | 'token'> {
  const ctag = props.get(CTAG)?.text.trim() ?? '';
  const token = props.get(dav('sync-token'))?.text.trim() ?? '';
  return { ...(ctag === '' ? {} : { ctag }), ...(token === '' ? {} : { token }) };
}

function isUsableCalendar({ props, status = 200 }: DavResponse): boolean {
  const type = props.get(dav('resourcetype'));
  if (status >= 400 || child(type, caldav('calendar')) === undefined) return false;
  if (child(type, caldav('schedule-inbox')) !== undefined || child(type, TRASHED) !== undefined) return false;
  const components = componentsOf(props);
  return components.length === 0 || ['VEVENT', 'VTODO'].some((name) => components.includes(name));
}

function calendarInfo(
  { href, props }: DavResponse,
  base: string,
  account: string,
  preferred: string | undefined,
): CalendarInfo | undefined {
  const address = canonicalCollection(href, base);
  if (address === undefined) return undefined;
  const description = props.get(caldav('calendar-description'))?.text.trim() ?? '';
  const color = colorOf(props.get(APPLE_COLOR)?.text ?? '');
  const order = orderOf(props.get(APPLE_ORDER)?.text ?? '');
  const writable = isWritable(props);
  const components = componentsOf(props);
  return {
    id: calendarId(account, address),
    href: address,
    name: props.get(dav('displayname'))?.text.trim() || lastName(address),
    account,
    ...(description === '' ? {} : { description }),
    ...defined({ color, order }),
    writable,
    ...(writable ? {} : { readOnlyReason: 'The calendar server does not allow this account to write here.' }),
    components: components.length === 0 ? ['VEVENT', 'VTODO'] : components,
    isDefault: address === preferred,
    ...(writable && !isShared(props, base) ? {} : { foreign: true }),
  };
}

/** A calendar whose address must not get requests (`javascript:`, `file:`, or with a password). */
function unusable({ href, props }: DavResponse, base: string, account: string): CalendarInfo {
  const id = calendarId(account, href);
  return {
    id,
    // Never requested.
    href: new URL(`unusable-${id}/`, base).href,
    name: props.get(dav('displayname'))?.text.trim() || 'calendar without an address',
    account,
    writable: false,
    readOnlyReason: 'The calendar server returns no usable address for it.',
    components: ['VEVENT'],
    isDefault: false,
    foreign: true,
    unlisted: true,
  };
}

/** Short and the same on every machine. Includes the account, because two accounts may share an address. */
function calendarId(account: string, address: string): string {
  const digest = createHash('sha256').update(`${account}\n${address}`).digest();
  return BigInt(`0x${digest.subarray(0, 7).toString('hex')}`)
    .toString(36)
    .padStart(11, '0')
    .slice(0, 10);
}

/** Empty if the server sends none, which means "any" (RFC 4791 §5.2.3). */
function componentsOf(props: DavResponse['props']): string[] {
  return (props.get(caldav('supported-calendar-component-set'))?.children ?? [])
    .map(({ attributes }) => attributes.get('name')?.toUpperCase() ?? '')
    .filter((name) => name !== '');
}

/** True without a privilege set, because then only the server knows (RFC 3744 §5.5). */
function isWritable(props: DavResponse['props']): boolean {
  const set = props.get(dav('current-user-privilege-set'));
  if (set === undefined) return true;
  const granted = new Set(set.children.flatMap((privilege) => privilege.children.map(({ name }) => name)));
  return ['all', 'write', 'write-content', 'bind'].some((name) => granted.has(dav(name)));
}

/** True if marked as shared, or if its owner is not this account's principal (RFC 3744 §5.1). */
function isShared(props: DavResponse['props'], base: string): boolean {
  if (child(props.get(dav('resourcetype')), SHARED) !== undefined) return true;
  const [owner, me] = ['owner', 'current-user-principal'].map((name) => {
    const href = child(props.get(dav(name)), dav('href'))?.text;
    const address = href === undefined ? undefined : canonicalCollection(href, base);
    return address && new URL(address).pathname;
  });
  return owner !== undefined && me !== undefined && owner !== me;
}

/** `#RRGGBBAA` and `#rrggbb` → `#rrggbb` */
function colorOf(text: string): string | undefined {
  return /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim())?.[0].slice(0, 7).toLowerCase();
}

/** An integer. */
function orderOf(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The calendar for new invitations, named by the inbox (RFC 6638 §9.2). */
function defaultCalendar({ responses, url }: DavListing): string | undefined {
  for (const { props } of responses) {
    const href = child(props.get(caldav('schedule-default-calendar-URL')), dav('href'))?.text;
    if (href !== undefined) return canonicalCollection(href, url);
  }
  return undefined;
}
