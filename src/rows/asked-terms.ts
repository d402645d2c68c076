import { searchTerm } from '../../compilers/filter/search-term.js';
import type { Predicate } from '../../compilers/plan/predicate.js';
import type { SearchTerm } from '../../compilers/plan/search-plan.js';

/** The words that a filter looks for, negated ones left out. */
export function askedTerms(where: Predicate): readonly SearchTerm[] {
  const words = new Set(textsOf(where).flatMap((text) => text.split(/\s+/)));
  return [...words].map((word) => searchTerm(word)).filter((term) => term !== undefined);
}

function textsOf(where: Predicate): readonly string[] {
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.of.flatMap(textsOf);
    case 'text':
      return where.op === 'matches' ? [] : [where.value];
    case 'set':
      return where.op === 'none' ? [] : where.values;
    case 'not':
    case 'id':
    case 'calendar':
    case 'empty':
    case 'creator':
    case 'time':
    case 'status':
    case 'value':
    case 'response':
    case 'priority':
    case 'parent':
    case 'flag':
    case 'duration':
    case 'weekday':
    case 'timeOfDay':
      return [];
  }
}
