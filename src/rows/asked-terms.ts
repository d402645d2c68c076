import { searchTerm } from '../../compilers/filter/search-term.js';
import { partsOf } from '../../compilers/plan/mentions.js';
import type { Predicate } from '../../compilers/plan/predicate.js';
import type { SearchTerm } from '../../compilers/plan/search-plan.js';

/** The search words of a filter, except negated ones. */
export function askedTerms(where: Predicate): readonly SearchTerm[] {
  const words = new Set(textsOf(where).flatMap((text) => text.split(/\s+/)));
  return [...words].map((word) => searchTerm(word)).filter((term) => term !== undefined);
}

function textsOf(where: Predicate): readonly string[] {
  return partsOf(where, { negated: false }).flatMap((part) => {
    if (part.kind === 'text') return part.op === 'matches' ? [] : part.value;
    return part.kind === 'set' && part.op !== 'none' ? part.values : [];
  });
}
