import {
  civilDate,
  DAY,
  dayNumber,
  dayOfWall,
  daysInMonth,
  isoWeekday,
  SECOND,
} from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';
import { type Component, makeComponent } from '../text/component.js';
import { type LineEnd, makeProperty, type Property } from '../text/content-line.js';
import { printWallDateTime } from '../text/time-form.js';

interface Transition {
  readonly at: Instant;
  /** Wall time of the onset in the old offset, as VTIMEZONE writes it (RFC 5545 §3.6.5). */
  readonly wall: Wall;
  readonly from: number;
  readonly to: number;
}

/** A yearly rule that a run of transitions follows. */
interface YearlyRule {
  readonly first: Transition;
  readonly rrule: string;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Earlier changes do not affect later events, and finding them takes time. */
const FIRST_YEAR = 1990;
const HORIZON_YEARS = 20;
const MINIMUM_RUN = 8;

/**
 * VTIMEZONE (RFC 5545 §3.6.5) of a zone, correct from `from` on: open yearly rules if the zone follows any; otherwise,
 * and before them, single changes as RDATEs for 20 years.
 */
export function writeVtimezone(zone: Zone, from: Instant, lineEnd: LineEnd = '\r\n'): Component {
  const year = civilDate(Math.floor(from / DAY)).year;
  const firstYear = Math.min(FIRST_YEAR, year - 2);
  const lastYear = Math.max(year, FIRST_YEAR) + HORIZON_YEARS;
  const all = transitions(zone, dayNumber(firstYear, 1, 1) * DAY, dayNumber(lastYear + 1, 1, 1) * DAY);
  const rules = openRules(all, firstYear, lastYear);
  const ruleStart =
    rules.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...rules.map((rule) => rule.first.at));
  const before = all.findLastIndex((transition) => transition.at <= from);
  const singles = all.filter((transition, at) => at >= before && transition.at < ruleStart);
  const observances: Component[] = [];
  if (before < 0 && ruleStart > from) {
    const offset = zone.offsetAt(from);
    const start = dayNumber(firstYear, 1, 1) * DAY;
    observances.push(observance({ at: start, wall: start, from: offset, to: offset }, all, [], lineEnd));
  }
  for (const group of grouped(singles, (single) => `${single.from}/${single.to}`).values()) {
    const [first] = group;
    if (first === undefined) continue;
    // Includes DTSTART and uses a line per date: ical.js reads one value per line, and only RDATEs if there are any.
    const dates = group.length === 1 ? [] : group;
    const lines = dates.map(({ wall }) =>
      makeProperty('RDATE', printWallDateTime(wall, 'floating'), [], lineEnd),
    );
    observances.push(observance(first, all, lines, lineEnd));
  }
  for (const { first, rrule } of rules)
    observances.push(observance(first, all, [makeProperty('RRULE', rrule, [], lineEnd)], lineEnd));
  return makeComponent('VTIMEZONE', [makeProperty('TZID', zone.id, [], lineEnd), ...observances], lineEnd);
}

function observance(
  { wall, from, to }: Transition,
  all: readonly Transition[],
  repeat: readonly Property[],
  lineEnd: LineEnd,
): Component {
  const lowest = Math.min(
    to,
    ...all.filter((other) => Math.abs(other.wall - wall) < 400 * DAY).map((other) => other.to),
  );
  const lines = [
    makeProperty('DTSTART', printWallDateTime(wall, 'floating'), [], lineEnd),
    ...repeat,
    makeProperty('TZOFFSETFROM', printOffset(from), [], lineEnd),
    makeProperty('TZOFFSETTO', printOffset(to), [], lineEnd),
  ];
  return makeComponent(to > lowest ? 'DAYLIGHT' : 'STANDARD', lines, lineEnd);
}

function printOffset(offset: number): string {
  const seconds = Math.abs(offset) / SECOND;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = parts.map((part) => String(part).padStart(2, '0')).join('');
  return (offset < 0 ? '-' : '+') + (digits.endsWith('00') ? digits.slice(0, 4) : digits);
}

/** Every change of offset in a span: searches week by week, then halves down to the second. */
function transitions(zone: Zone, from: Instant, to: Instant): Transition[] {
  const found: Transition[] = [];
  let offset = zone.offsetAt(from);
  for (let step = from; step < to; step += 7 * DAY) {
    let high = step + 7 * DAY;
    const next = zone.offsetAt(high);
    if (next === offset) continue;
    let low = step;
    while (high - low > SECOND) {
      const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
      if (zone.offsetAt(middle) === offset) low = middle;
      else high = middle;
    }
    const reached = zone.offsetAt(high);
    if (high < to) found.push({ at: high, wall: high + offset, from: offset, to: reached });
    offset = next;
  }
  return found;
}

/** The rules that all years follow from some year on, from the earliest such year; empty if the zone is irregular. */
function openRules(all: readonly Transition[], firstYear: number, lastYear: number): YearlyRule[] {
  const years = grouped(all, (transition) => civilDate(dayOfWall(transition.wall)).year);
  const last = years.get(lastYear) ?? [];
  if (last.length === 0) return [];
  for (let start = firstYear; start <= lastYear - MINIMUM_RUN; start++) {
    const run: Transition[][] = [];
    for (let year = start; year <= lastYear; year++) run.push(years.get(year) ?? []);
    if (run.some((ofYear) => ofYear.length !== last.length)) continue;
    const rules = last.map((_, slot) => yearlyRule(run.map((ofYear) => ofYear[slot]).filter(isPresent)));
    if (rules.every(isPresent)) return rules;
  }
  return [];
}

/** One rule for one change per year: nth weekday, last weekday, weekday in a span of days, or a fixed day. */
function yearlyRule(run: readonly Transition[]): YearlyRule | undefined {
  const first = run[0];
  if (first === undefined) return undefined;
  const dates = run.map((transition) => ({
    ...civilDate(dayOfWall(transition.wall)),
    weekday: isoWeekday(dayOfWall(transition.wall)),
  }));
  const timeOfDay = ({ wall }: Transition) => wall - dayOfWall(wall) * DAY;
  const [date] = dates;
  if (date === undefined || run.some((other) => timeOfDay(other) !== timeOfDay(first))) return undefined;
  if (run.some((other) => other.from !== first.from || other.to !== first.to)) return undefined;
  if (dates.some((other) => other.month !== date.month)) return undefined;
  const days = dates.map((other) => other.day);
  const head = `FREQ=YEARLY;BYMONTH=${date.month}`;
  const weekday = WEEKDAYS[date.weekday - 1];
  if (dates.every((other) => other.weekday === date.weekday)) {
    if (dates.every((other) => other.day + 7 > daysInMonth(other.year, other.month)))
      return { first, rrule: `${head};BYDAY=-1${weekday}` };
    const nth = Math.ceil(date.day / 7);
    if (days.every((day) => Math.ceil(day / 7) === nth))
      return { first, rrule: `${head};BYDAY=${nth}${weekday}` };
    const low = Math.min(...days);
    if (Math.max(...days) - low > 6) return undefined;
    const span = Array.from({ length: 7 }, (_, at) => low + at).join(',');
    return { first, rrule: `${head};BYMONTHDAY=${span};BYDAY=${weekday}` };
  }
  return days.every((day) => day === date.day)
    ? { first, rrule: `${head};BYMONTHDAY=${date.day}` }
    : undefined;
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function grouped<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
