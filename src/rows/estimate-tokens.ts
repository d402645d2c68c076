/** Kinds of character runs with their approximate number of tokens; the first match wins. */
const KINDS: readonly (readonly [pattern: string, tokens: (run: string) => number])[] = [
  // Ids, which alternate letters and digits.
  ['[A-Za-z]*\\d+[A-Za-z]\\w*|[A-Za-z]+\\d\\w*', ({ length }) => length / 1.4],
  ['\\d+', ({ length }) => Math.ceil(length / 3)],
  ['[A-Z]{2,}', ({ length }) => length / 2.6],
  ['[A-Za-z]+', ({ length }) => (length <= 6 ? 1 : length / 4.6)],
  ['\\s+', (run) => (run === ' ' ? 0 : 1)],
  ['[!-/:-@[-`{-~]+', ({ length }) => Math.ceil(length / 4)],
  ['[\\u00a0-\\u00ff\\u2010-\\u2040]', () => 0.8],
  ['[\\u0100-\\u024f]', () => 1.3],
  // Greek, Cyrillic, Hebrew and Arabic; then the scripts of India and Southeast Asia.
  ['[\\u0370-\\u08ff]+', ({ length }) => length * 0.31],
  ['[\\u0900-\\u10ff]+', ({ length }) => length * 0.42],
  ['[\\u3000-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef]+', ({ length }) => length * 0.78],
  ['[^]', () => 1.3],
];
const RUNS = new RegExp(KINDS.map(([pattern]) => `(${pattern})`).join('|'), 'g');

/** Approximate number of tokens (o200k): good enough to detect long answers, without a tokenizer. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run, ...groups] of text.matchAll(RUNS)) {
    const kind = groups.findIndex((group) => group !== undefined);
    tokens += KINDS[kind]?.[1](run) ?? 0;
  }
  return Math.ceil(tokens);
}
