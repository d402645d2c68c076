import { ALL_TIME, type Instant, type Range, utcWall } from '../../schemas/model/time.js';
import type { Compilation } from '../compilation.js';
import type { Predicate } from '../plan/predicate.js';
import { DAY, dayOfWall } from '../time/civil.js';
import { printZoned } from '../time/print-time.js';
import { shiftDay } from '../time/read-date-words.js';
import { impliedRange } from './implied-range.js';

/** What a question that names no time looks at: from now to 30 days ahead. */
const DEFAULT_DAYS = 30;
/** How far an open end reaches, after now or the start of the range. */
const OPEN_YEARS = 2;

interface RangeRules {
  /** Without a time filter look at all time. */
  readonly allTime: boolean;
  /** Never reach to the end of time: the answer lists every occurrence. */
  readonly bounded: boolean;
  /** A far end is closed like an open one: what is looked for is found long before. */
  readonly near?: boolean;
  /** Of each series at most one occurrence is answered, so that an open end costs nothing. */
  readonly nearest?: boolean;
  /** Only what comes first is asked for, so nobody misses what is after the end. */
  readonly firstOnly?: boolean;
}

/** The range a question looks at. An open end is closed after two years, and a note says so; an open start stays. */
export function resolveRange(where: Predicate, rules: RangeRules, compilation: Compilation): Range {
  const { now } = compilation.scope;
  const defaultRange = { from: now, to: later(now, DEFAULT_DAYS, 'day', compilation) };
  const implied = impliedRange(where, rules.allTime ? ALL_TIME : defaultRange);
  if (implied.kind === 'none' && !rules.allTime) return defaultRange;
  if (!rules.bounded && (implied.kind !== 'bounds' || implied.any)) return ALL_TIME;
  const { from = ALL_TIME.from, to } = implied.kind === 'bounds' ? implied : {};
  if (to === undefined && rules.nearest) return { from, to: ALL_TIME.to };
  const start = Math.max(now, from);
  if (to === undefined || (rules.near && to > later(start, OPEN_YEARS, 'year', compilation))) {
    return { from, to: closedEnd(start, { isFar: to !== undefined }, rules, compilation) };
  }
  return { from, to };
}

/** Whether a range has neither beginning nor end. */
export function isAllTime(range: Range): boolean {
  return range.from === ALL_TIME.from && range.to === ALL_TIME.to;
}

function closedEnd(
  start: Instant,
  { isFar }: { readonly isFar: boolean },
  { firstOnly = false }: RangeRules,
  compilation: Compilation,
): Instant {
  const end = later(start, OPEN_YEARS, 'year', compilation);
  if (end < ALL_TIME.to && !firstOnly) {
    compilation.notes.add(
      `The range ${isFar ? 'is very long' : 'has no end'}; it was read up to ${printZoned(end, compilation.scope.zone)}. ${isFar ? 'Begin later' : 'Give an end'} to look further.`,
    );
  }
  return end;
}

/** That many days or years later at the same time of day. */
function later(instant: Instant, count: number, unit: 'day' | 'year', { scope }: Compilation): Instant {
  const wall = scope.zone.toWall(instant);
  const day = dayOfWall(wall);
  const last = dayOfWall(utcWall(ALL_TIME.to)) - (unit === 'year' ? 366 * count : count) - 1;
  if (day >= last) return ALL_TIME.to;
  return scope.zone.toInstant(wall + (shiftDay(day, count, unit) - day) * DAY);
}
