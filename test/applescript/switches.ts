import type { Oddities } from './simulated-calendar.js';

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
  ['an alarm of its own', { defaultAlarm: -15 }],
];
