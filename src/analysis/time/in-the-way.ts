import type { Range } from '../../../schemas/model/time.js';

/** A person, or all rooms together, and their busy times, merged and sorted. */
export interface Party {
  readonly who: string;
  readonly busy: readonly Range[];
}

/** A time that is free for everyone except one party. */
export interface WithoutOne extends Range {
  readonly who: string;
}

/** For each party, finds the first time that is free without it. */
export function firstFreeWithout<P extends Party>(
  parties: readonly P[],
  firstFree: (others: readonly P[]) => Range | undefined,
): readonly WithoutOne[] {
  if (parties.length < 2) return [];
  return parties.flatMap((party) => {
    const time = firstFree(parties.filter((one) => one !== party));
    return time === undefined ? [] : [{ who: party.who, ...time }];
  });
}

/** Intersects two lists of ranges; both are merged and sorted. */
export function timesWithin(times: readonly Range[], open: readonly Range[]): readonly Range[] {
  return open.flatMap(({ from, to }) =>
    times.flatMap((time) => {
      const part = { from: Math.max(from, time.from), to: Math.min(to, time.to) };
      return part.from < part.to ? [part] : [];
    }),
  );
}
