import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarAccess } from '../../../ports/people.js';
import { isSogo } from '../account/server-family.js';
import type { DavClient } from '../dav/dav-client.js';
import { canonicalCollection, lastName } from '../dav/href.js';
import { caldav, child, dav } from '../dav/multistatus.js';
import type { XmlElement } from '../dav/xml-document.js';
import { bareAddress } from './read-cards.js';

type Level = CalendarAccess['access'];

const server = (local: string): string => `{http://calendarserver.org/ns/}${local}`;
const LEVELS: readonly Level[] = ['freebusy', 'read', 'write'];
const GRANTS: ReadonlyMap<string, Level> = new Map([
  [caldav('read-free-busy'), 'freebusy'],
  [dav('read'), 'read'],
  ...['all', 'write', 'write-content', 'bind'].map((name): [string, Level] => [dav(name), 'write']),
]);
const NOT_TOLD = new Set(['NOT_FOUND', 'UNSUPPORTED', 'PERMISSION_DENIED', 'BAD_UPSTREAM_RESPONSE']);
const GROUPS: readonly string[] = ['all', 'authenticated', 'unauthenticated'];

/**
 * People with access to a calendar, without its owner: from its shares (calendarserver-sharing §5.2.2) or
 * access control list (RFC 3744 §5.5). Undefined if the server sends neither.
 */
export async function readAccess(
  client: DavClient,
  calendar: string,
  principal: string | undefined,
  signal: AbortSignal,
): Promise<readonly CalendarAccess[] | undefined> {
  // SOGo lists every user, with or without access.
  if (isSogo(calendar)) return undefined;
  const listing = await client
    .propfind(calendar, ['d:acl', 'd:owner', 'cs:invite'], '0', signal)
    .catch((error) => {
      if (error instanceof CalendarError && NOT_TOLD.has(error.code)) return undefined;
      throw error;
    });
  const props = listing?.responses[0]?.props;
  const [acl, invite] = [props?.get(dav('acl')), props?.get(server('invite'))];
  if (listing === undefined || (acl === undefined && invite === undefined)) return undefined;
  const href = (element: XmlElement | undefined) =>
    canonicalCollection(child(element, dav('href'))?.text ?? '', listing.url);
  const owners = new Set([href(props?.get(dav('owner'))), principal]);
  const found = new Map<string, CalendarAccess>();
  const add = (one: CalendarAccess | undefined): void => {
    if (one === undefined) return;
    const known = found.get(one.who);
    if (known === undefined || LEVELS.indexOf(known.access) < LEVELS.indexOf(one.access))
      found.set(one.who, one);
  };
  for (const user of invite?.children ?? []) if (user.name === server('user')) add(shareOf(user));
  for (const ace of acl?.children ?? []) {
    const who = child(ace, dav('principal'));
    const access = levelOf(child(ace, dav('grant')));
    const group = GROUPS.find((name) => child(who, dav(name)) !== undefined);
    const address = child(who, dav('href')) === undefined ? undefined : href(who);
    if (access === undefined || (address !== undefined && owners.has(address))) continue;
    if (group !== undefined) add({ who: group === 'authenticated' ? 'every user' : 'everybody', access });
    else if (address !== undefined) add({ who: nameOf(address), access });
  }
  return [...found.values()];
}

/** Names the groups of an owner's delegates (caldav-proxy §4). */
function nameOf(principal: string): string {
  const name = lastName(principal);
  return /^calendar-proxy-(?:read|write)$/.test(name) ? 'delegates of the owner' : name;
}

function shareOf(user: XmlElement): CalendarAccess | undefined {
  const address = bareAddress(child(user, dav('href'))?.text ?? '');
  const name = child(user, server('common-name'))?.text.trim();
  const who = name || address;
  const isWrite = child(child(user, server('access')), server('read-write')) !== undefined;
  return who ? { who, ...(address && { email: address }), access: isWrite ? 'write' : 'read' } : undefined;
}

function levelOf(grant: XmlElement | undefined): Level | undefined {
  const names = (grant?.children ?? []).flatMap(({ children }) => children.map(({ name }) => name));
  const levels = names.map((name) => GRANTS.get(name)).filter((level) => level !== undefined);
  return levels.sort((a, b) => LEVELS.indexOf(b) - LEVELS.indexOf(a))[0];
}
