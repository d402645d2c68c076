/**
 * Folds text for comparison: unifies compatibility forms, strips marks (accents), folds case. `Café` equals `CAFE`,
 * `Straße` equals `STRASSE`. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  // Without marks and final sigmas, folding works per character, so lower case is enough for plain text.
  return foldForeign(text).toLowerCase();
}

/** Like `foldText`, but keeps ASCII: in a pattern, `\S` is not `\s`. */
export function foldForeign(text: string): string {
  return text.replace(FOREIGN, foldRun);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all but ASCII is meant
const FOREIGN = /[^\x00-\x7f]+/g;
const MARKS = /\p{M}/gu;
const FINAL_SIGMA = /ς/g;

/** Cache of folded words, because normalizing is slow and words repeat. Cleared when full. */
const words = new Map<string, string>();
const MOST_WORDS = 20_000;
const LONGEST_WORD = 32;

function foldRun(run: string): string {
  if (run.length > LONGEST_WORD) return fold(run);
  const known = words.get(run);
  if (known !== undefined) return known;
  const folded = fold(run);
  if (words.size >= MOST_WORDS) words.clear();
  words.set(run, folded);
  return folded;
}

function fold(run: string): string {
  // Upper case unifies ß and ss, and ı and i (ẞ needs lower case first); the final sigma equals the other one.
  return run
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(FINAL_SIGMA, 'σ')
    .normalize('NFKD')
    .replace(MARKS, '');
}
