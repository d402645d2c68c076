import type { AccountListing, ListedCalendar } from '../../../ports/sync-source.js';

type Calendars = AccountListing['calendars'];

const known = new WeakMap<Calendars, ReadonlyMap<string, ListedCalendar>>();

/** One of the calendars of a listing; a question about all of them asks for each. */
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
