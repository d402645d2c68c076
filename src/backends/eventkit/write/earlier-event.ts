import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitCalendar, kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY, MINUTE } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isRecent } from '../../../system/is-recent.js';
import { kitKey } from '../process/protocol.js';
import type { KitUidNote } from '../uid-notes.js';
import type { WantedKitObject } from './wanted-event.js';
import type { WriterParts } from './writer-parts.js';

const never = new AbortController().signal;
/** A note without an event is from a program that was ended, or from one that is still at it. */
const BEING_MADE = MINUTE;
/** Stamps of EventKit are whole seconds on some accounts. */
const STAMP = 2000;

/** Whether an event was made before, also by a request whose answer never came. */
export function createEarlierEvents({ session, reader, notes, now }: WriterParts) {
  /** Throws where the calendar has the event: under that identifier, or made for that UID. */
  async function requireNone(
    calendar: CalendarAddress,
    uid: string,
    wanted?: WantedKitObject,
  ): Promise<void> {
    if ((await reader.one(calendar, kitEventHref(calendar.href, uid), never)) !== undefined)
      throw there(calendar, uid);
    const note = await notes.get(calendar.id, uid);
    if (note === undefined) return;
    const made = note.made ?? (wanted && (await lost(calendar, wanted, note)));
    if (made !== undefined) {
      if ((await reader.one(calendar, kitEventHref(calendar.href, made), never)) !== undefined) {
        if (note.made === undefined) await notes.put(calendar.id, { ...note, made });
        throw there(calendar, made);
      }
    } else if (isRecent(note.since, BEING_MADE, now())) throw there(calendar);
    await notes.remove(calendar.id, uid);
  }

  /** The event of a request whose answer never came: made since then, and all that it was to be. */
  async function lost(
    calendar: CalendarAddress,
    { master }: WantedKitObject,
    note: KitUidNote,
  ): Promise<string | undefined> {
    const range = { from: master.start - DAY, to: master.end + DAY };
    const { events, masters } = await session.read(
      'events',
      { calendar: kitCalendar(calendar), ...range },
      never,
    );
    const known = await notes.all(calendar.id);
    const found = [...events, ...masters].find(
      (event) =>
        (event.created ?? 0) >= note.since - STAMP &&
        event.title === master.title &&
        event.start === master.start &&
        event.allDay === master.allDay &&
        !known.has(kitKey(event)),
    );
    return found === undefined ? undefined : kitKey(found);
  }

  return { requireNone, lost };
}

export function there(calendar: CalendarAddress, key?: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    ...(key !== undefined && { details: { href: kitEventHref(calendar.href, key) } }),
    suggestion: 'Read the event that is there and update it instead.',
  });
}
