import { isDeepStrictEqual } from 'node:util';
import type { Occurrence } from '../../../schemas/model/event.js';
import { differingProperties } from '../../calendar/read/same-content.js';
import type { Receipt } from '../../ports/backend.js';
import type { DraftStep } from './transaction/draft-step.js';

/** Fields that may differ without a loss: bookkeeping of the store. */
const BOOKKEEPING = new Set([
  'href',
  'etag',
  'created',
  'updated',
  'sequence',
  'hasConflict',
  'createdBy',
  'createdByClient',
  'external',
  'imported',
  'hidden',
]);

/** Written or rewritten by stores; the reminders of a row cover TRIGGER. */
const OF_STORES = new Set(['VERSION', 'CALSCALE', 'SEQUENCE', 'METHOD', 'TRIGGER']);
/** In a silent write, the lines about people are instructions for the server. */
const OF_PEOPLE = new Set(['ATTENDEE', 'ORGANIZER']);
const MOST_NAMED = 10;

/** The event as sent: a row, and a step with its text, which may be silent. */
interface Sent {
  readonly row: Occurrence | undefined;
  readonly step: DraftStep | undefined;
}

/**
 * Compares the expected event with the stored one. Names the fields that the store changed or, if rows show
 * no difference, the properties, such as X-COLOUR.
 */
export function serverChanges(
  { row: expected, step }: Sent,
  stored: Occurrence | undefined,
  receipt: Receipt,
): readonly string[] {
  const properties = receipt.serverChanged ? changedProperties(step, receipt) : [];
  if (expected === undefined || stored === undefined) return properties;
  const before = Object.entries(expected);
  const after = new Map(Object.entries(stored));
  const names = new Set([...before.map(([name]) => name), ...after.keys()]);
  const known = new Map(before);
  const changed = [...names].filter(
    (name) => !BOOKKEEPING.has(name) && !isDeepStrictEqual(known.get(name), after.get(name)),
  );
  return changed.length === 0 ? properties : changed;
}

function changedProperties(step: DraftStep | undefined, { ics }: Receipt): readonly string[] {
  if (step === undefined || !('ics' in step)) return [];
  const isSilent = step.silent === true;
  return differingProperties(step.ics, ics)
    .filter((name) => !OF_STORES.has(name) && !(isSilent && OF_PEOPLE.has(name)))
    .slice(0, MOST_NAMED);
}
