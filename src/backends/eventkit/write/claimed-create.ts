import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { kitEventHref } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { MINUTE } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { isRecent } from '../../../system/is-recent.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import type { KitUidNote, UidNotes } from '../uid-notes.js';
import { nothingHappened, unknown } from './write-outcome.js';

/** A note without an event is from a program that was ended, or from one that is still at it. */
const BEING_MADE = MINUTE;
/** Stamps of EventKit are whole seconds on some accounts. */
const STAMP = 2000;

/** What makes an event or task, and finds it again. */
export interface Making<Wanted> {
  readonly notes: UidNotes;
  readonly now: () => Instant;
  /** Whether that address holds anything. */
  readonly holds: (calendar: CalendarAddress, href: string) => Promise<boolean>;
  /** EventKit's identifier of what was made. Throws KitFailure. */
  readonly send: (calendar: CalendarAddress, wanted: Wanted) => Promise<string | undefined>;
  /** All that may be what was to be made: identifiers, with when they were made. */
  readonly alike: (
    calendar: CalendarAddress,
    wanted: Wanted,
  ) => Promise<readonly { readonly key: string; readonly created: Instant | null }[]>;
}

/** Makes each UID once: its note is claimed before anything is sent, and tells what came of a request whose answer was lost. */
export function claimedCreate<Wanted>({ notes, now, holds, send, alike }: Making<Wanted>) {
  /** Throws where the calendar has it: under that identifier, or made for that UID. */
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
    } else if (isRecent(note.since, BEING_MADE, now())) throw there(calendar);
    await notes.remove(calendar.id, uid);
  }

  /** What came of a request whose answer never came: made since then, and all that it was to be. */
  async function lost(
    calendar: CalendarAddress,
    wanted: Wanted,
    { since }: KitUidNote,
  ): Promise<string | undefined> {
    const known = await notes.all(calendar.id);
    const found = (await alike(calendar, wanted)).find(
      ({ key, created }) => (created ?? 0) >= since - STAMP && !known.has(key),
    );
    return found?.key;
  }

  /** EventKit's identifier of what was made. */
  async function sent(calendar: CalendarAddress, wanted: Wanted, note: KitUidNote): Promise<string> {
    try {
      const key = await send(calendar, wanted);
      if (key !== undefined && key !== '') return key;
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

function there(calendar: CalendarAddress, key?: string): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    ...(key !== undefined && { details: { href: kitEventHref(calendar.href, key) } }),
    suggestion: 'Read the event that is there and update it instead.',
  });
}
