import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarOf, eventHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { SlowRequest } from '../../../ports/backend-request.js';
import { objectOf, shownUid } from './event-groups.js';
import type { StoredParts } from './event-ics.js';
import type { EventReader, Found, NamedUids } from './event-reader.js';
import type { UnreadableEvent } from './event-row.js';
import type { UidAliases } from './uid-aliases.js';

/** One object together with the events of Calendar behind it. */
export interface ReadObject extends StoredParts {
  readonly object: CalendarObject;
}

/**
 * The objects with these uids, with the changed occurrences that belong to them. Each is undefined where it is gone or
 * part of another; the whole answer is where only the columns of the calendar tell which of several events has a uid.
 */
type NamedReader = (
  calendar: CalendarAddress,
  asked: NamedUids,
  request: SlowRequest,
) => Promise<readonly (ReadObject | UnreadableEvent | undefined)[] | undefined>;

/** Reads objects by their uids, without a look at the columns of a calendar. */
export function createNamedReader(events: EventReader, aliases: UidAliases, zone: Zone): NamedReader {
  return async (calendar, asked, request) => {
    const { uids } = asked;
    const known = await aliases.all();
    const links = [...known].flatMap(([uid, { master, original }]) =>
      master !== undefined && original !== undefined && uids.includes(master)
        ? [{ uid, master, original }]
        : [],
    );
    // A changed occurrence is not a separate object as long as its series exists.
    const seriesOf = (uid: string): string | undefined => known.get(uid)?.master;
    const parents = uids.flatMap((uid) => seriesOf(uid) ?? []);
    const related = [...new Set([...uids, ...parents, ...links.map(({ uid }) => uid)])];
    const place = { calendarId: calendar.id, calendar: calendarOf(calendar) };
    const answers = await unlessRepeated(events.named(place, { ...asked, uids: related }, request));
    if (answers === undefined) return undefined;
    const found = new Map(answers.map((answer) => [answer.uid, answer]));
    const isThere = ({ stored, unreadable }: Partial<Found> = {}): boolean =>
      stored !== undefined || unreadable !== undefined;
    return uids.map((uid) => {
      const parent = seriesOf(uid);
      if (parent !== undefined && isThere(found.get(parent)) && !events.repeated(calendar.id, parent)) {
        return undefined;
      }
      const own = links.filter(({ master }) => master === uid);
      const [unreadable] = [uid, ...own.map((link) => link.uid)].flatMap(
        (one) => found.get(one)?.unreadable ?? [],
      );
      if (unreadable !== undefined) return unreadable;
      const master = found.get(uid)?.stored;
      if (master === undefined) return undefined;
      const overrides = own
        .flatMap((link) => {
          const stored = found.get(link.uid)?.stored;
          return stored === undefined ? [] : [{ original: link.original, stored }];
        })
        .sort((a, b) => a.original - b.original);
      const href = eventHref({ calendar: calendar.href, uid });
      const parts = { uid: shownUid(uid, known), master, overrides };
      return { object: objectOf({ calendarId: calendar.id, href }, parts, zone), ...parts };
    });
  };
}

/** Undefined where an event cannot be read by its uid because others have the same. */
async function unlessRepeated<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CalendarError && error.info.details?.script === 'reported 7012') return undefined;
    throw error;
  }
}
