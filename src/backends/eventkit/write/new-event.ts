import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import type { KitObject } from '../read/reader.js';
import type { KitUidNote } from '../uid-notes.js';
import type { WriterParts } from './door.js';
import { requireNone, there } from './earlier-event.js';
import type { WantedKitObject } from './wanted-event.js';
import {
  isStored,
  kitReceipt,
  lossOf,
  nothingHappened,
  notKept,
  otherTimes,
  storedOtherwise,
  unknown,
} from './write-outcome.js';

const never = new AbortController().signal;

/** Makes events, each UID once: its note is claimed before anything is sent. */
export function createNewEvents<H extends KitObject, S>(parts: WriterParts<H, S>) {
  const { door, one, notes, mac, now } = parts;

  return async function create(
    calendar: CalendarAddress,
    patchUid: string,
    wanted: WantedKitObject,
  ): Promise<Receipt> {
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    const { first, exceptions } = door.create(wanted);
    await requireNone(parts, calendar, uid, wanted);
    const note = { uid, since: now() };
    if (!(await notes.claim(calendar.id, note))) throw there(calendar);
    const key = await make(calendar, { first, note, wanted });
    await notes.put(calendar.id, { ...note, made: key });
    for (const steps of exceptions(key)) {
      const { failure } = await door.send(calendar, steps);
      if (failure === undefined) continue;
      // A series without its exceptions is not what was wanted.
      const isGone = await takenBack(calendar, key, note);
      throw isGone ? failure.explain('not_applied') : unknown(failure);
    }
    const stored = await readBack(calendar, key);
    if (stored === undefined) {
      await notes.remove(calendar.id, uid);
      throw notKept();
    }
    const others = door.strict ? otherTimes(stored, wanted, mac()) : [];
    if (others.length > 0) {
      const isGone = await takenBack(calendar, key, note);
      throw storedOtherwise(others, isGone ? 'not_applied' : 'unknown');
    }
    return kitReceipt(stored, {
      serverChanged: !isStored(stored, wanted, mac()),
      notes: lossOf(stored, wanted, mac()),
    });
  };

  interface Making {
    readonly first: S;
    readonly note: KitUidNote;
    readonly wanted: WantedKitObject;
  }

  /** The identifier of what was made. */
  async function make(calendar: CalendarAddress, { first, note, wanted }: Making): Promise<string> {
    const { key, failure } = await door.send(calendar, first);
    if (key !== undefined && key !== '') return key;
    if (failure?.leftUnchanged === true) {
      await notes.remove(calendar.id, note.uid);
      throw failure.explain('not_applied');
    }
    let found: string | undefined;
    try {
      found = await door.lost(calendar, wanted, note);
    } catch (error) {
      throw error instanceof CalendarError ? unknown(failure) : error;
    }
    if (found !== undefined) return found;
    if (failure === undefined) throw unknown(failure);
    const failed = nothingHappened(failure);
    // Whoever repeats it finds what may still come of it by its note.
    if (failed.info.outcome === 'not_applied') await notes.remove(calendar.id, note.uid);
    throw failed;
  }

  async function readBack(calendar: CalendarAddress, key: string): Promise<H | undefined> {
    try {
      return await one(calendar, kitEventHref(calendar.href, key), never);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** Whether what was made is gone again. */
  async function takenBack(calendar: CalendarAddress, key: string, note: KitUidNote): Promise<boolean> {
    try {
      const href = kitEventHref(calendar.href, key);
      const made = await one(calendar, href, never);
      if (made !== undefined) {
        const { failure } = await door.send(calendar, door.remove(made));
        if (failure !== undefined || (door.strict && (await one(calendar, href, never)) !== undefined))
          return false;
      }
      await notes.remove(calendar.id, note.uid);
      return true;
    } catch (failure) {
      if (failure instanceof CalendarError) return false;
      throw failure;
    }
  }
}
