import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure belongs to the current change. Try more and other cases by hand:
 * `SEED=random RUNS=20 npx vitest run --project unit test/properties`.
 */
export const SEED = seedOf(process.env.SEED ?? '20261122');

/** By default a fifth of a property's cases; `RUNS` changes that. The cases are the same in every run anyway. */
const FACTOR = Number(process.env.RUNS ?? 0.2);

/** Minimum that still finds faults: `RUNS` below 1 does not reduce a property to fewer cases. */
const ENOUGH = 40;

/** Number of cases for a property; `few` is its default. */
export function runs(few: number): number {
  return Math.ceil(FACTOR < 1 ? Math.max(few * FACTOR, Math.min(few, ENOUGH)) : few * FACTOR);
}

/** Like `runs`, but without the minimum, for cases that are a whole life or take a server a second. */
export function lives(few: number): number {
  return Math.ceil(FACTOR * few);
}

/** All cases of a list; with `EVERY=5`, as in `npm run test:fast`, every fifth. */
export function some<T>(all: readonly T[]): readonly T[] {
  const step = Number(process.env.EVERY ?? 1);
  return all.filter((_, at) => at % step === 0);
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });

function seedOf(text: string): number {
  return text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
