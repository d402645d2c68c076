import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure belongs to the change at hand. Other ones, and more of them, are
 * looked for by hand: `SEED=random RUNS=20 npx vitest run --project unit test/properties`.
 */
export const SEED = seedOf(process.env.SEED ?? '20261122');

const FACTOR = Number(process.env.RUNS ?? 1);

/** How many cases a property is tried with, where it is few by default. */
export function runs(few: number): number {
  return Math.ceil(few * FACTOR);
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });

function seedOf(text: string): number {
  return text === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
