import type { SearchTerm } from '../plan/search-plan.js';
import { foldText } from './fold-text.js';

const WORDS = /[\p{L}\p{N}]+/gu;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const OWNERS_S = /['’]s$/i;
const SHORTEST_PREFIX = 3;
const SHORTEST_INSIDE = 4;

/** Parses a typed word, such as `go/no-go`, or a literal phrase from quotes. */
export function searchTerm(typed: string, quoted = false): SearchTerm | undefined {
  const words = wordsIn(quoted ? typed : typed.replace(OWNERS_S, ''));
  const text = words.length === 0 ? foldText(typed).trim() : words.join(' ');
  if (text === '') return undefined;
  const last = words.at(-1) ?? '';
  const singular = quoted || words.length > 1 ? undefined : singularOf(text);
  return {
    text,
    prefix: !quoted && [...last].length >= SHORTEST_PREFIX,
    inside: words.length === 0 || WITHOUT_SPACES.test(text),
    ...(singular !== undefined && { singular }),
  };
}

/** A string that every match of the term contains. */
export function containedIn({ text, singular = text }: SearchTerm): string {
  let shared = 0;
  while (shared < text.length && text[shared] === singular[shared]) shared++;
  const words = text.slice(0, shared).split(' ');
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

/** Prepares a text for terms: its words between single spaces, then the folded text for other terms. */
export function searchedText(text: string): string {
  return ` ${wordsIn(text).join(' ')} \n${foldText(text)}`;
}

export function wordsIn(text: string): readonly string[] {
  return foldText(text).match(WORDS) ?? [];
}

/** A lower quality means that the term occurs only inside a word. */
export const WORD_FOUND = 0.2;

/** The match quality of a term: 1 as a whole word, 0 if missing. */
export function qualityOf({ text, prefix, singular, inside }: SearchTerm, searched: string): number {
  if (searched.includes(` ${text} `)) return 1;
  if (singular !== undefined && searched.includes(` ${singular} `)) return 0.8;
  if (prefix && searched.includes(` ${text}`)) return 0.4;
  if (inside && searched.includes(text)) return 0.4;
  return text.length >= SHORTEST_INSIDE && searched.includes(text) ? 0.1 : 0;
}

/** English: `flights`, `parties`, `lunches`. */
function singularOf(word: string): string | undefined {
  if (word.length < 4 || !/[a-z]s$/.test(word) || /[su]s$/.test(word)) return undefined;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
