import type { DavClient } from './dav-client.js';
import { httpFailure } from './http-failure.js';

/** Faults of servers that no single answer shows, but that would lose events in silence. */
export interface Quirks {
  /** A time range does not find every event that overlaps it, so reads must not be narrowed. */
  readonly losesByRange: boolean;
  /** It mails the people on an event of what its organizer does (RFC 6638 §2); undefined where that is not known. */
  readonly schedules: boolean | undefined;
  /** The server has said what it is; else it is only taken for one without faults. */
  readonly certain: boolean;
}

/** Xandikos finds a series only by its first occurrence. It misspells this token, which gets through proxies. */
const XANDIKOS = 'calendar-auto-scheduling';

/**
 * Radicale takes a DURATION of whole days for a moment. Its header is just this; and for one process without an
 * index, giving everything is less work than looking for a range (measured at 1,000 and 10,000 events).
 */
const RADICALE = '1,2,3,calendar-access,addressbook,extended-mkcol';

/**
 * The index of sabre/dav (Nextcloud, ownCloud, Baikal) spans from the start of a series to the end of its rule: dates
 * added to it and occurrences moved out of it are not found. This is how the headers of all its versions begin.
 */
const SABRE = '1,3,extended-mkcol';

/**
 * Asks the server what it is (DAV header, RFC 4918 §10.1). A server that cannot tell has no quirks; one that does not
 * answer now is not known.
 */
export async function readQuirks(client: DavClient, home: string, signal: AbortSignal): Promise<Quirks> {
  // SOGo's index forgets occurrences that were made longer.
  if (isSogo(home)) return { losesByRange: true, schedules: true, certain: true };
  const answer = await client.send('OPTIONS', home, {}, undefined, signal);
  if (answer.status === 429 || answer.status >= 500) throw httpFailure(answer.status);
  const classes = (answer.headers.get('dav') ?? '').toLowerCase().replace(/\s/g, '');
  const isSabre = classes === SABRE || classes.startsWith(`${SABRE},`);
  return {
    losesByRange: isSabre || classes === RADICALE || classes.split(',').includes(XANDIKOS),
    schedules: answer.ok ? classes.split(',').includes('calendar-auto-schedule') : undefined,
    certain: answer.ok,
  };
}

/** SOGo creates, overwrites and deletes although a precondition fails. Its addresses cannot be configured away. */
export function isSogo(href: string): boolean {
  return new URL(href).pathname.includes('/SOGo/');
}
