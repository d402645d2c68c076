import { changesBetween, type ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import {
  createFields,
  deleteFields,
  type SeenEvent,
  updateFields,
} from '../../../../compilers/targets/applescript/script-fields.js';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { EventPlace } from '../read/batch-reader.js';
import type { EventReader } from '../read/event-reader.js';
import type { StoredEvent } from '../read/event-row.js';
import { sharedUid } from '../read/shared-uid.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { isTimeout, ScriptFailure, wasBeforeAnyChange } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { differencesOf } from './compare-events.js';

/** Guarded writes of single events of Calendar; each is read back by another script before it counts. */
export interface EventWriter {
  /**
   * `before`: uids of the events that were there just before, which show what a write with a lost answer has made.
   * `note` is given the uid as soon as there is one: it may never be known whether the event is as intended.
   */
  create(
    place: EventPlace,
    event: ScriptEvent,
    before: readonly string[],
    note?: (uid: string) => Promise<void>,
  ): Promise<StoredEvent>;
  /** Times that come out otherwise are put back; texts and reminders are left to the caller to report. */
  update(place: EventPlace, before: StoredEvent, after: ScriptEvent): Promise<StoredEvent>;
  remove(place: EventPlace, event: StoredEvent): Promise<void>;
}

const never = new AbortController().signal;

export function createEventWriter(session: ScriptSession, events: EventReader, zone: Zone): EventWriter {
  /** Uids of what was made here, perhaps since uids were read. */
  const own = new Set<string>();

  /** What was known of the event, and of when what changed, is no longer true: whatever becomes of the script. */
  async function write(
    { calendarId }: EventPlace,
    uid: string,
    script: ScriptName,
    fields: readonly string[],
  ): Promise<void> {
    try {
      await session.write(script, fields);
    } finally {
      events.written(calendarId, uid);
    }
  }

  async function look(place: EventPlace, uid: string): Promise<StoredEvent | undefined> {
    const [found] = await events.named(place, { uids: [uid], isTold: true }, { signal: never });
    if (found?.unreadable !== undefined) throw explainFailure(new ScriptFailure('garbled'));
    return found?.stored;
  }

  /** What became of an event, when the script that should change it failed. */
  async function afterFailure(
    place: EventPlace,
    before: StoredEvent,
    failure: ScriptFailure,
    isDone: (now: StoredEvent | undefined) => boolean,
  ): Promise<StoredEvent | undefined> {
    let now: StoredEvent | undefined;
    try {
      now = await look(place, before.uid);
    } catch (error) {
      throw unknown(error instanceof CalendarError ? error : failure);
    }
    if (isDone(now)) return now;
    if (now?.text === before.text && !isTimeout(failure)) throw explainFailure(failure, 'not_applied');
    throw unknown(failure);
  }

  function hasTimes(event: ScriptEvent, stored: StoredEvent): boolean {
    return differencesOf(event, stored.event, zone).times.length === 0;
  }

  function isMeant(event: ScriptEvent, stored: StoredEvent): boolean {
    const { times, others } = differencesOf(event, stored.event, zone);
    return times.length + others.length === 0;
  }

  async function update(place: EventPlace, before: StoredEvent, after: ScriptEvent): Promise<StoredEvent> {
    const changes = changesBetween(before.event, after);
    if (changes.length === 0) return before;
    try {
      await write(
        place,
        before.uid,
        'update-event',
        updateFields(place.calendar, addressed(before), changes),
      );
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      if (wasBeforeAnyChange(error) || isGuard(error)) throw untouched(error);
      const isDone = (now: StoredEvent | undefined) => now !== undefined && isMeant(after, now);
      return required(await afterFailure(place, before, error, isDone));
    }
    return checked(place, before, after);
  }

  /** Reads an update back; what came out otherwise is put back as it was. */
  async function checked(place: EventPlace, before: StoredEvent, after: ScriptEvent): Promise<StoredEvent> {
    const stored = await lookAfter(place, before.uid);
    if (stored === undefined) throw unknown(new ScriptFailure('reported', 7010));
    if (hasTimes(after, stored)) return stored;
    const { times } = differencesOf(after, stored.event, zone);
    throw storedOtherwise(times, (await isPutBack(place, before, stored)) ? 'not_applied' : 'unknown');
  }

  /** Whether an event is again as it was, after what came out otherwise was set back. */
  async function isPutBack(place: EventPlace, before: StoredEvent, stored: StoredEvent): Promise<boolean> {
    const back = changesBetween(stored.event, before.event);
    try {
      if (back.length > 0)
        await write(place, before.uid, 'update-event', updateFields(place.calendar, addressed(stored), back));
      const now = await look(place, before.uid);
      return now !== undefined && isMeant(before.event, now);
    } catch (error) {
      if (error instanceof CalendarError || error instanceof ScriptFailure) return false;
      throw error;
    }
  }

  async function lookAfter(place: EventPlace, uid: string): Promise<StoredEvent | undefined> {
    try {
      return await look(place, uid);
    } catch (error) {
      throw error instanceof CalendarError ? unknown(error) : error;
    }
  }

  async function remove(place: EventPlace, event: StoredEvent): Promise<void> {
    try {
      await write(place, event.uid, 'delete-event', deleteFields(place.calendar, addressed(event)));
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      if (wasBeforeAnyChange(error) || isGuard(error)) throw untouched(error);
      await afterFailure(place, event, error, (now) => now === undefined);
      return;
    }
    const left = await lookAfter(place, event.uid);
    if (left === undefined) return;
    if (left.text === event.text) throw notDeleted('Calendar was asked to delete the event but did nothing.');
    if (event.event.rule !== '' && (await isPutBack(place, event, left)))
      throw notDeleted(
        'Calendar took one occurrence out of the series instead of deleting it; it was put back.',
      );
    throw new CalendarError('OUTCOME_UNKNOWN', 'Calendar was asked to delete the event but still has one.', {
      outcome: 'unknown',
      suggestion:
        'Read the calendar again, tell the user what is left of it, and ask them to delete it in Calendar.',
    });
  }

  return {
    create: async (place, event, before, note) => {
      const fields = createFields(place.calendar, event);
      let uid: string;
      try {
        const { rows } = await session.write('create-event', fields);
        const [mark, made, count] = rows[0] ?? [];
        if (mark !== 'NEW' || made === undefined || made === '') throw new ScriptFailure('garbled');
        uid = made;
        own.add(uid);
        events.made(place.calendarId, uid, { row: Number(count), isSeries: event.rule !== '' });
      } catch (error) {
        if (!(error instanceof ScriptFailure)) throw error;
        if (wasBeforeAnyChange(error)) throw explainFailure(error, 'not_applied');
        uid = await findMade(place, event, new Set(before), error);
      }
      await note?.(uid);
      const stored = await lookAfter(place, uid);
      if (stored === undefined) throw unknown(new ScriptFailure('reported', 7010));
      if (hasTimes(event, stored)) return stored;
      const { times } = differencesOf(event, stored.event, zone);
      try {
        await remove(place, stored);
      } catch (error) {
        throw error instanceof CalendarError ? storedOtherwise(times, 'unknown') : error;
      }
      throw storedOtherwise(times, 'not_applied');
    },
    update,
    remove,
  };

  /** An event that a failed script may have made: one that was not there before and is as it was meant. */
  async function findMade(
    place: EventPlace,
    event: ScriptEvent,
    known: ReadonlySet<string>,
    failure: ScriptFailure,
  ): Promise<string> {
    try {
      const uids = await events.uids(place.calendar, never);
      const news = uids.filter((uid) => !known.has(uid) && !own.has(uid));
      const found = await events.named(place, { uids: news }, { signal: never });
      const made = found.filter(({ stored }) => stored !== undefined && isMeant(event, stored));
      if (made.length === 1 && made[0] !== undefined) return made[0].uid;
      if (news.length > 0 || isTimeout(failure)) throw unknown(failure);
    } catch (error) {
      throw error instanceof CalendarError && error.info.outcome === undefined ? unknown(error) : error;
    }
    throw explainFailure(failure, 'not_applied');
  }
}

/** Events are written by uid: that of a series must still be the only one of all, and not only stand in its row. */
function addressed(event: StoredEvent): SeenEvent {
  return event.event.rule === '' ? event : { ...event, row: 0 };
}

function untouched(failure: ScriptFailure): CalendarError {
  return failure.number === 7012 ? sharedUid() : explainFailure(failure, 'not_applied');
}

/** The guard found another event than the one that was read. */
function isGuard({ kind, number }: ScriptFailure): boolean {
  return kind === 'reported' && number === 7006;
}

function required(event: StoredEvent | undefined): StoredEvent {
  if (event !== undefined) return event;
  throw unknown(new ScriptFailure('reported', 7010));
}

function unknown(cause: CalendarError | ScriptFailure): CalendarError {
  return new CalendarError('OUTCOME_UNKNOWN', 'It is not known whether Calendar made the change.', {
    outcome: 'unknown',
    suggestion: 'Wait a moment, read the event again, and repeat the change only if it is not there.',
    details: { cause: cause instanceof CalendarError ? cause.code : cause.message },
    cause,
  });
}

function notDeleted(message: string): CalendarError {
  return new CalendarError('UNSUPPORTED', message, {
    outcome: 'not_applied',
    suggestion: 'Ask the user to delete it in Calendar.',
  });
}

function storedOtherwise(times: readonly string[], outcome: 'not_applied' | 'unknown'): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    `Calendar stored a different ${times.join(', ')} than it was given.`,
    {
      outcome,
      suggestion:
        outcome === 'not_applied'
          ? 'The change was undone. Ask the user to make it in Calendar.'
          : 'The change could not be undone: read the event again, and ask the user to correct it in Calendar.',
    },
  );
}
