import { isDeepStrictEqual } from 'node:util';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Receipt } from '../../ports/backend.js';

/** What may differ without anything being lost: bookkeeping of the store. */
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

/**
 * Compares what was expected with what was read back: the names of the fields that the store changed, or `other`
 * when it changed only properties that rows do not show.
 */
export function serverChanges(
  expected: Occurrence | undefined,
  stored: Occurrence | undefined,
  receipt: Receipt,
): readonly string[] {
  if (expected === undefined || stored === undefined) return receipt.serverChanged ? ['other'] : [];
  const before = Object.entries(expected);
  const after = new Map(Object.entries(stored));
  const names = new Set([...before.map(([name]) => name), ...after.keys()]);
  const known = new Map(before);
  const changed = [...names].filter(
    (name) => !BOOKKEEPING.has(name) && !isDeepStrictEqual(known.get(name), after.get(name)),
  );
  return changed.length === 0 && receipt.serverChanged ? ['other'] : changed;
}
