/**
 * How people of a language say what is read here in plain English: an expression for some of their words, and the English
 * words in its place. Expressions match whole words in any case, one after the other.
 */
export interface Words {
  /** Words by which the language is recognised. */
  readonly markers: string;
  readonly phrases: readonly (readonly [string, string])[];
}
