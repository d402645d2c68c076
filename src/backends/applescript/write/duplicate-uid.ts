import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarOf, eventHref } from '../../../../compilers/targets/applescript/calendar-address.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { EventReader } from '../read/event-reader.js';
import type { UidAlias, UidAliases } from '../read/uid-aliases.js';

/** Events that were made with the same UID. Each throws ALREADY_EXISTS with the address of the one that is there. */
export interface DuplicateUids {
  /** Before an event is made: none was made with its UID before, or has it in Calendar itself. Gives the uids there. */
  requireNone(calendar: CalendarAddress, uid: string): Promise<readonly string[]>;
  /** After it was made as `own`: of several programs that make it at the same time, the one that noted it first wins. */
  requireFirst(calendar: CalendarAddress, uid: string, own: string): Promise<void>;
}

const never = new AbortController().signal;

export function createDuplicateUids(events: EventReader, aliases: UidAliases): DuplicateUids {
  return {
    requireNone: async (calendar, uid) => {
      const uids = await events.uids(calendarOf(calendar), never);
      const known = await aliases.all();
      const twin = uids.find((one) => one === uid || isSeries(known.get(one), calendar, uid));
      if (twin !== undefined) throw alreadyExists(calendar, twin);
      return uids;
    },
    requireFirst: async (calendar, uid, own) => {
      const noted = [...(await aliases.all())]
        .filter(([, alias]) => isSeries(alias, calendar, uid))
        .map(([one]) => one);
      const earlier = noted.slice(0, noted.indexOf(own));
      if (earlier.length === 0) return;
      const twin = (await events.uids(calendarOf(calendar), never)).find((one) => earlier.includes(one));
      if (twin !== undefined) throw alreadyExists(calendar, twin);
    },
  };
}

function isSeries(alias: UidAlias | undefined, calendar: CalendarAddress, uid: string): boolean {
  return alias?.uid === uid && alias.calendarId === calendar.id && alias.master === undefined;
}

function alreadyExists(calendar: CalendarAddress, uid: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    details: { href: eventHref({ calendar: calendar.href, uid }) },
    suggestion: 'Read the event that is there and update it instead.',
  });
}
