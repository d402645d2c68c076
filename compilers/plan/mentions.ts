import type { Predicate } from './predicate.js';

/** Whether a predicate or any part of it passes a test. */
export function mentions(where: Predicate, test: (one: Predicate) => boolean): boolean {
  if (test(where)) return true;
  if (where.kind === 'not') return mentions(where.of, test);
  return (where.kind === 'and' || where.kind === 'or') && where.of.some((one) => mentions(one, test));
}
