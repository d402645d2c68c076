import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarAddress } from '../../pushdown/target.js';

const PREFIX = 'eventkit:';

export function kitHref(identifier: string): string {
  return PREFIX + encodeURIComponent(identifier);
}

const LIST_PREFIX = 'eventkit-list:';

export function kitListHref(identifier: string): string {
  return LIST_PREFIX + encodeURIComponent(identifier);
}

/** EventKit's identifier of a list of reminders; undefined for calendars. */
export function kitList({ href }: Pick<CalendarAddress, 'href'>): string | undefined {
  if (!href.startsWith(LIST_PREFIX) || href.includes('/')) return undefined;
  return decodeURIComponent(href.slice(LIST_PREFIX.length));
}

/** EventKit's identifier of a calendar. Throws for AppleScript addresses, which have none. */
export function kitCalendar({ href }: Pick<CalendarAddress, 'href'>): string {
  if (href.startsWith(PREFIX) && !href.includes('/')) return decodeURIComponent(href.slice(PREFIX.length));
  throw new CalendarError('CALENDAR_NOT_FOUND', 'This is not the address of a calendar of EventKit.', {
    outcome: 'not_applied',
    suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
    example: { query: { type: 'calendars' } },
  });
}

export function kitEventHref(calendar: string, uid: string): string {
  return `${calendar}/${encodeURIComponent(uid)}`;
}

/** EventKit's identifier of an event or series; undefined if the address is not in this calendar. */
export function eventUid(calendar: string, href: string): string | undefined {
  if (!href.startsWith(`${calendar}/`)) return undefined;
  try {
    return decodeURIComponent(href.slice(calendar.length + 1));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
