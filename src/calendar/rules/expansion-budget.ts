import { CalendarError } from '../../../schemas/model/error.js';

/** The limit for one expansion of one series. A step is about 50 ns of work. */
export interface Budget {
  readonly steps: number;
  readonly results: number;
  /** The rest for all expansions of a call together; each may use a little for free. */
  readonly shared?: { steps: number; results: number };
  /** Throws if no time is left for another expansion. */
  readonly check?: () => void;
}

/** The limit for all rules of a call, about a second; ends when the signal is aborted. */
export function budgetOfCall(asking: AbortSignal | undefined): Budget & { readonly check: () => void } {
  return {
    ...DEFAULT_BUDGET,
    shared: { steps: 20_000_000, results: 400_000 },
    check: () => {
      if (asking?.aborted) throw NO_TIME;
    },
  };
}

/** The error for everything that a call had no time to read. */
const NO_TIME = new CalendarError('TIMEOUT', 'There was no time left to read it; ask for less at a time.');

/** A stretch of one series exceeds the result limit; a part of it may still be answered. */
export class TooDense extends CalendarError {
  constructor() {
    const { message, info } = expansionLimit(TOO_DENSE);
    super('EXPANSION_LIMIT', message, info);
  }
}

/** The cost of an ordinary series. */
const FREE = { steps: 4_000, results: 400 };

/** Enough for every minute of two weeks, or for a rule that never matches up to the year 9999. */
export const DEFAULT_BUDGET: Budget = { steps: 600_000, results: 20_000 };

const TOO_DENSE = 'has too many occurrences in the range';

/** Counts the cost of an expansion. Exceeding the budget throws; it never cuts a result short. */
export interface Meter {
  step(count: number): void;
  result(): void;
}

export function meterOf({ steps, results, shared, check }: Budget): Meter {
  check?.();
  let [stepsLeft, resultsLeft] = [steps, results];
  const paidSteps = shared === undefined ? 0 : Math.max(0, steps - FREE.steps);
  const paidResults = shared === undefined ? 0 : Math.max(0, results - FREE.results);
  const isOver = (what: keyof typeof FREE, count: number, left: number): boolean => {
    if (shared !== undefined) shared[what] -= count;
    return left < 0 || (shared !== undefined && shared[what] < 0);
  };
  return {
    step(count) {
      stepsLeft -= count;
      if (stepsLeft < paidSteps && isOver('steps', count, stepsLeft))
        throw expansionLimit('takes too many steps to work out');
    },
    result() {
      resultsLeft -= 1;
      if (resultsLeft >= paidResults || !isOver('results', 1, resultsLeft)) return;
      throw (shared?.results ?? 0) < 0 ? expansionLimit(TOO_DENSE) : new TooDense();
    },
  };
}

export function expansionLimit(what: string): CalendarError {
  return new CalendarError('EXPANSION_LIMIT', `A recurring event ${what}.`, {
    suggestion: 'Ask for a shorter range, or leave the event out; `expand: false` lists a series once.',
  });
}
