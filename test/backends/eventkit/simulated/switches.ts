import type { Oddities } from './state.js';

/** What accounts and Macs differ in and the product has to bear. */
export const SWITCHES: readonly (readonly [string, Oddities])[] = [
  ['plain', {}],
  ['changed occurrences with items of their own', { ownItems: true }],
  ['changed occurrences with marked identifiers', { ownItems: true, marked: true }],
  ['events without external identifiers', { unsynced: true }],
  ['stamps that are set anew', { restamps: true }],
  ['boxed truth', { boxed: true }],
  ['exceptions lost', { losesExceptions: true }],
  ['moved events renamed', { renamesMoved: true }],
];

/** Cases of the conformance suite that EventKit cannot hold. */
export const EVENTKIT_REFUSES: Readonly<Record<string, string>> = {
  'single date of a series': 'EventKit has no single extra dates',
};
