import { DAY, dayOfWall } from '../../../compilers/time/civil.js';
import { ALL_TIME, type Wall } from '../../../schemas/model/time.js';
import type { Meter } from './expansion-budget.js';
import type { Rule } from './rule.js';
import { compileDays, type RuleDays } from './rule-days.js';
import { compileRuleTimes, type RuleTimes, type TimeList } from './rule-times.js';

/** One period's starts, ascending, computed by position: days × times are never stored. */
export interface PeriodSet {
  readonly length: number;
  at(index: number): Wall;
}

/** The periods of a rule, numbered from that of DTSTART. */
export class RulePeriods {
  readonly #days: RuleDays;
  readonly #times: RuleTimes;
  readonly #subDaily: boolean;
  readonly #setPos: readonly number[];
  /** Nothing limits the days, so all periods after the first are equally full. */
  readonly uniform: boolean;

  constructor(rule: Rule, start: Wall) {
    this.#days = compileDays(rule, dayOfWall(start));
    this.#times = compileRuleTimes(rule, start);
    this.#subDaily =
      rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY' || rule.frequency === 'SECONDLY';
    this.#setPos = this.#subDaily ? [] : rule.bySetPos;
    this.uniform = this.#days.regular && this.#times.constant;
  }

  /** Midnight at the start of a period's first day. */
  begin(period: number): Wall {
    return this.#days.firstDay(period) * DAY;
  }

  /** The period before that of a wall time: SKIP may have moved a day across the edge. */
  before(wall: Wall): number {
    return Math.max(0, this.#days.periodOf(dayOfWall(wall)) - 1);
  }

  starts(period: number, meter: Meter): PeriodSet {
    const list = this.#days.daysOf(period);
    meter.step((list.length >> 3) + (list.length > 0 ? this.#times.cost : 0));
    const first = list[0];
    return first === undefined ? EMPTY : periodSet(list, this.#times.on(first), this.#setPos);
  }

  /** This period, or the next that can have starts. */
  next(period: number, meter: Meter): number {
    const days = this.#days;
    for (let at = period; ; ) {
      if (days.firstDay(at) * DAY > ALL_TIME.to) return at;
      meter.step(1);
      const next = days.nextPeriod(at);
      if (!this.#subDaily) return next;
      const day = days.firstDay(next);
      const jumped = next + this.#times.nextDay(day) - day;
      if (jumped === at) return jumped;
      at = jumped;
    }
  }
}

const EMPTY: PeriodSet = { length: 0, at: () => Number.NaN };

function periodSet(days: readonly number[], times: TimeList, setPos: readonly number[]): PeriodSet {
  const { units, inner } = times;
  const perDay = units.length * inner.length;
  const total = days.length * perDay;
  const at = (index: number): Wall => {
    const day = Math.floor(index / perDay);
    const rest = index - day * perDay;
    const unit = Math.floor(rest / inner.length);
    return (days[day] ?? 0) * DAY + (units[unit] ?? 0) + (inner[rest - unit * inner.length] ?? 0);
  };
  if (setPos.length === 0) return { length: total, at };
  const positions = [...new Set(setPos.map((position) => (position > 0 ? position - 1 : total + position)))]
    .filter((position) => position >= 0 && position < total)
    .sort((a, b) => a - b);
  return { length: positions.length, at: (index) => at(positions[index] ?? 0) };
}

/** Index of the first start ≥ wall. */
export function lowerBound(set: PeriodSet, wall: Wall): number {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (set.at(middle) < wall) low = middle + 1;
    else high = middle;
  }
  return low;
}
