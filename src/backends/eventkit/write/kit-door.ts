import { kitCalendar } from '../../../../compilers/targets/eventkit/calendar-address.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { explainKitFailure } from '../process/explain-failure.js';
import { KitFailure, leftKitUnchanged } from '../process/kit-failure.js';
import { type AnswerOf, kitKey, type Operation } from '../process/protocol.js';
import type { Session } from '../process/session.js';
import type { KitObject } from '../read/reader.js';
import type { UidNotes } from '../uid-notes.js';
import type { Door, Failed, Sent } from './door.js';
import { readWantedKit } from './wanted-event.js';
import { createPhases, movePhase, type Phase, removePhase, replacePhases } from './write-steps.js';

const never = new AbortController().signal;
/** Some accounts round EventKit's stamps to seconds. */
export const STAMP = 2000;

/** Writes events through EventKit. */
export function createKitDoor(session: Session, notes: UidNotes, mac: () => Zone): Door<KitObject, Phase> {
  return {
    strict: false,
    create: (wanted) => {
      const { first, exceptions } = createPhases(wanted, mac());
      return { first, exceptions: (key) => [exceptions(key)].filter((steps) => steps.length > 0) };
    },
    replace: (held, before, wanted) => replacePhases(held, before, wanted, mac()),
    remove: removePhase,
    move: (held, to) => movePhase(held, readWantedKit(held.object.ics, mac()), kitCalendar(to)),
    send: async (calendar, steps) => {
      const asked = { calendar: kitCalendar(calendar), steps };
      return sentTo(session, 'write', asked, ({ uid }) => uid);
    },
    lost: async (calendar, { master }, note) => {
      const range = { from: master.start - DAY, to: master.end + DAY };
      const { events, masters } = await session.read(
        'events',
        { calendar: kitCalendar(calendar), ...range },
        never,
      );
      const known = await notes.all(calendar.id);
      const found = [...events, ...masters].find(
        (event) =>
          (event.created ?? 0) >= note.since - STAMP &&
          event.title === master.title &&
          event.start === master.start &&
          event.allDay === master.allDay &&
          !known.has(kitKey(event)),
      );
      return found === undefined ? undefined : kitKey(found);
    },
  };
}

/** Sends a change once. Returns the identifier from its answer, or the failure. */
export async function sentTo<O extends Operation>(
  session: Session,
  op: O,
  parts: object,
  keyOf: (answer: AnswerOf<O>) => string | undefined,
): Promise<Sent> {
  try {
    return { key: keyOf(await session.write(op, parts)) };
  } catch (error) {
    if (error instanceof KitFailure) return { failure: kitFailed(error) };
    throw error;
  }
}

function kitFailed(error: KitFailure): Failed {
  return {
    leftUnchanged: leftKitUnchanged(error),
    mayFollow: error.kind === 'deadline',
    explain: (outcome) => explainKitFailure(error, outcome),
  };
}
