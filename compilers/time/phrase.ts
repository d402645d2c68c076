/** What stands at a place of a text, and how many characters it takes. */
export interface Found<Value> {
  readonly length: number;
  readonly value: Value;
}

/** One way to say something: a sticky expression, and what its groups mean, if they mean anything. */
export type PhraseForm<Value, Scope = void> = readonly [
  RegExp,
  (groups: readonly (string | undefined)[], scope: Scope) => Value | undefined,
];

/** A form whose expression is matched where the reader is, in any case. */
export function form<Value, Scope = void>(
  source: string,
  read: PhraseForm<Value, Scope>[1],
): PhraseForm<Value, Scope> {
  return [new RegExp(source, 'iy'), read];
}

/** What the longest of the forms that fit at a place says. */
export function longestOf<Value, Scope = void>(
  forms: readonly PhraseForm<Value, Scope>[],
  text: string,
  at: number,
  scope: Scope,
): Found<Value> | undefined {
  let best: Found<Value> | undefined;
  for (const [pattern, read] of forms) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || match[0].length <= (best?.length ?? 0)) continue;
    const value = read(match.slice(1), scope);
    if (value !== undefined) best = { length: match[0].length, value };
  }
  return best;
}

/** How many characters a sticky expression takes at a place; 0 where it does not fit. */
export function widthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
