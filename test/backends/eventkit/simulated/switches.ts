import type { Oddities } from './state.js';

/** Accounts and Macs may do this, all at once. */
export const HABITS: Oddities = {
  ownItems: true,
  marked: true,
  restamps: true,
  boxed: true,
  renamesMoved: true,
};

/** Cases of the conformance suite that EventKit cannot hold. */
export const EVENTKIT_REFUSES: Readonly<Record<string, string>> = {
  'single date of a series': 'EventKit has no single extra dates',
};
