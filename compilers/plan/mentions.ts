import type { Predicate } from './predicate.js';

/** Whether a predicate or any part of it passes a test. */
export function mentions(where: Predicate, test: (one: Predicate) => boolean): boolean {
  return partsOf(where).some(test);
}

/** A predicate and all parts of it, those of negations last and only on request. */
export function partsOf(where: Predicate, { negated = true } = {}): readonly Predicate[] {
  if (where.kind === 'not') return negated ? [where, ...partsOf(where.of)] : [];
  if (where.kind !== 'and' && where.kind !== 'or') return [where];
  return [where, ...where.of.flatMap((one) => partsOf(one, { negated }))];
}
