import { createHash } from 'node:crypto';
import { CalendarError } from '../../../schemas/error.js';
import type { CalendarInfo } from '../../ports/backend.js';
import type { ListedCalendar } from '../../ports/sync-source.js';
import type { DavClient, DavListing } from './dav-client.js';
import { canonicalCollection, lastName } from './href.js';
import { caldav, child, type DavResponse, dav } from './multistatus.js';

const APPLE_COLOR = '{http://apple.com/ns/ical/}calendar-color';
const APPLE_ORDER = '{http://apple.com/ns/ical/}calendar-order';
const CTAG = '{http://calendarserver.org/ns/}getctag';
const TRASHED = '{http://nextcloud.com/ns}deleted-calendar';

const PROPS = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-privilege-set',
  'c:calendar-description',
  'c:supported-calendar-component-set',
  'c:schedule-default-calendar-URL',
  'ca:calendar-color',
  'ca:calendar-order',
];

/** What is asked besides what a calendar is: marks of its state, which cost servers more. */
export type Mark = 'cs:getctag' | 'd:sync-token';

/** The calendars for events in a home, or the one calendar at that address. */
export async function listCalendars(
  client: DavClient,
  { home, single }: { readonly home: string; readonly single: boolean },
  account: string,
  marks: readonly Mark[],
  signal: AbortSignal,
): Promise<readonly ListedCalendar[]> {
  const listing = await client.propfind(home, [...PROPS, ...marks], single ? '0' : '1', signal);
  const usual = defaultCalendar(listing);
  for (const response of listing.responses) assertTold(response);
  return listing.responses.filter(isEventCalendar).flatMap((response) => {
    const info = calendarInfo(response, listing.url, account, usual);
    return info === undefined ? [] : [{ info, ...marksOf(response) }];
  });
}

/** What the server fails to tell of may be a calendar: to leave it out would be to say that it is gone. */
function assertTold({ status, failed }: DavResponse): void {
  const httpStatus = status ?? failed.get(dav('resourcetype')) ?? 200;
  if (httpStatus < 500) return;
  throw new CalendarError('UPSTREAM_ERROR', 'The calendar server could list only a part of the calendars.', {
    details: { httpStatus },
    suggestion: 'Try again later; if it stays so, the operator must look at the server.',
  });
}

function marksOf({ props }: DavResponse): Pick<ListedCalendar, 'ctag' | 'token'> {
  const ctag = props.get(CTAG)?.text.trim() ?? '';
  const token = props.get(dav('sync-token'))?.text.trim() ?? '';
  return { ...(ctag === '' ? {} : { ctag }), ...(token === '' ? {} : { token }) };
}

function isEventCalendar({ props, status = 200 }: DavResponse): boolean {
  const type = props.get(dav('resourcetype'));
  if (status >= 400 || child(type, caldav('calendar')) === undefined) return false;
  if (child(type, caldav('schedule-inbox')) !== undefined || child(type, TRASHED) !== undefined) return false;
  const components = componentsOf(props);
  return components.length === 0 || components.includes('VEVENT');
}

function calendarInfo(
  { href, props }: DavResponse,
  base: string,
  account: string,
  usual: string | undefined,
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
    ...(color === undefined ? {} : { color }),
    ...(order === undefined ? {} : { order }),
    writable,
    ...(writable
      ? {}
      : { readOnlyReason: 'The calendar server grants this account no right to write here.' }),
    components: components.length === 0 ? ['VEVENT'] : components,
    isDefault: address === usual,
  };
}

/** Short and the same on every machine; the address alone could be that of two accounts. */
function calendarId(account: string, address: string): string {
  const digest = createHash('sha256').update(`${account}\n${address}`).digest();
  return BigInt(`0x${digest.subarray(0, 7).toString('hex')}`)
    .toString(36)
    .padStart(11, '0')
    .slice(0, 10);
}

/** Empty when the server does not say: RFC 4791 §5.2.3 takes that as "any". */
function componentsOf(props: DavResponse['props']): string[] {
  return (props.get(caldav('supported-calendar-component-set'))?.children ?? [])
    .map(({ attributes }) => attributes.get('name')?.toUpperCase() ?? '')
    .filter((name) => name !== '');
}

/** True without a privilege set: then only the server can tell (RFC 3744 §5.5). */
function isWritable(props: DavResponse['props']): boolean {
  const set = props.get(dav('current-user-privilege-set'));
  if (set === undefined) return true;
  const granted = new Set(set.children.flatMap((privilege) => privilege.children.map(({ name }) => name)));
  return ['all', 'write', 'write-content', 'bind'].some((name) => granted.has(dav(name)));
}

/** `#RRGGBBAA` and `#rrggbb` → `#rrggbb` */
function colorOf(text: string): string | undefined {
  return /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim())?.[0].slice(0, 7).toLowerCase();
}

/** A whole number, of which the smallest comes first. */
function orderOf(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The calendar new invitations land in (RFC 6638 §9.2), which the inbox names. */
function defaultCalendar({ responses, url }: DavListing): string | undefined {
  for (const { props } of responses) {
    const href = child(props.get(caldav('schedule-default-calendar-URL')), dav('href'))?.text;
    if (href !== undefined) return canonicalCollection(href, url);
  }
  return undefined;
}
