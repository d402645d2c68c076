/**
 * Text as it is compared: compatibility forms unified, marks (accents) stripped, case folded; so `Café` equals
 * `CAFE`, `Straße` equals `STRASSE`. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Upper case first unifies ß and ss, ı and i; the final sigma is one letter with the other.
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(FINAL_SIGMA, 'σ')
    .normalize('NFKD')
    .replace(MARKS, '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}/gu;
const FINAL_SIGMA = /ς/g;
