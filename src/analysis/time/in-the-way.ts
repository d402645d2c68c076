import type { Range } from '../../../schemas/model/time.js';

/** Somebody who must be free, or all rooms together, and when they are not; merged and in order. */
export interface Party {
  readonly who: string;
  readonly busy: readonly Range[];
}

/** A time that would do but for one party. */
export interface WithoutOne extends Range {
  readonly who: string;
}

/** For each of several parties the first time that is free without it, where there is one. */
export function withoutEach<P extends Party>(
  parties: readonly P[],
  firstFree: (others: readonly P[]) => Range | undefined,
): readonly WithoutOne[] {
  if (parties.length < 2) return [];
  return parties.flatMap((party) => {
    const time = firstFree(parties.filter((one) => one !== party));
    return time === undefined ? [] : [{ who: party.who, ...time }];
  });
}

/** The parts of times that lie in others; both are merged and in order. */
export function timesWithin(times: readonly Range[], open: readonly Range[]): readonly Range[] {
  return open.flatMap(({ from, to }) =>
    times.flatMap((time) => {
      const part = { from: Math.max(from, time.from), to: Math.min(to, time.to) };
      return part.from < part.to ? [part] : [];
    }),
  );
}
