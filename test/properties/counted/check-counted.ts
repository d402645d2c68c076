import { expect } from 'vitest';
import type { Policy } from '../../../schemas/model/policy.js';
import { NOW } from '../../engine/service-on-memory.js';
import { countsIn } from './counts-in.js';
import type { Occurrences } from './occurrences-in.js';
import type { Call } from './random-call.js';

/** Occurrences that were removed, added or changed. */
export function changesBetween(before: Occurrences, after: Occurrences) {
  const gone = [...before.keys()].filter((start) => !after.has(start));
  const come = [...after.keys()].filter((start) => !before.has(start));
  const changed = [...before].filter(([start, text]) => after.has(start) && after.get(start) !== text);
  const starts = [...gone, ...changed.map(([start]) => start)];
  const past = starts.filter((start) => start + 30 * 60_000 <= Date.parse(NOW)).length;
  const counts = { gone: gone.length, come: come.length, changed: changed.length };
  return { ...counts, past, total: counts.gone + counts.come + counts.changed };
}

/** Checks that a question counts exactly the changes; returns the number of changes. */
export function checkCounted(
  {
    call,
    policy,
    description,
  }: { readonly call: Call; readonly policy: Policy; readonly description: string },
  before: Occurrences,
  after: Occurrences,
): number {
  const counts = countsIn(description);
  const { gone, come, changed, past, total } = changesBetween(before, after);
  const { deleted, altered, created, hidden } = counts;
  // An undo counts whole series; created and restored occurrences lose no past.
  if (call.kind === 'undo') expect(counts.total).toBeGreaterThanOrEqual(total);
  else {
    expect({ deleted, altered, created }).toEqual({ deleted: gone, altered: changed, created: come });
    if (call.kind !== 'create' && call.kind !== 'import' && call.kind !== 'restore')
      expect(counts.past).toBe(past);
  }
  const isLess = policy.read.others !== 'full';
  if (!['create', 'import'].includes(call.kind)) expect(hidden).toBe(isLess ? counts.things : 0);
  return total;
}
