import type { Predicate } from './predicate.js';

/** True if a predicate or any of its parts passes a test. */
export function mentions(where: Predicate, test: (one: Predicate) => boolean): boolean {
  return partsOf(where).some(test);
}

/** A predicate and all its parts; with `negated: false`, skips negations. */
export function partsOf(where: Predicate, { negated = true } = {}): readonly Predicate[] {
  if (where.kind === 'not') return negated ? [where, ...partsOf(where.of)] : [];
  if (where.kind !== 'and' && where.kind !== 'or') return [where];
  return [where, ...where.of.flatMap((one) => partsOf(one, { negated }))];
}
