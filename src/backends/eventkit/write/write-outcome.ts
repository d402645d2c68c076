import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import { explainKitFailure } from '../process/explain-failure.js';
import type { KitFailure } from '../process/kit-failure.js';
import type { KitObject } from '../read/reader.js';
import { sameKitRule } from './cut-series.js';
import { readWantedKit, type WantedKitObject } from './wanted-event.js';

/** Reads after a commit: where that fails, nobody knows what is stored. */
export async function lookUp<T>(read: () => Promise<T>, failure: KitFailure | undefined): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CalendarError)
      throw failure === undefined ? error.with({ outcome: 'unknown' }) : unknown(failure);
    throw error;
  }
}

export function unknown(failure: KitFailure | undefined): CalendarError {
  if (failure !== undefined) return explainKitFailure(failure, 'unknown');
  return new CalendarError('OUTCOME_UNKNOWN', 'What EventKit has made of it was not found again.', {
    outcome: 'unknown',
    suggestion: 'Search for the event before repeating anything.',
  });
}

/** All is as before. After a request that was given up, EventKit may still be at it. */
export function nothingHappened(failure: KitFailure): CalendarError {
  return explainKitFailure(failure, failure.kind === 'deadline' ? 'unknown' : 'not_applied');
}

export function notKept(): CalendarError {
  return new CalendarError('UPSTREAM_ERROR', 'EventKit reported success and changed nothing.', {
    outcome: 'not_applied',
    suggestion: 'Do not repeat it: ask the user to make the change in the Calendar app.',
  });
}

/** Whether what is stored is what was wanted, however EventKit spells it. */
export function isStored({ object, series }: KitObject, wanted: WantedKitObject, mac: Zone): boolean {
  const stored = readWantedKit(object.ics, mac);
  const text = ({ master, overrides, excluded, added }: WantedKitObject): string =>
    JSON.stringify([
      { ...master, rule: null },
      [...overrides].sort(([a], [b]) => a - b),
      [...excluded].sort((a, b) => a - b),
      added,
    ]);
  return text(stored) === text(wanted) && sameKitRule(stored.master.rule, wanted.master.rule, series, mac);
}

/** What a series has lost although nobody asked for it. */
export function lossOf({ object }: KitObject, wanted: WantedKitObject, mac: Zone): readonly string[] {
  const stored = readWantedKit(object.ics, mac);
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
