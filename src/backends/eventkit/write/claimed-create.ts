import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { MINUTE } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { isRecent } from '../../../system/is-recent.js';
import type { KitUidNote, UidNotes } from '../uid-notes.js';
import type { Sent } from './door.js';
import { nothingHappened, unknown } from './write-outcome.js';

/** A note without an event comes from a program that was killed or is still creating it. */
const CREATE_TIMEOUT_MS = MINUTE;

/** Creates an event or task, and finds it again. */
export interface Claiming<Wanted> {
  readonly notes: UidNotes;
  readonly now: () => Instant;
  /** True if the address holds anything. */
  readonly holds: (calendar: CalendarAddress, href: string) => Promise<boolean>;
  readonly send: (calendar: CalendarAddress, wanted: Wanted) => Promise<Sent>;
  /** Finds the result of a request whose answer was lost: created since its note, with the wanted values. */
  readonly lost: (calendar: CalendarAddress, wanted: Wanted, note: KitUidNote) => Promise<string | undefined>;
}

/** Creates each UID once. Claims its note before sending, so the result of a lost answer can be found. */
export function claimedCreate<Wanted>({ notes, now, holds, send, lost }: Claiming<Wanted>) {
  /** Throws if the calendar has it: under this identifier, or created for this UID. */
  async function requireNone(calendar: CalendarAddress, uid: string, wanted?: Wanted): Promise<void> {
    if (await holds(calendar, kitEventHref(calendar.href, uid))) throw there(calendar, uid);
    const note = await notes.get(calendar.id, uid);
    if (note === undefined) return;
    const made = note.made ?? (wanted && (await lost(calendar, wanted, note)));
    if (made !== undefined) {
      if (await holds(calendar, kitEventHref(calendar.href, made))) {
        if (note.made === undefined) await notes.put(calendar.id, { ...note, made });
        throw there(calendar, made);
      }
    } else if (isRecent(note.since, CREATE_TIMEOUT_MS, now())) throw there(calendar);
    await notes.remove(calendar.id, uid);
  }

  /** Returns the identifier of the new event. */
  async function sent(calendar: CalendarAddress, wanted: Wanted, note: KitUidNote): Promise<string> {
    const { key, failure } = await send(calendar, wanted);
    if (key !== undefined && key !== '') return key;
    if (failure?.leftUnchanged === true) {
      await notes.remove(calendar.id, note.uid);
      throw failure.explain('not_applied');
    }
    let found: string | undefined;
    try {
      found = await lost(calendar, wanted, note);
    } catch (error) {
      throw error instanceof CalendarError ? unknown(failure) : error;
    }
    if (found !== undefined) return found;
    if (failure === undefined) throw unknown(failure);
    const failed = nothingHappened(failure);
    // If it may still arrive, the note stays, so a repeated call can find it.
    if (failed.info.outcome === 'not_applied') await notes.remove(calendar.id, note.uid);
    throw failed;
  }

  return {
    requireNone,
    make: async (calendar: CalendarAddress, uid: string, wanted: Wanted): Promise<string> => {
      await requireNone(calendar, uid, wanted);
      const note = { uid, since: now() };
      if (!(await notes.claim(calendar.id, note))) throw there(calendar);
      const made = await sent(calendar, wanted, note);
      await notes.put(calendar.id, { ...note, made });
      return made;
    },
  };
}

export function there(calendar: CalendarAddress, key?: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    ...(key !== undefined && { details: { href: kitEventHref(calendar.href, key) } }),
    suggestion: 'Read the event that is there and update it instead.',
  });
}
