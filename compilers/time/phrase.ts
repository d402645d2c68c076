/** A value read at a position, and its length in characters. */
export interface Phrase<Value> {
  readonly length: number;
  readonly value: Value;
}

/** One form of a phrase: a sticky expression, and a reader for its groups, which may reject them. */
export type PhraseForm<Value, Scope = void> = readonly [
  RegExp,
  (groups: readonly (string | undefined)[], scope: Scope) => Value | undefined,
];

/** A form that ignores case and matches at the current position. */
export function form<Value, Scope = void>(
  source: string,
  read: PhraseForm<Value, Scope>[1],
): PhraseForm<Value, Scope> {
  return [new RegExp(source, 'iy'), read];
}

/** The value of the longest matching form. */
export function longestOf<Value, Scope = void>(
  forms: readonly PhraseForm<Value, Scope>[],
  text: string,
  at: number,
  scope: Scope,
): Phrase<Value> | undefined {
  let best: Phrase<Value> | undefined;
  for (const [pattern, read] of forms) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || match[0].length <= (best?.length ?? 0)) continue;
    const value = read(match.slice(1), scope);
    if (value !== undefined) best = { length: match[0].length, value };
  }
  return best;
}

/** The length of a sticky expression's match; 0 without a match. */
export function widthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
    ...{ ten: 10, eleven: 11, twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50 },
    ...{ 'forty-five': 45, 'forty five': 45, sixty: 60, ninety: 90, 'a couple of': 2, other: 2, second: 2 },
    ...{ first: 1, third: 3, fourth: 4, fifth: 5, last: -1 },
  }),
);

/** A count in digits or words, as the source of a regular expression. */
export const COUNT =
  '(?:\\d{1,4}|a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty[- ]five|forty|fifty|sixty|ninety)';

export function countOf(text: string): number {
  const plain = text.toLowerCase();
  return NUMBERS.get(plain) ?? Number.parseInt(plain, 10);
}
