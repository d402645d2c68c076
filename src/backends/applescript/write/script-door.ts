import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarOf, eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import { calendarFields } from '../../../../compilers/targets/applescript/script-fields.js';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { DAY, SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { KitUidNote, UidNotes } from '../../eventkit/uid-notes.js';
import type { Door, Failed } from '../../eventkit/write/door.js';
import { there } from '../../eventkit/write/earlier-event.js';
import { readWantedKit, type WantedKitObject } from '../../eventkit/write/wanted-event.js';
import { isStored } from '../../eventkit/write/write-outcome.js';
import { type AppObject, type ObjectReader, sharedUid } from '../read/object-reader.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { isTimeout, ScriptFailure, wasBeforeAnyChange } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { createFields, updateFields } from './script-changes.js';

/** A script that changes Calendar, and its fields behind those of the calendar. */
export interface ScriptCall {
  readonly script: ScriptName;
  readonly fields: readonly string[];
}

const EXPERIMENTAL =
  'Leaving out dates of a series, or ending it earlier, is experimental in the Calendar app: no Mac has confirmed it yet. Ask the user to look at the series there.';

const never = new AbortController().signal;

interface Parts {
  readonly session: ScriptSession;
  readonly reader: ObjectReader;
  readonly notes: UidNotes;
  readonly mac: Zone;
}

/** Scripts as a way to write events: each object is one event of Calendar, and each change one guarded script. */
export function createScriptDoor({ session, reader, notes, mac }: Parts): Door<AppObject, ScriptCall> {
  return {
    strict: true,
    create: (wanted) => ({
      first: { script: 'create-event', fields: createFields(wanted, mac) },
      exceptions: () => [],
    }),
    replace: ({ stored }, before, wanted) => {
      const fields = updateFields(before, wanted, mac);
      return fields.length === 0
        ? []
        : [{ script: 'update-event', fields: [stored.uid, stored.text, ...fields] }];
    },
    remove: ({ stored }) => ({ script: 'delete-event', fields: [stored.uid, stored.text] }),
    move: () => {
      throw refused(
        LIMITS.moves,
        'Copy it ({"operation":"copy"}), and delete the original when the user has seen the copy, or ask them to move it in Calendar.',
      );
    },
    remarks: (before, wanted) => {
      const isRule = JSON.stringify(before.master.rule) !== JSON.stringify(wanted.master.rule);
      const isDate = [...before.excluded].sort().join() !== [...wanted.excluded].sort().join();
      return before.master.rule !== null && (isRule || isDate) ? [EXPERIMENTAL] : [];
    },
    send: async (calendar, { script, fields }) => {
      try {
        const { rows } = await session.write(script, [...calendarFields(calendarOf(calendar)), ...fields]);
        const [mark, uid] = rows[0] ?? [];
        if (script === 'create-event' && (mark !== 'NEW' || uid === undefined || uid === ''))
          throw new ScriptFailure('garbled');
        return { key: uid };
      } catch (error) {
        if (error instanceof ScriptFailure) return { failure: failedScript(error) };
        throw error;
      } finally {
        // What was read of the calendar is no longer true: whatever becomes of the script.
        reader.forget(calendar.id);
      }
    },
    lost: (calendar, wanted, note) => lostEvent({ reader, notes, mac }, calendar, { wanted, note }),
  };
}

/**
 * Stamps alone do not prove that an event was made by a script whose answer never came: what looks like it and is not
 * all that it was to be, or may be older, is nobody's.
 */
async function lostEvent(
  { reader, notes, mac }: Omit<Parts, 'session'>,
  calendar: CalendarAddress,
  { wanted, note }: { readonly wanted: WantedKitObject; readonly note: KitUidNote },
): Promise<string | undefined> {
  const { title, start, end } = wanted.master;
  const { objects, unreadable } = await reader.scan(
    {
      kind: 'window',
      script: 'list-events',
      argv: [],
      calendar,
      from: start - DAY,
      to: end + DAY,
      refresh: true,
    },
    { signal: never },
  );
  if (unreadable.some(({ href }) => href === calendar.href))
    throw explainFailure(new ScriptFailure('deadline'));
  const known = await notes.all(calendar.id);
  const alike = objects.flatMap(({ href, ics }) => {
    const key = eventAddress(href)?.uid ?? '';
    const isAlike = !known.has(key) && isLike(ics, { title, start }, mac);
    return isAlike ? [{ href, key }] : [];
  });
  const [first, second] = alike;
  if (first === undefined) return undefined;
  const found = second === undefined ? await reader.one(calendar, first.href, never) : undefined;
  const since = note.since - 2 * SECOND;
  if (found !== undefined && (found.series.master.modified ?? 0) >= since && isStored(found, wanted, mac))
    return found.key;
  throw there(calendar, first.key);
}

function isLike(ics: string, like: { readonly title: string; readonly start: number }, mac: Zone): boolean {
  try {
    const { title, start } = readWantedKit(ics, mac).master;
    return title === like.title && start === like.start;
  } catch (error) {
    // What cannot be given was not made here.
    if (error instanceof CalendarError) return false;
    throw error;
  }
}

function failedScript(failure: ScriptFailure): Failed {
  return {
    leftUnchanged: wasBeforeAnyChange(failure),
    mayFollow: isTimeout(failure),
    explain: (outcome) => {
      if (failure.number === 7012) return sharedUid();
      return outcome === 'unknown' ? unknown(failure) : explainFailure(failure, outcome);
    },
  };
}

function unknown(failure: ScriptFailure): CalendarError {
  return new CalendarError('OUTCOME_UNKNOWN', 'It is not known whether Calendar made the change.', {
    outcome: 'unknown',
    suggestion: 'Wait a moment, read the event again, and repeat the change only if it is not there.',
    details: { cause: failure.message },
    cause: failure,
  });
}
