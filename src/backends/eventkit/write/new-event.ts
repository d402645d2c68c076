import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import type { KitObject } from '../read/reader.js';
import { claimedCreate } from './claimed-create.js';
import type { WriterParts } from './door.js';
import type { WantedKitObject } from './wanted-event.js';
import {
  isStored,
  kitReceipt,
  lossOf,
  notKept,
  otherTimes,
  storedOtherwise,
  unknown,
} from './write-outcome.js';

const never = new AbortController().signal;

/** Creates events and series, one per UID; removes a series whose exceptions fail. */
export function createNewEvents<H extends KitObject, S>(parts: WriterParts<H, S>) {
  const { door, one, notes, mac, now } = parts;
  const { make, requireNone } = claimedCreate<WantedKitObject>({
    notes,
    now,
    holds: async (calendar, href) => (await one(calendar, href, never)) !== undefined,
    send: (calendar, wanted) => door.send(calendar, door.create(wanted).first),
    lost: door.lost,
  });

  async function create(
    calendar: CalendarAddress,
    patchUid: string,
    wanted: WantedKitObject,
  ): Promise<Receipt> {
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    // Refuse unsupported values before claiming the UID.
    const { exceptions } = door.create(wanted);
    const key = await make(calendar, uid, wanted);
    for (const steps of exceptions(key)) {
      const { failure } = await door.send(calendar, steps);
      if (failure === undefined) continue;
      // A series without its exceptions is wrong.
      const isGone = await takenBack(calendar, key, uid);
      throw isGone ? failure.explain('not_applied') : unknown(failure);
    }
    const stored = await readBack(calendar, key);
    if (stored === undefined) {
      await notes.remove(calendar.id, uid);
      throw notKept();
    }
    const others = door.strict ? otherTimes(stored, wanted, mac()) : [];
    if (others.length > 0) {
      const isGone = await takenBack(calendar, key, uid);
      throw storedOtherwise(others, isGone ? 'not_applied' : 'unknown');
    }
    return kitReceipt(stored, {
      serverChanged: !isStored(stored, wanted, mac()),
      notes: lossOf(stored, wanted, mac()),
    });
  }

  async function readBack(calendar: CalendarAddress, key: string): Promise<H | undefined> {
    try {
      return await one(calendar, kitEventHref(calendar.href, key), never);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** True if the new event was removed again. */
  async function takenBack(calendar: CalendarAddress, key: string, uid: string): Promise<boolean> {
    try {
      const href = kitEventHref(calendar.href, key);
      const made = await one(calendar, href, never);
      if (made !== undefined) {
        const { failure } = await door.send(calendar, door.remove(made));
        if (failure !== undefined || (door.strict && (await one(calendar, href, never)) !== undefined))
          return false;
      }
      await notes.remove(calendar.id, uid);
      return true;
    } catch (failure) {
      if (failure instanceof CalendarError) return false;
      throw failure;
    }
  }

  return { create, requireNone };
}
