import { DAY, HOUR, MINUTE, SECOND } from '../../../compilers/time/civil.js';
import { ALL_TIME, type Wall } from '../../../schemas/model/time.js';
import { cycleOf } from './empty-stretch.js';
import type { Meter } from './expansion-budget.js';
import type { Rule } from './rule.js';
import { lowerBound, type RulePeriods } from './rule-periods.js';

/** The end of a rule by COUNT, as far as it is known. */
export class RuleEnd {
  readonly #periods: RulePeriods;
  readonly #limit: number;
  readonly #cycle: number;
  #end: Wall | undefined;
  /** Everything before this period is counted. */
  #reached = 0;
  #counted = 0;
  #countedTo: Wall;

  constructor(rule: Rule, start: Wall, { anchored }: { readonly anchored: boolean }, periods: RulePeriods) {
    this.#periods = periods;
    this.#limit = rule.count === undefined ? Infinity : rule.count - (anchored ? 1 : 0);
    this.#cycle = cycleOf(rule);
    this.#countedTo = anchored ? start + 1 : start;
    if (this.#limit === Infinity) this.#end = Infinity;
    else this.#end = this.#limit === 0 ? start : plainEnd(rule, start);
  }

  /** The last start; infinite if COUNT sets no end, or the end is not known yet. */
  get wall(): Wall {
    return this.#end ?? Infinity;
  }

  /** Counts until COUNT is used up or everything before `to` is counted. */
  countUpTo(to: Wall, meter: Meter): void {
    const periods = this.#periods;
    while (this.#end === undefined) {
      this.#reached = periods.next(this.#reached, meter);
      const clear = periods.begin(this.#reached) - DAY;
      if (clear - this.#countedTo >= this.#cycle) this.#end = Infinity;
      if (clear >= to || this.#end !== undefined) return;
      const set = periods.starts(this.#reached, meter);
      const from = lowerBound(set, this.#countedTo);
      const more = set.length - from;
      if (this.#counted + more >= this.#limit) {
        this.#end = set.at(from + this.#limit - this.#counted - 1);
      } else if (periods.uniform && this.#reached > 0) {
        this.#skip(set.length);
      } else {
        this.#counted += more;
        if (set.length > 0) this.#countedTo = Math.max(this.#countedTo, set.at(set.length - 1) + 1);
        this.#reached += 1;
      }
    }
  }

  /** Skips periods that are all equally full. */
  #skip(each: number): void {
    if (each === 0) {
      this.#end = Infinity;
      return;
    }
    const skipped = Math.floor((this.#limit - this.#counted - 1) / each);
    this.#counted += skipped * each;
    this.#reached += skipped;
    this.#countedTo = this.#periods.begin(this.#reached);
    if (this.#countedTo > ALL_TIME.to) this.#end = Infinity;
  }
}

/** The end by COUNT of a sub-daily rule that has only an interval. */
function plainEnd(rule: Rule, start: Wall): Wall | undefined {
  const unit = {
    SECONDLY: SECOND,
    MINUTELY: MINUTE,
    HOURLY: HOUR,
    DAILY: 0,
    WEEKLY: 0,
    MONTHLY: 0,
    YEARLY: 0,
  }[rule.frequency];
  const parts = [rule.bySecond, rule.byMinute, rule.byHour, rule.byDay, rule.byMonthDay, rule.byYearDay];
  const limited = [...parts, rule.byWeekNo, rule.byMonth, rule.bySetPos].some((list) => list.length > 0);
  if (unit === 0 || limited || rule.count === undefined) return undefined;
  return start + (rule.count - 1) * rule.interval * unit;
}
