/** A text from its beginning, a part at a time, as often as it is asked for; the `last` time nothing of it is kept. */
export type TextParts = (time?: 'last') => Iterable<string>;
