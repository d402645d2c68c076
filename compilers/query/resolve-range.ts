import { ALL_TIME, type Instant, type Range, utcWall } from '../../schemas/model/time.js';
import type { Compilation } from '../compilation.js';
import type { Predicate } from '../plan/predicate.js';
import { DAY, dayOfWall } from '../time/civil.js';
import { printZoned } from '../time/print-time.js';
import { shiftDay } from '../time/read-date-words.js';
import { impliedRange } from './implied-range.js';

/** Days from now, for a query without a time. */
const DEFAULT_DAYS = 30;
/** Years until an open end, from now or the start of the range. */
const OPEN_YEARS = 2;

interface RangeRules {
  /** Reads all time if there is no time filter. */
  readonly allTime: boolean;
  /** Never reaches the end of time, because the answer lists every occurrence. */
  readonly bounded: boolean;
  /** Closes a distant end like an open one, because the result is found long before. */
  readonly near?: boolean;
  /** At most one occurrence per series, so an open end is cheap. */
  readonly nearest?: boolean;
  /** The call only wants the first rows, so it needs no note about the end. */
  readonly firstOnly?: boolean;
}

/** The range of a query. Closes an open end after two years, with a note; an open start stays open. */
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

/** Adds days or years, keeping the time of day. */
function later(instant: Instant, count: number, unit: 'day' | 'year', { scope }: Compilation): Instant {
  const wall = scope.zone.toWall(instant);
  const day = dayOfWall(wall);
  const last = dayOfWall(utcWall(ALL_TIME.to)) - (unit === 'year' ? 366 * count : count) - 1;
  if (day >= last) return ALL_TIME.to;
  return scope.zone.toInstant(wall + (shiftDay(day, count, unit) - day) * DAY);
}
