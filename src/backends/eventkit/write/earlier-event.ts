import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { MINUTE } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isRecent } from '../../../system/is-recent.js';
import type { KitObject } from '../read/reader.js';
import type { WriterParts } from './door.js';
import type { WantedKitObject } from './wanted-event.js';

const never = new AbortController().signal;
/** A note without an event is from a program that was ended, or from one that is still at it. */
const BEING_MADE = MINUTE;

/**
 * Throws where the calendar has the event: under that identifier, or made for that UID, also by a request whose answer
 * never came.
 */
export async function requireNone<H extends KitObject, S>(
  { door, one, notes, now }: WriterParts<H, S>,
  calendar: CalendarAddress,
  uid: string,
  wanted?: WantedKitObject,
): Promise<void> {
  if ((await one(calendar, kitEventHref(calendar.href, uid), never)) !== undefined)
    throw there(calendar, uid);
  const note = await notes.get(calendar.id, uid);
  if (note === undefined) return;
  const made = note.made ?? (wanted && (await door.lost(calendar, wanted, note)));
  if (made !== undefined) {
    if ((await one(calendar, kitEventHref(calendar.href, made), never)) !== undefined) {
      if (note.made === undefined) await notes.put(calendar.id, { ...note, made });
      throw there(calendar, made);
    }
  } else if (isRecent(note.since, BEING_MADE, now())) throw there(calendar);
  await notes.remove(calendar.id, uid);
}

export function there(calendar: CalendarAddress, key?: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    ...(key !== undefined && { details: { href: kitEventHref(calendar.href, key) } }),
    suggestion: 'Read the event that is there and update it instead.',
  });
}
