import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarAddress } from '../../pushdown/target.js';

/** A calendar of Calendar.app. It has no readable identifier, so it is the nth calendar of its name. */
export interface NamedCalendar {
  readonly name: string;
  /** 1-based. */
  readonly turn: number;
  readonly sameNameCount: number;
}

/** One event of Calendar.app. `start` picks one of several with the same UID (`20261126T090000`). */
export interface EventAddress {
  readonly calendar: string;
  readonly uid: string;
  readonly start?: string;
}

export function calendarHref({ name, turn, sameNameCount }: NamedCalendar): string {
  const href = encodeURIComponent(name);
  return sameNameCount === 1 ? href : `${href}#${turn}of${sameNameCount}`;
}

/** The leading fields of each script, which identify a calendar: name, turn, calendars with that name. */
export function calendarFields({ href }: Pick<CalendarAddress, 'href'>): readonly string[] {
  const [, name, turn = '1', sameNameCount = '1'] = /^([^#/]*)(?:#(\d{1,4})of(\d{1,4}))?$/.exec(href) ?? [];
  const decoded = name === undefined ? undefined : decode(name);
  if (decoded !== undefined) return [decoded, turn, sameNameCount];
  throw new CalendarError('CALENDAR_NOT_FOUND', 'This is not the address of a calendar of Calendar.app.', {
    outcome: 'not_applied',
    suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
    example: { query: { type: 'calendars' } },
  });
}

export function eventAddress(href: string): EventAddress | undefined {
  const [, calendar, uid, start] = /^([^/]*)\/([^/#]+)(?:#(\d{8}T\d{6}))?$/.exec(href) ?? [];
  const decoded = uid === undefined ? undefined : decode(uid);
  if (calendar === undefined || decoded === undefined) return undefined;
  return { calendar, uid: decoded, ...(start === undefined ? {} : { start }) };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
