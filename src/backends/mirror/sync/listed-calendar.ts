import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { unlistedCalendar } from '../../../../schemas/model/unlisted-calendar.js';
import type { AccountListing, ListedCalendar } from '../../../ports/sync-source.js';
import type { AccountCheck } from './account-check.js';

type Calendars = AccountListing['calendars'];

const known = new WeakMap<Calendars, ReadonlyMap<string, ListedCalendar>>();

/** Cached by id, because a query about all calendars looks up each. */
export function listedCalendar(
  account: { readonly calendars: Calendars } | undefined,
  calendarId: string,
): ListedCalendar | undefined {
  if (account === undefined) return undefined;
  let byId = known.get(account.calendars);
  if (byId === undefined) {
    byId = new Map(account.calendars.map((listed) => [listed.info.id, listed]));
    known.set(account.calendars, byId);
  }
  return byId.get(calendarId);
}

/** The listing of a calendar at `since` or later. */
export async function listedSince(
  check: AccountCheck,
  calendarId: string,
  since: Instant,
  { refresh }: { readonly refresh?: boolean | undefined } = {},
): Promise<ListedCalendar> {
  const found = listedCalendar(await check.listing(since, { refresh }), calendarId);
  if (found === undefined) throw calendarUnlisted();
  if (found.info.unlisted) throw unlistedCalendar();
  return found;
}

/** Same error as a backend without a mirror. */
export function calendarUnlisted(): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'The calendar is no longer on the server.', {
    suggestion: 'List the calendars to see which there are now.',
  });
}
