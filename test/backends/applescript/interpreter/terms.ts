import { CLASSES, ENUMERATORS, LANGUAGE_WORDS } from './dictionary.js';

/** Every term of the dictionary by what it is; AppleScript reads the longest that matches. */
export type TermKind = 'property' | 'class' | 'plural' | 'enumerator';

function allTerms(): readonly (readonly [string, TermKind])[] {
  const terms = Object.entries(CLASSES).flatMap(([name, { plural, properties }]) => [
    [name, 'class'] as const,
    [plural, 'plural'] as const,
    ...Object.keys(properties).map((property) => [property, 'property'] as const),
  ]);
  return [...terms, ...ENUMERATORS.map((word) => [word, 'enumerator'] as const)];
}

const TERMS: ReadonlyMap<string, TermKind> = new Map(allTerms());
const LONGEST = Math.max(...[...TERMS.keys()].map((term) => term.split(' ').length));

/** The longest term that these words begin with. */
export function termAt(
  words: readonly string[],
): { readonly term: string; readonly kind: TermKind } | undefined {
  for (let length = Math.min(LONGEST, words.length); length > 0; length--) {
    const term = words.slice(0, length).join(' ');
    const kind = TERMS.get(term);
    if (kind !== undefined) return { term, kind };
  }
  return undefined;
}

/** Why a word cannot be a name of ours; undefined when it can. Case does not tell names apart. */
export function refusedName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (LANGUAGE_WORDS.has(lower)) return 'is a word of the language';
  for (const term of TERMS.keys()) {
    if (term.split(' ').includes(lower)) return 'is a term of the dictionary';
  }
  return undefined;
}

export function classOfPlural(plural: string): string {
  const found = Object.entries(CLASSES).find(([, term]) => term.plural === plural);
  if (found === undefined) throw new Error(`no class has the plural ${plural}`);
  return found[0];
}
