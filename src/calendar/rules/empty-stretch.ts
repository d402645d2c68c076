import { DAY } from '../../../compilers/time/civil.js';
import type { Wall, WallRange } from '../../../schemas/model/time.js';
import type { Rule } from './rule.js';

/** The longest stretch in which a rule is known to have no start, so that no search repeats it. */
export class EmptyStretch {
  readonly #cycle: number;
  #from: Wall = 0;
  #to: Wall = 0;

  constructor(rule: Rule) {
    this.#cycle = cycleOf(rule);
  }

  /** The part of a stretch that still needs a search; undefined if none. */
  unknown({ from, to }: WallRange): WallRange | undefined {
    const rest = {
      from: this.#from <= from && from < this.#to ? this.#to : from,
      to: this.#from < to && to <= this.#to ? this.#from : to,
    };
    return rest.from < rest.to ? rest : undefined;
  }

  /** Records that nothing starts in a stretch. Returns true once that proves that the rule has no start at all. */
  remember(from: Wall, to: Wall): boolean {
    if (from >= to) return false;
    if (from <= this.#to && this.#from <= to && this.#from < this.#to) {
      this.#from = Math.min(from, this.#from);
      this.#to = Math.max(to, this.#to);
    } else if (to - from > this.#to - this.#from) {
      this.#from = from;
      this.#to = to;
    }
    if (this.#to - this.#from < this.#cycle) return false;
    this.#from = -Infinity;
    this.#to = Infinity;
    return true;
  }
}

/** Days in 400 years, after which the Gregorian calendar repeats on the same weekdays. */
const DAYS = 146_097;

/** Periods of each frequency in 400 years. */
const PERIODS = {
  YEARLY: 400,
  MONTHLY: 4_800,
  WEEKLY: DAYS / 7,
  DAILY: DAYS,
  HOURLY: DAYS * 24,
  MINUTELY: DAYS * 24 * 60,
  SECONDLY: DAYS * 24 * 60 * 60,
} as const;

/** Milliseconds after which a rule repeats its starts: 400 years, or as many times that as its interval needs. */
export function cycleOf({ frequency, interval }: Rule): number {
  let [divisor, rest] = [interval, PERIODS[frequency] % interval];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (interval / divisor) * DAYS * DAY;
}
