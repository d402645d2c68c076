import { DAY, HOUR, MINUTE, SECOND, timeOfWall } from '../../../compilers/time/civil.js';
import type { Wall } from '../../../schemas/model/time.js';
import type { Rule } from './rule.js';

/** Times of a day in milliseconds after midnight: every unit plus every inner offset, both ascending. */
export interface TimeList {
  readonly units: readonly number[];
  readonly inner: readonly number[];
}

/** The time part of a compiled rule. */
export interface RuleTimes {
  on(day: number): TimeList;
  /** The same list on every day. */
  readonly constant: boolean;
  /** First day ≥ day on which a period of a sub-daily rule may begin. */
  nextDay(day: number): number;
  /** Cost of `on` in steps of the expansion budget. */
  readonly cost: number;
}

const NO_TIMES: TimeList = { units: [], inner: [] };
/** Longest list to keep with the record; every expansion builds longer ones again. */
const KEPT = 1440;

/**
 * The times of a rule. DAILY and longer: BYHOUR × BYMINUTE × BYSECOND, missing ones from DTSTART. Sub-daily rules
 * become lists of the periods that begin on a day, with BYSETPOS applied inside each, so that only days are walked.
 */
export function compileRuleTimes(rule: Rule, start: Wall): RuleTimes {
  const time = timeOfWall(start);
  const hours = sorted(rule.byHour, Math.floor(time / HOUR));
  const minutes = sorted(rule.byMinute, Math.floor(time / MINUTE) % 60);
  const seconds = sorted(
    rule.bySecond.map((second) => Math.min(second, 59)),
    Math.floor(time / SECOND) % 60,
  );
  const inMinute = seconds.map((second) => second * SECOND);

  switch (rule.frequency) {
    case 'HOURLY': {
      const inHour = minutes.flatMap((minute) => inMinute.map((second) => minute * MINUTE + second));
      return phased(rule, start, HOUR, positioned(rule, inHour));
    }
    case 'MINUTELY':
      return phased(rule, start, MINUTE, positioned(rule, inMinute));
    case 'SECONDLY': {
      const inSecond = positioned(rule, [0]);
      if (60 % rule.interval !== 0) return phased(rule, start, SECOND, inSecond);
      // Every minute has the same seconds, so walk minutes.
      const phase = Math.floor(time / SECOND) % rule.interval;
      const wanted = rule.bySecond.length === 0 ? undefined : new Set(seconds);
      const all: number[] = [];
      for (let second = phase; second < 60; second += rule.interval) {
        if (inSecond.length > 0 && (wanted?.has(second) ?? true)) all.push(second * SECOND);
      }
      return phased({ ...rule, interval: 1, bySecond: [] }, start, MINUTE, all);
    }
    case 'DAILY':
    case 'WEEKLY':
    case 'MONTHLY':
    case 'YEARLY': {
      const list: TimeList = {
        units: hours.flatMap((hour) => minutes.map((minute) => hour * HOUR + minute * MINUTE)),
        inner: inMinute,
      };
      return { on: () => list, constant: true, nextDay: (day) => day, cost: 0 };
    }
  }
}

function sorted(list: readonly number[], fallback: number): readonly number[] {
  return list.length === 0 ? [fallback] : [...new Set(list)].sort((a, b) => a - b);
}

/** Applies BYSETPOS inside one sub-daily period. */
function positioned(rule: Rule, list: readonly number[]): readonly number[] {
  if (rule.bySetPos.length === 0) return list;
  return list.filter(
    (_, index) => rule.bySetPos.includes(index + 1) || rule.bySetPos.includes(index - list.length),
  );
}

/** Periods of a sub-daily rule: `start` cut to the unit, then every interval, limited by the larger BY parts. */
function phased(rule: Rule, start: Wall, unit: number, inner: readonly number[]): RuleTimes {
  const step = rule.interval * unit;
  const base = start - (timeOfWall(start) % unit);
  const hours = rule.byHour.length === 0 ? undefined : new Set(rule.byHour);
  const minutes = unit === HOUR || rule.byMinute.length === 0 ? undefined : new Set(rule.byMinute);
  const seconds = unit !== SECOND || rule.bySecond.length === 0 ? undefined : new Set(rule.bySecond);
  const constant = DAY % step === 0;
  let kept: TimeList | undefined;

  function on(day: number): TimeList {
    if (inner.length === 0) return NO_TIMES;
    if (kept !== undefined) return kept;
    const midnight = day * DAY;
    const units: number[] = [];
    for (let at = base + Math.ceil((midnight - base) / step) * step - midnight; at < DAY; at += step) {
      if (
        (hours?.has(Math.floor(at / HOUR)) ?? true) &&
        (minutes?.has(Math.floor(at / MINUTE) % 60) ?? true) &&
        (seconds?.has(Math.floor(at / SECOND) % 60) ?? true)
      ) {
        units.push(at);
      }
    }
    const list = { units, inner };
    if (constant && units.length <= KEPT) kept = list;
    return list;
  }

  return {
    on,
    constant,
    nextDay: (day) =>
      step <= DAY ? day : Math.floor((base + Math.ceil((day * DAY - base) / step) * step) / DAY),
    cost: inner.length === 0 ? 0 : Math.ceil(DAY / step / 4),
  };
}
