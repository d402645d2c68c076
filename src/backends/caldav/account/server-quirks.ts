import { defined } from '../../../../schemas/model/defined.js';
import type { ReplyQuirk } from '../../../ports/reply-quirk.js';
import type { DavClient } from '../dav/dav-client.js';
import { httpFailure } from '../dav/http-failure.js';
import { davClasses, isSogo, type ServerFamily, serverFamily } from './server-family.js';

/** Kinds of events that time-range queries miss on some server, although they overlap the range. */
export const LEAVE_OUT = ['series', 'days', 'moved', 'lengthened', 'unknown'] as const;
export type QuirkName = (typeof LEAVE_OUT)[number];

/** Server bugs that no single response reveals and that would silently drop events. */
export interface ServerQuirks {
  /** Undefined if time-range queries find everything. */
  readonly leavesOut?: QuirkName;
  /** True if the server mails attendees about organizer changes (RFC 6638 §2); undefined if unknown. */
  readonly schedules: boolean | undefined;
  /** Undefined if invitation replies arrive undistorted. */
  readonly replies?: ReplyQuirk;
  /** True if the server has identified itself. */
  readonly certain: boolean;
}

/** Quirks known from an address, without a request. */
export interface AddressQuirks {
  /** Creates, overwrites and deletes even if a precondition fails. */
  readonly ignoresPreconditions: boolean;
  /** Sends invitations even if the event forbids it. */
  readonly invitesAlways: boolean;
  /** Reports busy people as free. */
  readonly misjudgesFreeBusy: boolean;
}

/**
 * Omissions of time-range queries. Xandikos finds a series only by its first occurrence. Radicale treats a
 * DURATION in whole days as zero length. sabre/dav (Nextcloud, ownCloud, Baikal) indexes a series from its
 * start to the end of its rule. SOGo forgets occurrences that were made longer.
 */
const LEFT_OUT: Readonly<Partial<Record<ServerFamily, QuirkName>>> = {
  xandikos: 'series',
  radicale: 'days',
  sabre: 'moved',
  nextcloud: 'moved',
  owncloud: 'moved',
  sogo: 'lengthened',
  unknown: 'unknown',
};

const REPLIES: Readonly<Partial<Record<ServerFamily, ReplyQuirk>>> = {
  cyrus: 'apart',
  davical: 'whole',
};

/** SOGo is recognizable by its paths. */
export function quirksOfAddress(href: string): AddressQuirks {
  const sogo = isSogo(href);
  return { ignoresPreconditions: sogo, invitesAlways: sogo, misjudgesFreeBusy: sogo };
}

/** Identifies the server by its DAV header (RFC 4918 §10.1). */
export async function readServerQuirks(
  client: DavClient,
  home: string,
  signal: AbortSignal,
): Promise<ServerQuirks> {
  if (isSogo(home)) return { leavesOut: 'lengthened', schedules: true, replies: 'single', certain: true };
  const answer = await client.send({ method: 'OPTIONS', url: home, headers: {} }, signal);
  if (answer.status === 429 || answer.status >= 500) throw httpFailure(answer.status);
  const family = serverFamily(answer.headers, new URL(home));
  const [leavesOut, replies] = [LEFT_OUT[family], REPLIES[family]];
  const classes = davClasses(answer.headers);
  return {
    ...defined({ leavesOut, replies }),
    schedules: answer.ok ? classes.includes('calendar-auto-schedule') : undefined,
    certain: answer.ok,
  };
}

/** True if time-range queries are known to omit events, so everything is requested instead. */
export function losesByRange({ leavesOut }: ServerQuirks): boolean {
  return leavesOut !== undefined && leavesOut !== 'unknown';
}
