/** Reads a text in parts from its beginning, any number of times. The `last` read frees it. */
export type TextParts = (time?: 'last') => Iterable<string>;
