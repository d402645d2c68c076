import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarAddress } from '../../pushdown/target.js';

/** A calendar of Calendar.app: it has no identifier that can be read, so it is the nth of those with its name. */
export interface NamedCalendar {
  readonly name: string;
  /** From 1. */
  readonly turn: number;
  /** How many calendars have the name. */
  readonly sameNameCount: number;
}

/** One event of Calendar.app. `start`: which of several with the same uid (`20261126T090000`). */
export interface EventAddress {
  readonly calendar: string;
  readonly uid: string;
  readonly start?: string;
}

export function calendarHref({ name, turn, sameNameCount }: NamedCalendar): string {
  const href = encodeURIComponent(name);
  return sameNameCount === 1 ? href : `${href}#${turn}of${sameNameCount}`;
}

/** Fields that name a calendar, at the beginning of those of each script: its name, its turn, how many have the name. */
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
