import { distance } from 'fastest-levenshtein';
import { keyAlias, valueAliases } from './aliases.js';
import { fold } from './fold-name.js';

const MOST = 3;
const LONGEST = 40;

/** Likely keys for an unknown one, best first; a dotted name is a place below. */
export function likelyKeys(key: string, known: readonly string[]): readonly string[] {
  const alias = keyAlias(key, known);
  return alias === undefined ? nearestWords(key, known) : [alias];
}

/** Likely values for an unknown word of an enumeration, best first. */
export function likelyValues(value: string, allowed: readonly string[]): readonly string[] {
  // Dropping the `not` would invert it.
  if (/^(?:!|not[\s_-])/i.test(value)) return [];
  const aliases = valueAliases(value, allowed);
  return aliases.length > 0 ? aliases : nearestWords(value, allowed);
}

/** The nearest words, within a small edit distance or with the same start (`monday`, `mon`). */
export function nearestWords(word: string, candidates: readonly string[]): readonly string[] {
  if (word.length > LONGEST) return [];
  const folded = fold(word);
  const near = candidates
    .map((candidate) => ({ candidate, far: apart(folded, fold(candidate)) }))
    .filter(
      ({ candidate, far }) => far <= Math.min(3, Math.floor(Math.max(folded.length, candidate.length) / 3)),
    )
    .sort((a, b) => a.far - b.far);
  return near
    .filter(({ far }) => far === near[0]?.far)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

function apart(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  return shorter >= 3 && (a.startsWith(b) || b.startsWith(a))
    ? Math.min(1, Math.abs(a.length - b.length))
    : distance(a, b) - (isTransposed(a, b) ? 1 : 0);
}

/** True if two neighbouring letters are swapped: one slip, though two letters differ. */
function isTransposed(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a.length === b.length && a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b;
}
