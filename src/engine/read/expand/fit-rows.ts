import { HOUR } from '../../../../compilers/time/civil.js';
import type { Range } from '../../../../schemas/model/time.js';

/** Most occurrences of series per call: a million would take seconds and hundreds of megabytes. */
export const MOST_OCCURRENCES = 100_000;

/** This many are never too much, however short the range is. */
const FEW = 100;

/** A series, and its estimated number of occurrences in the range. */
export interface Weighed {
  readonly calendarId: string;
  readonly weight: number;
}

export interface Fit<One extends Weighed> {
  /** Series to expand. */
  readonly kept: readonly One[];
  /** Series that recur more than once an hour and do not fit. */
  readonly leftOut: readonly One[];
  /** Calendars whose ordinary series do not fit. */
  readonly calendars: ReadonlySet<string>;
  /** The longest range in which everything would fit, in milliseconds. */
  readonly longest: number;
}

/**
 * Chooses what fits the budget of a call, so that one calendar cannot crowd out another: drops the densest series first,
 * if they recur more than once an hour, then whole calendars, the fullest first. Ties are dropped together.
 */
export function fitRows<One extends Weighed>(all: readonly One[], range: Range): Fit<One> {
  const sum = total(all);
  const longest = Math.min(1, MOST_OCCURRENCES / sum) * (range.to - range.from);
  if (sum <= MOST_OCCURRENCES) return { kept: all, leftOut: [], calendars: new Set(), longest };
  const mostOrdinary = Math.max(FEW, (range.to - range.from) / HOUR);
  const plain = all.filter(({ weight }) => weight <= mostOrdinary);
  const dense = all.filter(({ weight }) => weight > mostOrdinary);
  const ordinary = new Map<string, number>();
  for (const { calendarId, weight } of plain) {
    ordinary.set(calendarId, (ordinary.get(calendarId) ?? 0) + weight);
  }
  const affordable = lightest([...ordinary.values()], MOST_OCCURRENCES);
  const calendars = new Set([...ordinary].filter(([, weight]) => weight > affordable).map(([id]) => id));
  const rest = plain.filter(({ calendarId }) => !calendars.has(calendarId));
  const others = dense.filter(({ calendarId }) => !calendars.has(calendarId));
  const bearable = lightest(
    others.map(({ weight }) => weight),
    MOST_OCCURRENCES - total(rest),
  );
  return {
    kept: [...rest, ...others.filter(({ weight }) => weight <= bearable)],
    leftOut: others.filter(({ weight }) => weight > bearable),
    calendars,
    longest,
  };
}

/** The greatest weight such that all items up to it fit together. */
function lightest(weights: readonly number[], room: number): number {
  const ascending = [...weights].sort((a, b) => a - b);
  let sum = 0;
  let fits = 0;
  for (const [at, weight] of ascending.entries()) {
    sum += weight;
    if (sum > room) break;
    if (weight !== ascending[at + 1]) fits = weight;
  }
  return fits;
}

function total(all: readonly Weighed[]): number {
  return all.reduce((sum, { weight }) => sum + weight, 0);
}
