import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitCalendar, kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import { guardText } from '../process/protocol.js';
import type { KitObject } from '../read/reader.js';
import type { KitUidNote } from '../uid-notes.js';
import { createEarlierEvents, there } from './earlier-event.js';
import type { WantedKitObject } from './wanted-event.js';
import { isStored, kitReceipt, lossOf, nothingHappened, notKept, unknown } from './write-outcome.js';
import { createPhases } from './write-steps.js';
import type { WriterParts } from './writer-parts.js';

const never = new AbortController().signal;

/** Makes events, each UID once: its note is claimed before anything is sent. */
export function createNewEvents(parts: WriterParts) {
  const { session, reader, notes, mac, now } = parts;
  const { requireNone, lost } = createEarlierEvents(parts);

  async function create(
    calendar: CalendarAddress,
    patchUid: string,
    wanted: WantedKitObject,
  ): Promise<Receipt> {
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    const { first, exceptions: exceptionsOf } = createPhases(wanted, mac());
    await requireNone(calendar, uid, wanted);
    const note = { uid, since: now() };
    if (!(await notes.claim(calendar.id, note))) throw there(calendar);
    const key = await make(calendar, { first, note, wanted });
    await notes.put(calendar.id, { ...note, made: key });
    const exceptions = exceptionsOf(key);
    try {
      if (exceptions.length > 0)
        await session.write('write', { calendar: kitCalendar(calendar), steps: exceptions });
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      throw await takenBack(calendar, key, { note, error });
    }
    const stored = await readBack(calendar, key);
    if (stored === undefined) {
      await notes.remove(calendar.id, uid);
      throw notKept();
    }
    return kitReceipt(stored, {
      serverChanged: !isStored(stored, wanted, mac()),
      notes: lossOf(stored, wanted, mac()),
    });
  }

  interface Making {
    readonly first: readonly object[];
    readonly note: KitUidNote;
    readonly wanted: WantedKitObject;
  }

  /** EventKit's identifier of what was made. */
  async function make(calendar: CalendarAddress, { first, note, wanted }: Making): Promise<string> {
    try {
      const { uid } = await session.write('write', { calendar: kitCalendar(calendar), steps: first });
      if (uid !== undefined && uid !== '') return uid;
      throw new KitFailure('garbled');
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      if (leftKitUnchanged(error)) {
        await notes.remove(calendar.id, note.uid);
        throw explainKitFailure(error, 'not_applied');
      }
      let found: string | undefined;
      try {
        found = await lost(calendar, wanted, note);
      } catch (failure) {
        if (failure instanceof CalendarError) throw unknown(error);
        throw failure;
      }
      if (found !== undefined) return found;
      const failed = nothingHappened(error);
      // Whoever repeats it finds what may still come of it by its note.
      if (failed.info.outcome === 'not_applied') await notes.remove(calendar.id, note.uid);
      throw failed;
    }
  }

  async function readBack(calendar: CalendarAddress, key: string): Promise<KitObject | undefined> {
    try {
      return await reader.one(calendar, kitEventHref(calendar.href, key), never);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** A series without its exceptions is not what was wanted: it is removed again. */
  async function takenBack(
    calendar: CalendarAddress,
    key: string,
    { note, error }: { readonly note: KitUidNote; readonly error: KitFailure },
  ): Promise<CalendarError> {
    try {
      const made = await reader.one(calendar, kitEventHref(calendar.href, key), never);
      const expect = made && guardText(made.series.master);
      const steps = [{ uid: key, expect, remove: true }];
      if (made !== undefined) await session.write('write', { calendar: kitCalendar(calendar), steps });
      await notes.remove(calendar.id, note.uid);
      return explainKitFailure(error, 'not_applied');
    } catch (failure) {
      if (failure instanceof KitFailure || failure instanceof CalendarError) return unknown(error);
      throw failure;
    }
  }

  return { create, requireNone };
}
