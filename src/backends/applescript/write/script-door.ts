import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import { calendarFields, eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import { LIMITS, refused } from '../../../../compilers/targets/applescript/limits.js';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { readObject } from '../../../calendar/read/read-object.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import type { UidNotes } from '../../eventkit/uid-notes.js';
import { there } from '../../eventkit/write/claimed-create.js';
import type { Door, Failed } from '../../eventkit/write/door.js';
import type { WantedKitObject } from '../../eventkit/write/wanted-event.js';
import { type AppObject, type ObjectReader, sharedUid } from '../read/object-reader.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { isTimeout, ScriptFailure, wasBeforeAnyChange } from '../scripts/script-failure.js';
import type { ScriptSession } from '../scripts/script-session.js';
import { createFields, updateFields } from './script-changes.js';

/** A script that changes Calendar, and its fields after those of the calendar. */
export interface ScriptCall {
  readonly script: ScriptName;
  readonly fields: readonly string[];
}

const never = new AbortController().signal;

interface Parts {
  readonly session: ScriptSession;
  readonly reader: ObjectReader;
  readonly notes: UidNotes;
  readonly mac: Zone;
}

/** Writes events by scripts: each object is one event, each change one guarded script. */
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
        'Copy it ({"operation":"copy","id":"…","changes":{"calendar":"…"}}), and delete the original when the user has seen the copy, or ask them to move it in Calendar.',
      );
    },
    send: async (calendar, { script, fields }) => {
      try {
        const { rows } = await session.write(script, [...calendarFields(calendar), ...fields]);
        const [mark, uid] = rows[0] ?? [];
        if (script === 'create-event' && (mark !== 'NEW' || uid === undefined || uid === ''))
          throw new ScriptFailure('garbled');
        return { key: uid };
      } catch (error) {
        if (error instanceof ScriptFailure) return { failure: failedScript(error) };
        throw error;
      } finally {
        // Even a failed script may have changed the calendar.
        reader.forget(calendar.id);
      }
    },
    lost: (calendar, wanted) => lookForLost({ reader, notes, mac }, calendar, wanted),
  };
}

/** Nothing proves that a script whose answer was lost made an event: a similar one may belong to the user. */
async function lookForLost(
  { reader, notes, mac }: Omit<Parts, 'session'>,
  calendar: CalendarAddress,
  { master: { title, start, end } }: WantedKitObject,
): Promise<undefined> {
  const { objects, unreadable } = await reader.scan(
    { kind: 'window', calendar, from: start - DAY, to: end + DAY, refresh: true },
    { signal: never },
  );
  if (unreadable.some(({ href }) => href === calendar.href))
    throw explainFailure(new ScriptFailure('deadline'));
  const known = await notes.all(calendar.id);
  for (const { href, ics } of objects) {
    const key = eventAddress(href)?.uid ?? '';
    const [series] = known.has(key) ? [] : readObject(ics, zoneOf).series;
    const isAlike = series?.fields.title === title && series.master?.span.start === mac.toWall(start);
    if (isAlike) throw there(calendar, key);
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
