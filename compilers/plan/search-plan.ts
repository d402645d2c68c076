import type { ReadPlan } from './read-plan.js';

/** A compiled search: attempts in order; the first that finds anything is the answer. */
export interface SearchPlan {
  readonly attempts: readonly SearchAttempt[];
}

export interface SearchAttempt {
  readonly read: ReadPlan;
  /** What an event should have; without any, everything in the period is the answer, in its order. */
  readonly terms: readonly SearchTerm[];
  /** What only makes it a better match. */
  readonly weak: readonly SearchTerm[];
  /** Where no event has all of the terms, those with any of them will do. */
  readonly partly: boolean;
}

/** A word or phrase that is looked for. */
export interface SearchTerm {
  /** Folded; words with a space between them. */
  readonly text: string;
  /** The beginning of a word will do. */
  readonly prefix: boolean;
  /** What is left of a plural, where it may be one. */
  readonly singular?: string;
  /** In the middle of a word will do: the script has no spaces, or there is no letter in it. */
  readonly inside: boolean;
}
