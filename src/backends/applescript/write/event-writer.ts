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
import type { EventPlace, WantedEvent } from '../read/batch-reader.js';
import type { EventReader } from '../read/event-reader.js';
import type { StoredEvent } from '../read/event-row.js';
import { sharedUid } from '../read/object-reader.js';
import { explainFailure } from '../scripts/explain-failure.js';
import type { Rows } from '../scripts/read-rows.js';
import { isTimeout, ScriptFailure, wasBeforeAnyChange } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { differencesOf } from './compare-events.js';

const never = new AbortController().signal;

/** Guarded writes of single events of Calendar; each is read back by another script before it counts. */
export class EventWriter {
  /** Uids of what was made here, perhaps since uids were read. */
  readonly #own = new Set<string>();

  constructor(
    private readonly session: ScriptSession,
    private readonly events: EventReader,
    private readonly zone: Zone,
  ) {}

  /**
   * `before`: uids of the events that were there just before, which show what a write with a lost answer has made.
   * `note` is given the uid as soon as there is one: it may never be known whether the event is as intended.
   */
  async create(
    place: EventPlace,
    event: ScriptEvent,
    before: readonly string[],
    note: (uid: string) => Promise<void>,
  ): Promise<StoredEvent> {
    let made: WantedEvent;
    try {
      const { rows } = await this.#run(place, 'create-event', createFields(place.calendar, event));
      const [mark, uid, count] = rows[0] ?? [];
      if (mark !== 'NEW' || uid === undefined || uid === '') throw new ScriptFailure('garbled');
      made = { uid, row: Number(count) };
      this.#own.add(uid);
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      if (wasBeforeAnyChange(error)) throw explainFailure(error, 'not_applied');
      made = { uid: await this.#findMade(place, event, new Set(before), error), row: 0 };
    }
    await note(made.uid);
    const stored = required(await this.#lookAfter(place, made));
    if (this.#hasTimes(event, stored)) return stored;
    const { times } = differencesOf(event, stored.event, this.zone);
    try {
      await this.remove(place, stored);
    } catch (error) {
      throw error instanceof CalendarError ? storedOtherwise(times, 'unknown') : error;
    }
    throw storedOtherwise(times, 'not_applied');
  }

  /** Times that come out otherwise are put back; texts and reminders are left to the caller to report. */
  async update(place: EventPlace, before: StoredEvent, after: ScriptEvent): Promise<StoredEvent> {
    const changes = changesBetween(before.event, after);
    if (changes.length === 0) return before;
    const fields = updateFields(place.calendar, addressed(before), changes);
    const isDone = (now: StoredEvent | undefined): boolean => now !== undefined && this.#isMeant(after, now);
    const settled = await this.#change(place, before, { script: 'update-event', fields, isDone });
    if (settled !== undefined) return required(settled.now);
    const stored = required(await this.#lookAfter(place, before));
    if (this.#hasTimes(after, stored)) return stored;
    const { times } = differencesOf(after, stored.event, this.zone);
    throw storedOtherwise(times, (await this.#isPutBack(place, before, stored)) ? 'not_applied' : 'unknown');
  }

  async remove(place: EventPlace, event: StoredEvent): Promise<void> {
    const fields = deleteFields(place.calendar, addressed(event));
    const isDone = (now: StoredEvent | undefined): boolean => now === undefined;
    if (await this.#change(place, event, { script: 'delete-event', fields, isDone })) return;
    const left = await this.#lookAfter(place, event);
    if (left === undefined) return;
    if (left.text === event.text) throw notDeleted('Calendar was asked to delete the event but did nothing.');
    if (event.event.rule !== '' && (await this.#isPutBack(place, event, left)))
      throw notDeleted(
        'Calendar took one occurrence out of the series instead of deleting it; it was put back.',
      );
    throw new CalendarError('OUTCOME_UNKNOWN', 'Calendar was asked to delete the event but still has one.', {
      outcome: 'unknown',
      suggestion:
        'Read the calendar again, tell the user what is left of it, and ask them to delete it in Calendar.',
    });
  }

  /** What was read of the calendar is no longer true: whatever becomes of the script. */
  async #run({ calendarId }: EventPlace, script: ScriptName, fields: readonly string[]): Promise<Rows> {
    try {
      return await this.session.write(script, fields);
    } finally {
      this.events.forget(calendarId);
    }
  }

  /** Runs a script once; where it failed and the change is there all the same, what is there now. */
  async #change(
    place: EventPlace,
    before: StoredEvent,
    { script, fields, isDone }: Change,
  ): Promise<{ readonly now: StoredEvent | undefined } | undefined> {
    try {
      await this.#run(place, script, fields);
      return undefined;
    } catch (failure) {
      if (!(failure instanceof ScriptFailure)) throw failure;
      if (wasBeforeAnyChange(failure) || isGuard(failure)) throw untouched(failure);
      const now = await this.#look(place, before).catch((error: unknown) => {
        throw unknown(error instanceof CalendarError ? error : failure);
      });
      if (isDone(now)) return { now };
      if (now?.text === before.text && !isTimeout(failure)) throw explainFailure(failure, 'not_applied');
      throw unknown(failure);
    }
  }

  async #look(place: EventPlace, event: WantedEvent): Promise<StoredEvent | undefined> {
    const found = await this.events.again(place, event);
    if (found !== undefined && 'unreadable' in found) throw explainFailure(new ScriptFailure('garbled'));
    return found;
  }

  async #lookAfter(place: EventPlace, event: WantedEvent): Promise<StoredEvent | undefined> {
    try {
      return await this.#look(place, event);
    } catch (error) {
      throw error instanceof CalendarError ? unknown(error) : error;
    }
  }

  /** Whether an event is again as it was, after what came out otherwise was set back. */
  async #isPutBack(place: EventPlace, before: StoredEvent, stored: StoredEvent): Promise<boolean> {
    const back = changesBetween(stored.event, before.event);
    try {
      if (back.length > 0)
        await this.#run(place, 'update-event', updateFields(place.calendar, addressed(stored), back));
      const now = await this.#look(place, before);
      return now !== undefined && this.#isMeant(before.event, now);
    } catch (error) {
      if (error instanceof CalendarError || error instanceof ScriptFailure) return false;
      throw error;
    }
  }

  /** An event that a failed script may have made: one that was not there before and is as it was meant. */
  async #findMade(
    place: EventPlace,
    event: ScriptEvent,
    known: ReadonlySet<string>,
    failure: ScriptFailure,
  ): Promise<string> {
    try {
      const uids = await this.events.uids(place, never);
      const news = uids.filter((uid) => !known.has(uid) && !this.#own.has(uid));
      const found = news.length === 0 ? [] : await this.events.named(place, news, { signal: never });
      const made = found.flatMap((one, at) =>
        one !== undefined && 'event' in one && this.#isMeant(event, one) ? [news[at] ?? ''] : [],
      );
      if (made.length === 1 && made[0] !== undefined) return made[0];
      if (news.length > 0 || isTimeout(failure)) throw unknown(failure);
    } catch (error) {
      throw error instanceof CalendarError && error.info.outcome === undefined ? unknown(error) : error;
    }
    throw explainFailure(failure, 'not_applied');
  }

  #hasTimes(event: ScriptEvent, stored: StoredEvent): boolean {
    return differencesOf(event, stored.event, this.zone).times.length === 0;
  }

  #isMeant(event: ScriptEvent, stored: StoredEvent): boolean {
    const { times, others } = differencesOf(event, stored.event, this.zone);
    return times.length + others.length === 0;
  }
}

interface Change {
  readonly script: ScriptName;
  readonly fields: readonly string[];
  /** Whether it has taken effect, by what is there now. */
  readonly isDone: (now: StoredEvent | undefined) => boolean;
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
