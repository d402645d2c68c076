import { defined } from '../../../../schemas/model/defined.js';
import type { ReplyQuirk } from '../../../ports/reply-quirk.js';
import type { DavClient } from '../dav/dav-client.js';
import { httpFailure } from '../dav/http-failure.js';
import { davClasses, isSogo, type ServerFamily, serverFamily } from './server-family.js';

/** Kinds of events that questions for a time do not find on some server, although they overlap it. */
export const LEAVE_OUT = ['series', 'days', 'moved', 'lengthened', 'unknown'] as const;
export type QuirkName = (typeof LEAVE_OUT)[number];

/** Server bugs that cannot be detected from one response and would silently drop events. */
export interface ServerQuirks {
  /** Undefined where a question for a time finds everything. */
  readonly leavesOut?: QuirkName;
  /** It mails the people on an event of what its organizer does (RFC 6638 §2); undefined where that is not known. */
  readonly schedules: boolean | undefined;
  /** How it distorts answers to invitations, if it does. */
  readonly replies?: ReplyQuirk;
  /** The server has identified itself. */
  readonly certain: boolean;
}

/** What is known from an address alone, without a request. */
export interface AddressQuirks {
  /** It creates, overwrites and deletes although a precondition fails. */
  readonly ignoresPreconditions: boolean;
  /** It sends invitations although the event forbids it. */
  readonly invitesAlways: boolean;
  /** It answers that people are free who are not. */
  readonly misjudgesFreeBusy: boolean;
}

/**
 * What servers were found to leave out. Xandikos finds a series only by its first occurrence; Radicale takes a DURATION
 * of whole days for a moment; the index of sabre/dav (Nextcloud, ownCloud, Baikal) spans from the start of a series to
 * the end of its rule, and that of SOGo forgets occurrences that were made longer.
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

/** SOGo says so in its addresses. */
export function quirksOfAddress(href: string): AddressQuirks {
  const sogo = isSogo(href);
  return { ignoresPreconditions: sogo, invitesAlways: sogo, misjudgesFreeBusy: sogo };
}

/** Identifies the server (DAV header, RFC 4918 §10.1). */
export async function readServerQuirks(
  client: DavClient,
  home: string,
  signal: AbortSignal,
): Promise<ServerQuirks> {
  // Its addresses say it.
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

/** Known to omit events from time-range queries, so everything is requested instead. */
export function losesByRange({ leavesOut }: ServerQuirks): boolean {
  return leavesOut !== undefined && leavesOut !== 'unknown';
}
