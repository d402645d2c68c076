import { DAY, dayOfWall, HOUR, MINUTE, SECOND } from '../../../compilers/time/civil.js';
import { ALL_TIME, type Wall } from '../../../schemas/model/time.js';
import type { Meter } from './expansion-budget.js';
import type { Rule } from './rule.js';
import { compileDays } from './rule-days.js';
import { compileRuleTimes, type TimeList } from './rule-times.js';

/** A rule bound to its DTSTART: answers any stretch of wall time without walking there from the start. */
export interface Occurrences {
  /** Starts with from ≤ wall < to, ascending. */
  between(from: Wall, to: Wall, meter: Meter): readonly Wall[];
  /** No start is later; undefined when there is no end. */
  last(meter: Meter): Wall | undefined;
}

/** For a rule alone, whose density is known. */
export interface RuleOccurrences extends Occurrences {
  /** About how many starts `between` would give, without making them. */
  estimate(from: Wall, to: Wall, meter: Meter): number;
}

/** One period's starts, ascending, computed by position: days × times are never written out. */
interface PeriodSet {
  readonly length: number;
  at(index: number): Wall;
}

interface Options {
  /** Inclusive. */
  readonly until?: Wall;
  /**
   * DTSTART is an occurrence by itself and counts as the first (RFC 5545 §3.8.5.3), so the rule gives only what
   * comes after it. False for EXRULE, which is a pattern only.
   */
  readonly anchored: boolean;
}

export function compileRule(
  rule: Rule,
  start: Wall,
  { until = Infinity, anchored }: Options,
): RuleOccurrences {
  const days = compileDays(rule, dayOfWall(start));
  const times = compileRuleTimes(rule, start);
  const subDaily =
    rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY' || rule.frequency === 'SECONDLY';
  const setPos = subDaily ? [] : rule.bySetPos;
  const floor = anchored ? start + 1 : start;
  const limit = rule.count === undefined ? undefined : rule.count - (anchored ? 1 : 0);

  /** Where COUNT ends, as far as it is known: everything before `reached` is counted. */
  let end: Wall | undefined = limit === undefined ? Infinity : limit === 0 ? start : plainEnd(rule, start);
  let reached = 0;
  let counted = 0;
  let countedTo = floor;

  function setOf(period: number, meter: Meter): PeriodSet {
    const list = days.daysOf(period);
    meter.step(1 + (list.length >> 3) + (list.length > 0 ? times.cost : 0));
    const first = list[0];
    return first === undefined ? EMPTY : periodSet(list, times.on(first), setPos);
  }

  function nextPeriod(period: number): number {
    for (let at = period; ; ) {
      const next = days.nextPeriod(at);
      const day = days.firstDay(next);
      const jumped = subDaily ? next + times.nextDay(day) - day : next;
      if (jumped === at) return at;
      at = jumped;
    }
  }

  /** Counts on until COUNT is used up or everything before `to` is counted. */
  function countUpTo(to: Wall, meter: Meter): void {
    if (end !== undefined || limit === undefined) return;
    for (;;) {
      reached = nextPeriod(reached);
      if ((days.firstDay(reached) - 1) * DAY >= to) return;
      const set = setOf(reached, meter);
      const from = lowerBound(set, countedTo);
      const more = set.length - from;
      if (counted + more >= limit) {
        end = set.at(from + limit - counted - 1);
        return;
      }
      // With nothing to limit the days, all periods after the first are equally full: no need to walk them.
      if (days.regular && times.constant && reached > 0) {
        if (set.length === 0) end = Infinity;
        if (end !== undefined) return;
        const periods = Math.floor((limit - counted - 1) / set.length);
        counted += periods * set.length;
        reached += periods;
        countedTo = days.firstDay(reached) * DAY;
        if (countedTo > ALL_TIME.to) end = Infinity;
        if (end !== undefined) return;
        continue;
      }
      counted += more;
      if (set.length > 0) countedTo = Math.max(countedTo, set.at(set.length - 1) + 1);
      reached += 1;
    }
  }

  return {
    estimate(from, to, meter) {
      let next = Math.max(from, floor);
      if (next >= Math.min(to, until + 1)) return 0;
      countUpTo(Math.min(to, until + 1), meter);
      const stop = Math.min(to, until + 1, (end ?? Infinity) + 1, ALL_TIME.to);
      const begin = next;
      let count = 0;
      let period = nextPeriod(Math.max(0, days.periodOf(dayOfWall(next)) - 1));
      for (let looked = 0; (days.firstDay(period) - 1) * DAY < stop; looked++) {
        const reached = days.firstDay(period) * DAY;
        // The rest is taken to be as dense as what was looked at.
        if (looked >= SAMPLED && reached > begin) return count * ((stop - begin) / (reached - begin));
        const set = setOf(period, meter);
        count += Math.max(0, lowerBound(set, stop) - lowerBound(set, next));
        if (set.length > 0) next = Math.max(next, set.at(set.length - 1) + 1);
        period = nextPeriod(period + 1);
      }
      return count;
    },
    between(from, to, meter) {
      const found: Wall[] = [];
      const stop = Math.min(to, until + 1, (end ?? Infinity) + 1, ALL_TIME.to);
      let next = Math.max(from, floor);
      if (next >= stop) return found;
      countUpTo(stop, meter);
      const last = Math.min(stop, (end ?? Infinity) + 1);
      // One period early: SKIP may have moved a day across the edge.
      for (let period = Math.max(0, days.periodOf(dayOfWall(next)) - 1); ; period++) {
        period = nextPeriod(period);
        if ((days.firstDay(period) - 1) * DAY >= last) return found;
        const set = setOf(period, meter);
        for (let index = lowerBound(set, next); index < set.length; index++) {
          const wall = set.at(index);
          if (wall >= last) return found;
          meter.result();
          found.push(wall);
          next = wall + 1;
        }
      }
    },
    last(meter) {
      if (limit === undefined) return until === Infinity ? undefined : until;
      countUpTo(ALL_TIME.to, meter);
      const bound = Math.min(end ?? Infinity, until);
      return bound === Infinity ? undefined : bound;
    },
  };
}

/** Where COUNT ends for a sub-daily rule with nothing but an interval. */
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

/** Periods that are looked at to see how dense a rule is. */
const SAMPLED = 400;

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
function lowerBound(set: PeriodSet, wall: Wall): number {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (set.at(middle) < wall) low = middle + 1;
    else high = middle;
  }
  return low;
}
