import fc from 'fast-check';
import { DAY, dayOfWall, MINUTE, timeOfWall } from '../../compilers/time/civil.js';
import type { EventTime } from '../../compilers/time/time-value.js';
import type { Zone } from '../../compilers/time/zone.js';
import { type Instant, utcWall, type Wall } from '../../schemas/model/time.js';
import type { EditContext } from '../../src/calendar/edit/event/edit-context.js';
import { printNode } from '../../src/calendar/text/component.js';
import { printDateTime } from '../../src/calendar/text/date-time.js';
import { writeVtimezone } from '../../src/calendar/zones/write-vtimezone.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { seen, VIEWER, zone } from './seen-series.js';

export const NOW = Date.UTC(2026, 10, 21, 12);

export function context(now = NOW): EditContext {
  let split = 0;
  return {
    now,
    zones: zoneOf,
    uid: 'made@example.org',
    newUid: () => `split-${++split}@example.org`,
    timezone: VIEWER.id,
  };
}

/** The written form of a random series' times. */
export type Form =
  | { readonly kind: 'date' | 'floating' | 'utc' }
  | { readonly kind: 'zoned'; readonly zone: string };

export interface RandomOverride {
  readonly index: number;
  readonly moveMinutes: number;
  readonly minutes: number;
  readonly title: string;
  /** Written in UTC, unlike the series. */
  readonly utc: boolean;
}

export interface RandomSeries {
  readonly form: Form;
  readonly start: Wall;
  readonly rule: string;
  readonly end:
    | { readonly kind: 'count'; readonly count: number }
    | { readonly kind: 'until'; readonly days: number }
    | undefined;
  readonly minutes: number;
  readonly asDuration: boolean;
  readonly exdates: readonly number[];
  readonly rdates: readonly number[];
  readonly overrides: readonly RandomOverride[];
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 4 });
const interval = fc.constantFrom('', '', ';INTERVAL=2', ';INTERVAL=3');

const rule: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: interval.map((every) => `FREQ=DAILY${every}`) },
  { weight: 2, arbitrary: weekdays.map((days) => `FREQ=DAILY;BYDAY=${days.join(',')}`) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(interval, weekdays, fc.constantFrom('', ';WKST=SU', ';WKST=WE'))
      .map(([every, days, start]) => `FREQ=WEEKLY${every};BYDAY=${days.join(',')}${start}`),
  },
  { weight: 2, arbitrary: interval.map((every) => `FREQ=WEEKLY${every}`) },
  { weight: 2, arbitrary: interval.map((every) => `FREQ=MONTHLY${every}`) },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(1, 3, 10, 15, 20, 28, 31, -1, -3), { minLength: 1, maxLength: 2 })
      .map((days) => `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...WEEKDAYS))
      .map(([nth, day]) => `FREQ=MONTHLY;BYDAY=${nth}${day}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=2',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'FREQ=YEARLY',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24',
    ),
  },
);

const form: fc.Arbitrary<Form> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata')
      .map((id) => ({ kind: 'zoned' as const, zone: id })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Form>({ kind: 'utc' }, { kind: 'floating' }) },
  { weight: 2, arbitrary: fc.constant<Form>({ kind: 'date' }) },
);

export const randomSeries: fc.Arbitrary<RandomSeries> = fc.record({
  form,
  // From the weeks before a spring change to a year later, at half hours: 02:30 is often in a gap.
  start: fc
    .tuple(fc.integer({ min: 20_500, max: 20_900 }), fc.constantFrom(0, 2.5, 2.5, 9, 14, 23.5))
    .map(([day, hour]) => day * DAY + hour * 60 * MINUTE),
  rule,
  end: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('count' as const), count: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('until' as const), days: fc.integer({ min: 1, max: 300 }) }),
    ),
    { nil: undefined },
  ),
  minutes: fc.constantFrom(30, 60, 90, 600, 1500),
  asDuration: fc.boolean(),
  exdates: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
  rdates: fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 2 }),
  overrides: fc.uniqueArray(
    fc.record({
      index: fc.integer({ min: 0, max: 12 }),
      moveMinutes: fc.constantFrom(-1440, -60, 0, 30, 180, 2880),
      minutes: fc.constantFrom(30, 60, 45),
      title: fc.constantFrom('Same', 'Own'),
      utc: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ index }) => index },
  ),
});

/** The zone for the wall times of a form. */
export function zoneOfForm(of: Form): Zone {
  return of.kind === 'zoned' ? zone(of.zone) : of.kind === 'utc' ? zone('UTC') : VIEWER;
}

export function writeTime(name: string, walls: readonly Wall[], of: Form): string {
  switch (of.kind) {
    case 'date':
      return `${name};VALUE=DATE:${walls.map((wall) => printDateTime({ kind: 'date', day: dayOfWall(wall) })).join(',')}`;
    case 'utc':
      return `${name}:${walls.map((wall) => printDateTime({ kind: 'utc', wall })).join(',')}`;
    case 'floating':
      return `${name}:${walls.map((wall) => printDateTime({ kind: 'local', wall })).join(',')}`;
    case 'zoned':
      return `${name};TZID=${of.zone}:${walls.map((wall) => printDateTime({ kind: 'local', wall })).join(',')}`;
  }
}

/** A series as text. Exceptions and overrides use starts from a first reading of its rule. */
export function printSeries(series: RandomSeries): string {
  const { form: of, end } = series;
  const plain = calendarOf(series, masterLines(series, ''));
  // DTSTART on its rule, as the RFC requires: the first start of the pattern if DTSTART itself is off it.
  const second = starts(plain, series)[1];
  const first =
    isOnRule(series) || second === undefined ? (starts(plain, series)[0] ?? series.start) : second;
  const start =
    of.kind === 'date' ? dayOfWall(first) * DAY : dayOfWall(first) * DAY + timeOfWall(series.start);
  const anchored = { ...series, start };
  const until = start + (end?.kind === 'until' ? end.days * DAY : 0);
  const limit =
    end === undefined ? '' : end.kind === 'count' ? `;COUNT=${end.count}` : `;UNTIL=${writeUntil(until, of)}`;
  const known = starts(calendarOf(anchored, masterLines(anchored, limit)), anchored);
  const at = (index: number): Wall | undefined => known[index];
  const exdates = series.exdates.flatMap((index) => at(index) ?? []);
  const taken = new Set(exdates);
  const rdates = series.rdates.map((days) => start + days * DAY).filter((wall) => !taken.has(wall));
  const lines = masterLines(anchored, limit);
  if (exdates.length > 0) lines.push(writeTime('EXDATE', exdates, of));
  if (rdates.length > 0) lines.push(writeTime('RDATE', rdates, of));
  const overrides = series.overrides.flatMap((override) => {
    const wall = at(override.index);
    if (wall === undefined || taken.has(wall)) return [];
    return [overrideLines(override, wall, of)];
  });
  return calendarOf(anchored, lines, ...overrides);
}

function isOnRule({ rule: text }: RandomSeries): boolean {
  return !text.includes('BY');
}

function writeUntil(wall: Wall, of: Form): string {
  if (of.kind === 'date') return printDateTime({ kind: 'date', day: dayOfWall(wall) });
  if (of.kind === 'floating') return printDateTime({ kind: 'local', wall });
  return printDateTime({ kind: 'utc', wall: utcWall(zoneOfForm(of).toInstant(wall)) });
}

function masterLines(series: RandomSeries, limit: string): string[] {
  const { form: of, start, minutes } = series;
  const days = Math.max(1, Math.round(minutes / 1440));
  const length = of.kind === 'date' ? `P${days}D` : `PT${minutes}M`;
  const end =
    of.kind === 'date'
      ? start + days * DAY
      : of.kind === 'zoned'
        ? zoneOfForm(of).toWall(zoneOfForm(of).toInstant(start) + minutes * MINUTE)
        : start + minutes * MINUTE;
  return [
    writeTime('DTSTART', [start], of),
    series.asDuration ? `DURATION:${length}` : writeTime('DTEND', [end], of),
    `RRULE:${series.rule}${limit}`,
    'SUMMARY:Same',
  ];
}

function overrideLines(override: RandomOverride, wall: Wall, of: Form): string[] {
  const { moveMinutes, minutes, title } = override;
  const id = writeTime('RECURRENCE-ID', [wall], of);
  if (of.kind === 'date') {
    const day = wall + Math.round(moveMinutes / 1440) * DAY;
    return [id, writeTime('DTSTART', [day], of), writeTime('DTEND', [day + DAY], of), `SUMMARY:${title}`];
  }
  const moved = wall + moveMinutes * MINUTE;
  // In a gap, the two forms would be two clock times.
  const asUtc = override.utc && of.kind === 'zoned' && zoneOfForm(of).kindOf(moved) !== 'gap';
  const start = asUtc ? zoneOfForm(of).toInstant(moved) : moved;
  const own: Form = asUtc ? { kind: 'utc' } : of;
  const end =
    own.kind === 'zoned'
      ? zoneOfForm(own).toWall(zoneOfForm(own).toInstant(start) + minutes * MINUTE)
      : start + minutes * MINUTE;
  return [id, writeTime('DTSTART', [start], own), writeTime('DTEND', [end], own), `SUMMARY:${title}`];
}

function calendarOf({ form: of, start }: RandomSeries, ...events: readonly (readonly string[])[]): string {
  const definition =
    of.kind === 'zoned' ? printNode(writeVtimezone(zone(of.zone), zone(of.zone).toInstant(start))) : '';
  const parts = events.map(
    (lines) =>
      `${['BEGIN:VEVENT', 'UID:random@example.org', 'DTSTAMP:20260101T000000Z', 'SEQUENCE:3', ...lines, 'X-KEEP;X-A="b;c":d\\,e', 'END:VEVENT'].join('\r\n')}\r\n`,
  );
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${definition}${parts.join('')}END:VCALENDAR\r\n`;
}

/** The starts of a series without exceptions, as wall times of its form. */
function starts(ics: string, series: RandomSeries): readonly Wall[] {
  return seen(ics)
    .slice(0, 40)
    .map(({ start }) => patternWall(start, series.form, series.start));
}

/**
 * An occurrence's wall time in its series. One that a gap moved (02:30 shown as 03:30) counts with the series' time of
 * day.
 */
export function patternWall(start: Instant, of: Form, dtstart: Wall): Wall {
  const in_ = zoneOfForm(of);
  const wall = in_.toWall(start);
  const usual = dayOfWall(wall) * DAY + timeOfWall(dtstart);
  return in_.kindOf(usual) === 'gap' && in_.toInstant(usual) === start ? usual : wall;
}

/** A wall time of a form as caller input. */
export function asked(wall: Wall, of: Form): EventTime {
  if (of.kind === 'date') return { kind: 'date', day: dayOfWall(wall) };
  const in_ = zoneOfForm(of);
  return { kind: 'time', wall, instant: in_.toInstant(wall), zone: in_.id };
}
