import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { eventHref, kitCalendar } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY, MINUTE } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Receipt } from '../../../ports/backend.js';
import { isRecent } from '../../../system/is-recent.js';
import { KitFailure, wasBeforeAnyChange } from '../process/kit-failure.js';
import { explainFailure } from '../process/explain-failure.js';
import { guardText, keyOf } from '../process/protocol.js';
import type { Session } from '../process/session.js';
import type { Reader, ReadObject } from '../read/reader.js';
import type { UidNote, UidNotes } from '../uid-notes.js';
import type { WantedObject } from './wanted-event.js';
import { createPhases } from './write-steps.js';
import { isStored, lossOf, nothingHappened, notKept, receiptOf, unknown } from './write-outcome.js';

const never = new AbortController().signal;
/** A note without an event is from a program that was ended, or from one that is still at it. */
const BEING_MADE = MINUTE;
/** Stamps of EventKit are whole seconds on some accounts. */
const STAMP = 2000;

export interface WriterParts {
  readonly session: Session;
  readonly reader: Reader;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}

/** Makes events, each UID once: its note is claimed before anything is sent. */
export function createNewEvents({ session, reader, notes, mac, now }: WriterParts) {
  /** Throws where the calendar has the event: under that identifier, or made for that UID. */
  async function requireNone(calendar: CalendarAddress, uid: string, wanted?: WantedObject): Promise<void> {
    if ((await reader.one(calendar, eventHref(calendar.href, uid), never)) !== undefined) throw there(calendar, uid);
    const note = await notes.get(calendar.id, uid);
    if (note === undefined) return;
    const made = note.made ?? (wanted && (await lost(calendar, wanted, note)));
    if (made !== undefined) {
      if ((await reader.one(calendar, eventHref(calendar.href, made), never)) !== undefined) {
        if (note.made === undefined) await notes.put(calendar.id, { ...note, made });
        throw there(calendar, made);
      }
    } else if (isRecent(note.since, BEING_MADE, now())) throw there(calendar);
    await notes.remove(calendar.id, uid);
  }

  /** The event of a request whose answer never came: made since then, and all that it was to be. */
  async function lost(calendar: CalendarAddress, { master }: WantedObject, note: UidNote): Promise<string | undefined> {
    const range = { from: master.start - DAY, to: master.end + DAY };
    const { events, masters } = await session.read('events', { calendar: kitCalendar(calendar), ...range }, never);
    const known = await notes.all(calendar.id);
    const found = [...events, ...masters].find(
      (event) =>
        (event.created ?? 0) >= note.since - STAMP &&
        event.title === master.title &&
        event.start === master.start &&
        event.allDay === master.allDay &&
        !known.has(keyOf(event)),
    );
    return found === undefined ? undefined : keyOf(found);
  }

  async function create(calendar: CalendarAddress, patchUid: string, wanted: WantedObject): Promise<Receipt> {
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    const { first, then } = createPhases(wanted, mac());
    await requireNone(calendar, uid, wanted);
    const note = { uid, since: now() };
    if (!(await notes.claim(calendar.id, note))) throw there(calendar);
    const key = await make(calendar, { first, note, wanted });
    await notes.put(calendar.id, { ...note, made: key });
    const exceptions = then(key);
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
    return receiptOf(stored, !isStored(stored, wanted, mac()), lossOf(stored, wanted, mac()));
  }

  interface Making {
    readonly first: readonly object[];
    readonly note: UidNote;
    readonly wanted: WantedObject;
  }

  /** EventKit's identifier of what was made. */
  async function make(calendar: CalendarAddress, { first, note, wanted }: Making): Promise<string> {
    try {
      const { uid } = await session.write('write', { calendar: kitCalendar(calendar), steps: first });
      if (uid !== undefined && uid !== '') return uid;
      throw new KitFailure('garbled');
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      if (wasBeforeAnyChange(error)) {
        await notes.remove(calendar.id, note.uid);
        throw explainFailure(error, 'not_applied');
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

  async function readBack(calendar: CalendarAddress, key: string): Promise<ReadObject | undefined> {
    try {
      return await reader.one(calendar, eventHref(calendar.href, key), never);
    } catch (error) {
      throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
    }
  }

  /** A series without its exceptions is not what was wanted: it is removed again. */
  async function takenBack(
    calendar: CalendarAddress,
    key: string,
    { note, error }: { readonly note: UidNote; readonly error: KitFailure },
  ): Promise<CalendarError> {
    try {
      const made = await reader.one(calendar, eventHref(calendar.href, key), never);
      const expect = made && guardText(made.series.master);
      const steps = [{ uid: key, expect, remove: true }];
      if (made !== undefined) await session.write('write', { calendar: kitCalendar(calendar), steps });
      await notes.remove(calendar.id, note.uid);
      return explainFailure(error, 'not_applied');
    } catch (failure) {
      if (failure instanceof KitFailure || failure instanceof CalendarError) return unknown(error);
      throw failure;
    }
  }

  return { create, requireNone };
}

function there(calendar: CalendarAddress, key?: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    ...(key !== undefined && { details: { href: eventHref(calendar.href, key) } }),
    suggestion: 'Read the event that is there and update it instead.',
  });
}
