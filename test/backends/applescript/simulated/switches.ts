import type { Oddities } from './oddities.js';

/** What Calendar may do without anything being lost. */
export const SWITCHES: readonly (readonly [string, Oddities])[] = [
  ['as expected', {}],
  ['empty texts for missing values', { emptyText: true, skipsMissing: true }],
  ['rules rewritten', { rulesRewritten: true }],
  ['all-day events that end in their last second', { lastSecondEnds: true }],
  ['another order at every run', { reordered: true }],
  ['sorted by start', { sortedByStart: true }],
  ['new events first', { newFirst: true }],
  ['stale reads', { staleReads: true }],
  ['frozen stamps', { frozenStamps: true }],
  ['no stamps', { noStamps: true }],
  ['carriage returns', { carriageReturns: true }],
  ['excluded dates behind the rule', { exdatesInRule: true }],
  ['by a uid, the newest event', { newestById: true }],
];

const OFTEN: Oddities = {
  emptyText: true,
  skipsMissing: true,
  rulesRewritten: true,
  lastSecondEnds: true,
  staleReads: true,
  carriageReturns: true,
  newestById: true,
};

/** The same switches in few sets, for where each run takes long: what excludes one another stands in different ones. */
export const SWITCH_SETS: readonly (readonly [string, Oddities])[] = [
  ['as expected', {}],
  ['with every oddity, in another order at every run', { ...OFTEN, reordered: true, exdatesInRule: true }],
  ['with every oddity, sorted by start, without stamps', { ...OFTEN, sortedByStart: true, noStamps: true }],
  [
    'with every oddity, new events first, with frozen stamps',
    { ...OFTEN, newFirst: true, frozenStamps: true },
  ],
];
