import fc from 'fast-check';
import { DAY, dayOf, MINUTE, toInstant, toWall } from './plain-clock.js';
import { isOn, type PlainRule, startsOf } from './plain-rule.js';
import { type PlainSeries, printSeries } from './plain-series.js';

const FIRST_DAY = Date.UTC(2026, 1, 1);
const ORDINARY = { interval: 1, byDay: [], byMonthDay: [], byMonth: [], weekStart: 1 } as const;

/** Zones of the series: two with common clock changes, one that changes by half an hour, two without. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Asia/Tokyo'];
/** Zones of the caller. */
const VIEWERS = ['Europe/Berlin', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland'];

const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
const interval = fc.constantFrom(1, 1, 1, 2, 3);
const anyDay = (days: readonly number[]) =>
  [...days].sort((a, b) => a - b).map((weekday) => ({ nth: 0, weekday }));

const rule: fc.Arbitrary<PlainRule> = fc.oneof(
  { weight: 3, arbitrary: interval.map((n) => ({ ...ORDINARY, freq: 'DAILY' as const, interval: n })) },
  {
    weight: 6,
    arbitrary: fc.tuple(interval, weekdays, fc.constantFrom(1, 1, 7)).map(([n, days, weekStart]) => ({
      ...ORDINARY,
      freq: 'WEEKLY' as const,
      interval: n,
      byDay: anyDay(days),
      weekStart,
    })),
  },
  { weight: 2, arbitrary: interval.map((n) => ({ ...ORDINARY, freq: 'WEEKLY' as const, interval: n })) },
  {
    weight: 2,
    arbitrary: fc.tuple(interval, fc.constantFrom(1, 5, 15, 24, 28)).map(([n, day]) => ({
      ...ORDINARY,
      freq: 'MONTHLY' as const,
      interval: n,
      byMonthDay: [day],
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, -1), fc.integer({ min: 1, max: 7 }))
      .map(([nth, weekday]) => ({ ...ORDINARY, freq: 'MONTHLY' as const, byDay: [{ nth, weekday }] })),
  },
  { weight: 1, arbitrary: fc.constant({ ...ORDINARY, freq: 'YEARLY' as const }) },
);

const form = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ZONES).map((zone) => ({ kind: 'zoned' as const, zone })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'utc' as const, zone: 'UTC' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'floating' as const, zone: '' }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'date' as const, zone: 'UTC' }) },
);

/** The random parameters of a series. */
const drawn = fc.record({
  form,
  viewer: fc.constantFrom(...VIEWERS),
  /** True if the call names that zone; otherwise the settings do. */
  named: fc.boolean(),
  day: fc.integer({ min: 0, max: 400 }),
  // 02:30 is in a gap or a fold twice a year; 23:30 is another day elsewhere.
  hour: fc.constantFrom(9, 14, 14, 23.5, 2.5, 0),
  minutes: fc.constantFrom(30, 60, 90, 600, 1500),
  asDuration: fc.boolean(),
  rule,
  end: fc.option(
    fc.oneof(
      fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ days: fc.integer({ min: 1, max: 400 }) }),
    ),
    { nil: undefined },
  ),
  exdates: fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 3 }),
  rdates: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 2 }),
  overrides: fc.uniqueArray(
    fc.record({
      index: fc.nat({ max: 40 }),
      move: fc.constantFrom(-1440, -60, 0, 0, 30, 180, 2880),
      minutes: fc.constantFrom(0, 0, 30, 45),
      title: fc.constantFrom('Standup', 'Standup', 'Retro'),
      utc: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ index }) => index },
  ),
});
export type DrawnSeries = typeof drawn extends fc.Arbitrary<infer T> ? T : never;
export const drawnSeries: fc.Arbitrary<DrawnSeries> = drawn;

/** A series, and the caller's zone. */
export interface Scene {
  readonly series: PlainSeries;
  readonly viewer: string;
  readonly named: boolean;
  readonly ics: string;
}

export const UID = 'series@example.org';

/** Makes the series of a draw: puts exceptions and overrides on existing starts. */
export function sceneOf(draw: DrawnSeries): Scene {
  const { viewer, named, exdates: out, rdates: more, overrides: changed } = draw;
  const dates = draw.form.kind === 'date';
  const zone = draw.form.kind === 'floating' ? viewer : draw.form.zone;
  const time = dates ? 0 : draw.hour * 60 * MINUTE;
  const start = firstOn(draw.rule, FIRST_DAY + draw.day * DAY) + time;
  const rule = { ...draw.rule, ...endOf(draw, start) };
  const known = startsOf(rule, start, start + 300 * DAY);
  const at = (index: number): number | undefined => known[index % known.length];
  const exdates = [...new Set(out.flatMap((index) => at(index) ?? []))].filter(() => known.length > 4);
  const rdates = more.map((days) => start + days * DAY).filter((wall) => !exdates.includes(wall));
  const minutes = dates ? Math.max(1, Math.round(draw.minutes / 1440)) * 1440 : draw.minutes;
  const taken = new Set(exdates);
  const overrides = changed.flatMap(({ index, move, minutes: own, title, utc }) => {
    const original = at(index);
    if (original === undefined || taken.has(original)) return [];
    taken.add(original);
    const moved = original + (dates ? Math.round(move / 1440) * DAY : move * MINUTE);
    // In a gap, the wall time would not survive the conversion to UTC and back.
    const isPlain = toWall(toInstant(moved, zone), zone) === moved;
    return [
      {
        original,
        start: moved,
        minutes: own === 0 ? minutes : dates ? 2880 : own,
        title,
        utc: utc && draw.form.kind === 'zoned' && isPlain,
      },
    ];
  });
  const series: PlainSeries = {
    kind: draw.form.kind,
    zone,
    start,
    minutes,
    title: 'Standup',
    rule,
    exdates,
    rdates,
    overrides,
  };
  return { series, viewer, named, ics: printSeries(series, UID, draw.asDuration) };
}

/** The first DTSTART on the rule, as the RFC requires. */
function firstOn(of: PlainRule, from: number): number {
  let day = dayOf(from);
  while (!isOn(of, day, day)) day += DAY;
  return day;
}

function endOf({ end }: DrawnSeries, start: number): Pick<PlainRule, 'count' | 'until'> {
  if (end === undefined) return {};
  return 'count' in end ? { count: end.count } : { until: start + end.days * DAY };
}
