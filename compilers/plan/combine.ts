import { EVERYTHING, type Predicate } from './predicate.js';

/** Conjunction without needless nesting. */
export function allOf(predicates: readonly Predicate[]): Predicate {
  const of = conjuncts({ kind: 'and', of: predicates });
  const [only] = of;
  if (only === undefined) return EVERYTHING;
  return of.length === 1 ? only : { kind: 'and', of };
}

/** Disjunction without needless nesting. */
export function anyOf(predicates: readonly Predicate[]): Predicate {
  const of = predicates.flatMap((predicate) => (predicate.kind === 'or' ? predicate.of : [predicate]));
  const [only] = of;
  return of.length === 1 && only !== undefined ? only : { kind: 'or', of };
}

/** The parts that must all hold, with nested conjunctions flattened. */
export function conjuncts(predicate: Predicate): readonly Predicate[] {
  return predicate.kind === 'and' ? predicate.of.flatMap(conjuncts) : [predicate];
}
