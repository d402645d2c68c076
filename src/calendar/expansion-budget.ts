import { CalendarError } from '../../schemas/error.js';

/** What one series may cost in one expansion. A step is about 50 ns of work. */
export interface Budget {
  readonly steps: number;
  readonly results: number;
}

/** Enough for every minute of two weeks, or for a rule that never matches up to the year 9999. */
export const DEFAULT_BUDGET: Budget = { steps: 600_000, results: 20_000 };

/** Counts what an expansion has cost; passing the budget throws, it never cuts a result short. */
export interface Meter {
  step(count: number): void;
  result(): void;
}

export function meterOf(budget: Budget): Meter {
  let steps = budget.steps;
  let results = budget.results;
  return {
    step(count) {
      steps -= count;
      if (steps < 0) throw tooMuch('takes too many steps to work out');
    },
    result() {
      results -= 1;
      if (results < 0) throw tooMuch('has too many occurrences in the range');
    },
  };
}

export function tooMuch(what: string): CalendarError {
  return new CalendarError('EXPANSION_LIMIT', `A recurring event ${what}.`, {
    suggestion: 'Ask for a shorter range, or leave the event out; `expand: false` lists a series once.',
  });
}
