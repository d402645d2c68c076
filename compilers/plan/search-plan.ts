import type { ReadPlan } from './read-plan.js';

/** A compiled search: attempts in order; the first with a result is the answer. */
export interface SearchPlan {
  readonly attempts: readonly SearchAttempt[];
}

export interface SearchAttempt {
  readonly read: ReadPlan;
  /** Terms to find; if empty, the answer is everything in the period, in its order. */
  readonly terms: readonly SearchTerm[];
  /** Terms that only improve the score. */
  readonly weak: readonly SearchTerm[];
  /** If no event has all of the terms, accepts those with any of them. */
  readonly partly: boolean;
}

export interface SearchTerm {
  /** Folded words, separated by single spaces. */
  readonly text: string;
  /** Matches the start of a word. */
  readonly prefix: boolean;
  /** The singular, if the word may be a plural. */
  readonly singular?: string;
  /** Matches inside a word: its script has no spaces, or it has no letters. */
  readonly inside: boolean;
}
