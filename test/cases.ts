import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure belongs to the change at hand. Other ones, and more of them, are
 * looked for by hand: `SEED=random RUNS=20 npx vitest run --project unit test/properties`.
 */
export const SEED = seedOf(process.env.SEED ?? '20261122');

/** A fifth of what a property names, unless `RUNS` says otherwise: the cases are the same in every run anyway. */
const FACTOR = Number(process.env.RUNS ?? 0.2);

/** Fewer cases than these see too little, so `RUNS` below 1 leaves what tries no more as it is. */
const ENOUGH = 40;

/** How many cases a property is tried with, where it is few by default. */
export function runs(few: number): number {
  return Math.ceil(FACTOR < 1 ? Math.max(few * FACTOR, Math.min(few, ENOUGH)) : few * FACTOR);
}

/** As `runs`, where a case is a whole life or a server's second: a fifth of these, too. */
export function lives(few: number): number {
  return Math.ceil(FACTOR * few);
}

/** All of the cases of a list; with `EVERY=5`, as in `npm run test:fast`, every fifth. */
export function some<T>(all: readonly T[]): readonly T[] {
  const step = Number(process.env.EVERY ?? 1);
  return all.filter((_, at) => at % step === 0);
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });

function seedOf(text: string): number {
  return text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
