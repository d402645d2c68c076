import type { Oddities } from './oddities.js';

/** Habits that no other habit excludes. */
const COMMON: Oddities = {
  emptyText: true,
  skipsMissing: true,
  rulesRewritten: true,
  lastSecondEnds: true,
  staleReads: true,
  carriageReturns: true,
  newestById: true,
};

/** Calendar may do this without anything being lost. Habits that exclude each other are in different sets. */
export const HABITS: Readonly<Record<'another order' | 'no stamps' | 'new events first', Oddities>> = {
  'another order': { ...COMMON, reordered: true, exdatesInRule: true },
  'no stamps': { ...COMMON, sortedByStart: true, noStamps: true },
  'new events first': { ...COMMON, newFirst: true, frozenStamps: true },
};
