/**
 * Text as it is compared: compatibility forms unified, marks (accents) stripped, case folded; so `Café` equals
 * `CAFE`, `Straße` equals `STRASSE`. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  // Without marks and final sigmas folding goes character by character, so plain text needs no more than lower case.
  return foldForeign(text).toLowerCase();
}

/** As `foldText`, with ASCII as it is: in a pattern, `\S` is not `\s`. */
export function foldForeign(text: string): string {
  return text.replace(FOREIGN, foldRun);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all but ASCII is meant
const FOREIGN = /[^\x00-\x7f]+/g;
const MARKS = /\p{M}/gu;
const FINAL_SIGMA = /ς/g;

/** Words folded before: texts repeat them, and normalizing is what takes the time. Emptied when full. */
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
  // Going through upper case unifies ß and ss, ı and i (ẞ needs lower case before it); the final sigma is one letter
  // with the other.
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
