import { CalendarError } from '../../../schemas/error.js';
import type { DavClient } from './dav-client.js';

/** Faults of servers that no single answer shows, but that would lose events in silence. */
export interface Quirks {
  /** A time range finds a series only by its first occurrence, so reads must not be narrowed. */
  readonly missesRecurring: boolean;
}

const NONE: Quirks = { missesRecurring: false };

/**
 * Asks the server what it is. Xandikos, which misses recurring events, misspells one token of its DAV header
 * (`calendar-auto-scheduling`), and that gets through proxies. A server that cannot tell has no quirks.
 */
export async function readQuirks(client: DavClient, url: string, signal: AbortSignal): Promise<Quirks> {
  try {
    const answer = await client.send('OPTIONS', url, {}, undefined, signal);
    const classes = (answer.headers.get('dav') ?? '').toLowerCase().split(/[\s,]+/);
    return { missesRecurring: classes.includes('calendar-auto-scheduling') };
  } catch (error) {
    if (error instanceof CalendarError) return NONE;
    throw error;
  }
}

/** SOGo creates, overwrites and deletes although a precondition fails. */
export function ignoresPreconditions(href: string): boolean {
  return new URL(href).pathname.includes('/SOGo/');
}
