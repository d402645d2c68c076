import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitCalendar, kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure } from '../process/kit-failure.js';
import { guardText, kitKey } from '../process/protocol.js';
import type { KitObject } from '../read/reader.js';
import { claimedCreate } from './claimed-create.js';
import type { WantedKitObject } from './wanted-event.js';
import { isStored, kitReceipt, lossOf, notKept, unknown } from './write-outcome.js';
import { createPhases } from './write-steps.js';
import type { WriterParts } from './writer-parts.js';

const never = new AbortController().signal;

/** Makes events and series; a series without its exceptions is taken back. */
export function createNewEvents(parts: WriterParts) {
  const { session, reader, notes, mac, now } = parts;
  const { make, requireNone } = claimedCreate<WantedKitObject>({
    notes,
    now,
    holds: async (calendar, href) => (await reader.one(calendar, href, never)) !== undefined,
    send: async (calendar, wanted) => {
      const { first } = createPhases(wanted, mac());
      return (await session.write('write', { calendar: kitCalendar(calendar), steps: first })).uid;
    },
    alike: async (calendar, { master }) => {
      const parts = { calendar: kitCalendar(calendar), from: master.start - DAY, to: master.end + DAY };
      const { events, masters } = await session.read('events', parts, never);
      return [...events, ...masters]
        .filter(
          ({ title, start, allDay }) =>
            title === master.title && start === master.start && allDay === master.allDay,
        )
        .map((event) => ({ key: kitKey(event), created: event.created }));
    },
  });

  async function create(
    calendar: CalendarAddress,
    patchUid: string,
    wanted: WantedKitObject,
  ): Promise<Receipt> {
    const uid = wanted.uid === '' ? patchUid : wanted.uid;
    // Refuses what EventKit has no place for before the UID is claimed.
    const { exceptions: exceptionsOf } = createPhases(wanted, mac());
    const key = await make(calendar, uid, wanted);
    const exceptions = exceptionsOf(key);
    try {
      if (exceptions.length > 0)
        await session.write('write', { calendar: kitCalendar(calendar), steps: exceptions });
    } catch (error) {
      if (!(error instanceof KitFailure)) throw error;
      throw await takenBack(calendar, key, { uid, error });
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
    { uid, error }: { readonly uid: string; readonly error: KitFailure },
  ): Promise<CalendarError> {
    try {
      const made = await reader.one(calendar, kitEventHref(calendar.href, key), never);
      const expect = made && guardText(made.series.master);
      const steps = [{ uid: key, expect, remove: true }];
      if (made !== undefined) await session.write('write', { calendar: kitCalendar(calendar), steps });
      await notes.remove(calendar.id, uid);
      return explainKitFailure(error, 'not_applied');
    } catch (failure) {
      if (failure instanceof KitFailure || failure instanceof CalendarError) return unknown(error);
      throw failure;
    }
  }

  return { create, requireNone };
}
