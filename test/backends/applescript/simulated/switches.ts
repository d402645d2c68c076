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

/** What excludes one another: in each of a few sets, another of these groups. */
const GROUPS = [
  ['reordered', 'exdatesInRule'],
  ['sortedByStart', 'noStamps'],
  ['newFirst', 'frozenStamps'],
];

/** The same switches in few sets, for where each run takes long. */
export const SWITCH_SETS: readonly (readonly [string, Oddities])[] = [
  ['as expected', {}],
  ...GROUPS.map((group): readonly [string, Oddities] => {
    const isIn = ([name]: readonly [string, unknown]) =>
      group.includes(name) || !GROUPS.flat().includes(name);
    const all = SWITCHES.flatMap(([, oddities]) => Object.entries(oddities));
    return [`with every oddity, of those that exclude others ${group}`, Object.fromEntries(all.filter(isIn))];
  }),
];
