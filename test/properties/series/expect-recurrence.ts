import { isDeepStrictEqual } from 'node:util';
import { type Address, NOW } from './address.js';
import { closest } from './expect-times.js';
import { DAY, dayOf, MINUTE, printDay, toInstant, toWall, weekdayOf } from './plain-clock.js';
import { isOn, type PlainRule, startsOf, WEEKDAYS } from './plain-rule.js';
import { occurrencesOf, type PlainOccurrence, type PlainSeries } from './plain-series.js';
import type { Scene } from './random-series.js';
import type { DrawnWish, Expected, Scope } from './wish.js';

type Recurrence = Extract<DrawnWish['wish'], { kind: 'recurrence' }>;

/**
 * The expected result of changing the recurrence: the given parts replace those of the rule, from the named occurrence
 * on or for all. Undefined if the wish makes no sense for this series.
 */
export function expectRecurrence(
  { series, viewer }: Scene,
  { named, bare }: Address,
  scope: Scope,
  saysAll: boolean,
  wish: Recurrence,
): Expected | undefined {
  const list = occurrencesOf(series);
  const call = (recurrence: unknown): Expected['call'] => ({ operation: 'update', changes: { recurrence } });
  const before = list.filter(({ original }) => original < named.original);
  const follows = scope === 'following' && before.length > 0;
  if (wish.part === 'stop') {
    const loses = bare && scope === 'all' && before.some(({ original }) => isPast(original, series, viewer));
    return {
      call: call(null),
      scope,
      after: follows ? [...before, named] : [named],
      named,
      split: follows,
      ...(follows && { left: before }),
      single: true,
      ...(loses && { refused: ['INVALID_RECURRENCE'] as const }),
    };
  }
  // The effect of another rule on single dates is debatable.
  if (series.rdates.length > 0) return undefined;
  const changed = part(series, named, scope, viewer, wish);
  if (changed === undefined) return undefined;
  // A change without effect makes no new series.
  const split = follows && !isSame(changed.series, series, named.original);
  const all = occurrencesOf(changed.series);
  const left = new Set(all.map(({ original }) => original));
  if (!left.has(named.original)) return undefined;
  const after = follows ? [...before, ...all] : all;
  const kept = new Set(after.map(({ original }) => original));
  const loses = list.some(({ original }) => !kept.has(original) && isPast(original, series, viewer));
  return {
    call: call(changed.recurrence),
    scope,
    after,
    named: all.find(({ original }) => original === named.original),
    split,
    ...(split && { left: before }),
    mayRefuse: [
      ...(loses && scope === 'all' && (bare || !saysAll || wish.part === 'count')
        ? (['INVALID_RECURRENCE'] as const)
        : []),
      ...(series.minutes * MINUTE >= closest(changed.series) ? (['INVALID_DATE'] as const) : []),
    ],
  };
}

function isPast(original: number, { zone, kind }: PlainSeries, viewer: string): boolean {
  return toInstant(original, kind === 'date' ? viewer : zone) < Date.parse(NOW) + DAY;
}

/** True if the series continues from there as before. */
function isSame(next: PlainSeries, { rule, start, exdates }: PlainSeries, from: number): boolean {
  const { count } = rule;
  const rest = count === undefined ? {} : { count: count - startsOf(rule, start, from).indexOf(from) };
  const gone = (list: readonly number[]) => new Set(list.filter((wall) => wall >= from));
  return (
    isDeepStrictEqual(next.rule, { ...rule, ...rest }) && isDeepStrictEqual(gone(next.exdates), gone(exdates))
  );
}

/** The client's input, and the series with the new rule, from the named occurrence on if that is the scope. */
function part(
  series: PlainSeries,
  named: PlainOccurrence,
  scope: Scope,
  viewer: string,
  { part, number }: Recurrence,
): { readonly recurrence: unknown; readonly series: PlainSeries } | undefined {
  const { rule } = series;
  const starts = startsOf(rule, series.start, named.original);
  const index = starts.indexOf(named.original);
  if (index === -1) return undefined;
  const { count: oldCount, until: oldUntil, ...endless } = rule;
  const from = scope === 'following' ? named.original : series.start;
  const rest = scope === 'following' && oldCount !== undefined ? oldCount - index : oldCount;
  const end = {
    ...(rest === undefined ? {} : { count: rest }),
    ...(oldUntil === undefined ? {} : { until: oldUntil }),
  };
  const within = (next: PlainRule, start = from, exdates = series.exdates): PlainSeries => {
    const bare = { ...series, rule: next, start, exdates: exdates.filter((wall) => wall >= start) };
    const set = new Set(occurrencesOf({ ...bare, overrides: [] }).map(({ original }) => original));
    return { ...bare, overrides: series.overrides.filter(({ original }) => set.has(original)) };
  };
  const dayIn = (wall: number): number =>
    series.kind === 'date' ? wall : dayOf(toWall(toInstant(wall, series.zone), viewer));
  switch (part) {
    case 'until': {
      const last = dayIn(named.original) + number * DAY;
      const walls = startsOf(endless, from, last + 3 * DAY).filter((wall) => dayIn(wall) <= last);
      const until = walls.at(-1) ?? from;
      return { recurrence: { until: printDay(last) }, series: within({ ...endless, until }) };
    }
    case 'count': {
      const count = (scope === 'following' ? 0 : index) + 1 + number;
      return { recurrence: { count }, series: within({ ...endless, count }) };
    }
    case 'interval': {
      const interval = 1 + (number % 4);
      return { recurrence: { interval }, series: within({ ...endless, ...end, interval }) };
    }
    case 'daysOfWeek': {
      if (rule.freq !== 'WEEKLY') return undefined;
      const days = [...new Set([weekdayOf(named.original), 1 + (number % 7)])].sort((a, b) => a - b);
      const next = { ...endless, ...end, byDay: days.map((weekday) => ({ nth: 0, weekday })) };
      let start = from;
      while (!isOn(next, dayOf(from), dayOf(start))) start += DAY;
      const names = days.map((day) => ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'][day - 1]);
      return { recurrence: { daysOfWeek: number % 2 === 0 ? days : names }, series: within(next, start) };
    }
    case 'exclude': {
      const others = startsOf(rule, series.start, named.original + 60 * DAY).filter(
        (wall) => wall >= from && dayIn(wall) !== dayIn(named.original),
      );
      const other = others[number % Math.max(1, others.length)];
      if (other === undefined) return undefined;
      const gone = others.filter((wall) => dayIn(wall) === dayIn(other));
      const next = within({ ...endless, ...end }, from, [...series.exdates, ...gone]);
      return { recurrence: { exclude: [printDay(dayIn(other))] }, series: next };
    }
    case 'rrule': {
      const weekday = weekdayOf(named.original);
      const next: PlainRule = {
        freq: 'WEEKLY',
        interval: 1 + (number % 2),
        byDay: [{ nth: 0, weekday }],
        byMonthDay: [],
        byMonth: [],
        weekStart: 1,
      };
      let start = from;
      while (!isOn(next, dayOf(from), dayOf(start))) start += DAY;
      const rrule = `FREQ=WEEKLY;INTERVAL=${next.interval};BYDAY=${WEEKDAYS[weekday - 1]}`;
      return { recurrence: { rrule }, series: within(next, start) };
    }
    case 'stop':
      return undefined;
  }
}
