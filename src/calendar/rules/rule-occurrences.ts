import { DAY } from '../../../compilers/time/civil.js';
import { ALL_TIME, utcWall, type Wall } from '../../../schemas/model/time.js';
import { EmptyStretch } from './empty-stretch.js';
import type { Meter } from './expansion-budget.js';
import type { Rule } from './rule.js';
import { RuleEnd } from './rule-end.js';
import { lowerBound, RulePeriods } from './rule-periods.js';

/** A rule bound to its DTSTART: answers any stretch of wall time without walking there from the start. */
export interface Occurrences {
  /** Starts with from ≤ wall < to, ascending. */
  between(from: Wall, to: Wall, meter: Meter): readonly Wall[];
  /** Upper bound of all starts; undefined if there is no end. */
  last(meter: Meter): Wall | undefined;
}

/** Occurrences of a rule alone, whose density is known. */
export interface RuleOccurrences extends Occurrences {
  /** Estimates how many starts `between` would return, without making them. */
  estimate(from: Wall, to: Wall, meter: Meter): number;
}

interface Options {
  /** Inclusive. */
  readonly until?: Wall;
  /**
   * DTSTART is an occurrence by itself and counts as the first (RFC 5545 §3.8.5.3), so the rule gives only later ones.
   * False for EXRULE, which is only a pattern.
   */
  readonly anchored: boolean;
}

/** Number of periods sampled to estimate the density of a rule. */
const SAMPLED = 400;

export function compileRule(
  rule: Rule,
  start: Wall,
  { until = Infinity, anchored }: Options,
): RuleOccurrences {
  const periods = new RulePeriods(rule, start);
  const end = new RuleEnd(rule, start, { anchored }, periods);
  const floor = anchored ? start + 1 : start;
  const empty = new EmptyStretch(rule);
  return {
    estimate(from, to, meter) {
      let next = Math.max(from, floor);
      if (next >= Math.min(to, until + 1)) return 0;
      end.countUpTo(Math.min(to, until + 1), meter);
      const stop = Math.min(to, until + 1, end.wall + 1, ALL_TIME.to);
      const begin = next;
      let count = 0;
      let period = periods.next(periods.before(next), meter);
      for (let looked = 0; periods.begin(period) - DAY < stop; looked++) {
        const reached = periods.begin(period);
        // Assumes that the rest is as dense as the sample.
        if (looked >= SAMPLED && reached > begin) return count * ((stop - begin) / (reached - begin));
        const set = periods.starts(period, meter);
        count += Math.max(0, lowerBound(set, stop) - lowerBound(set, next));
        if (set.length > 0) next = Math.max(next, set.at(set.length - 1) + 1);
        period = periods.next(period + 1, meter);
      }
      return count;
    },
    between(from, to, meter) {
      const found: Wall[] = [];
      const stop = Math.min(to, until + 1, end.wall + 1, ALL_TIME.to);
      const first = Math.max(from, floor);
      if (first >= stop) return found;
      end.countUpTo(stop, meter);
      const rest = empty.unknown({ from: first, to: Math.min(stop, end.wall + 1) });
      if (rest === undefined) return found;
      let next = rest.from;
      for (let period = periods.before(next); ; period++) {
        period = periods.next(period, meter);
        const reached = Math.min(rest.to, periods.begin(period) - DAY);
        // Remembers each step, so that the next search continues where the budget ends this one.
        if (empty.remember(next, reached) || reached >= rest.to) return found;
        const set = periods.starts(period, meter);
        for (let index = lowerBound(set, next); index < set.length; index++) {
          const wall = set.at(index);
          if (wall >= rest.to) return found;
          meter.result();
          found.push(wall);
          next = wall + 1;
        }
      }
    },
    last(meter) {
      if (rule.count === undefined) return until === Infinity ? undefined : until;
      end.countUpTo(utcWall(ALL_TIME.to), meter);
      const bound = Math.min(end.wall, until);
      return bound === Infinity ? undefined : bound;
    },
  };
}
