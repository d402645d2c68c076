import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError, type Outcome } from '../../../../schemas/model/error.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Receipt } from '../../../ports/backend.js';
import type { KitObject } from '../read/reader.js';
import { sameKitRule } from './cut-series.js';
import type { Failed } from './door.js';
import { readWantedKit, type WantedKitObject } from './wanted-event.js';

/** Reads after a commit; if that fails, the outcome is unknown. */
export async function lookUp<T>(read: () => Promise<T>, failure: Failed | undefined): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CalendarError)
      throw failure === undefined ? error.with({ outcome: 'unknown' }) : unknown(failure);
    throw error;
  }
}

export function unknown(failure: Failed | undefined): CalendarError {
  if (failure !== undefined) return failure.explain('unknown');
  return new CalendarError('OUTCOME_UNKNOWN', 'What became of the change was not found again.', {
    outcome: 'unknown',
    suggestion: 'Search for the event before repeating anything.',
  });
}

/** The state is unchanged, but after a timeout the Mac may still apply the request. */
export function nothingHappened(failure: Failed): CalendarError {
  return failure.explain(failure.mayFollow ? 'unknown' : 'not_applied');
}

export function notKept(): CalendarError {
  return new CalendarError('UPSTREAM_ERROR', 'The Mac reported success and changed nothing.', {
    outcome: 'not_applied',
    suggestion: 'Do not repeat it: ask the user to make the change in the Calendar app.',
  });
}

/** True if the stored object is as wanted, regardless of EventKit's spelling. */
export function isStored({ object, series }: KitObject, wanted: WantedKitObject, mac: Zone): boolean {
  const stored = readBack(object.ics, mac);
  const text = ({ master, overrides, excluded, added }: WantedKitObject): string =>
    JSON.stringify([
      { ...master, rule: null },
      [...overrides].sort(([a], [b]) => a - b),
      [...excluded].sort((a, b) => a - b),
      added,
    ]);
  return text(stored) === text(wanted) && sameKitRule(stored.master.rule, wanted.master.rule, series, mac);
}

/** Names the time properties of a new event that differ from the wanted ones. */
export function otherTimes(
  { object, series }: KitObject,
  wanted: WantedKitObject,
  mac: Zone,
): readonly string[] {
  const { master, excluded } = readBack(object.ics, mac);
  const others: string[] = [];
  if (master.start !== wanted.master.start) others.push('start');
  if (master.end !== wanted.master.end) others.push('end');
  if (master.allDay !== wanted.master.allDay) others.push('all-day');
  if (!sameKitRule(master.rule, wanted.master.rule, series, mac)) others.push('recurrence');
  const dates = (of: ReadonlySet<Instant>): string => [...of].sort((a, b) => a - b).join();
  if (dates(excluded) !== dates(wanted.excluded)) others.push('excluded dates');
  return others;
}

/** Unsupported values cannot be stored, so the Mac has changed them. */
function readBack(ics: string, mac: Zone): WantedKitObject {
  try {
    return readWantedKit(ics, mac);
  } catch (error) {
    throw error instanceof CalendarError ? error.with({ outcome: 'unknown' }) : error;
  }
}

export function storedOtherwise(others: readonly string[], outcome: Outcome): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    `The Mac stored a different ${others.join(', ')} than it was given.`,
    {
      outcome,
      suggestion:
        outcome === 'not_applied'
          ? 'The event was removed again. Ask the user to make it in Calendar.'
          : 'Read the event again, and ask the user to correct it in Calendar.',
    },
  );
}

/** Describes exceptions that a series lost unintentionally. */
export function lossOf({ object }: KitObject, wanted: WantedKitObject, mac: Zone): readonly string[] {
  const stored = readBack(object.ics, mac);
  const lost =
    [...wanted.excluded].filter((date) => !stored.excluded.has(date)).length +
    [...wanted.overrides.keys()].filter((date) => !stored.overrides.has(date)).length;
  return lost === 0
    ? []
    : [`EventKit did not keep ${lost} changed or left-out occurrences: read the series again.`];
}

export function kitReceipt(
  { object }: KitObject,
  { serverChanged, notes = [] }: Pick<Receipt, 'serverChanged' | 'notes'>,
): Receipt {
  const { href, etag, ics } = object;
  return { href, etag, ics, serverChanged, ...(notes.length > 0 && { notes }) };
}
