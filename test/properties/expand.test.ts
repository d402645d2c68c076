import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../compilers/time/civil.js';
import type { Zone } from '../../compilers/time/zone.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { expand } from '../../src/calendar/expand/expand.js';
import type { Instance } from '../../src/calendar/expand/instance.js';
import { nearest } from '../../src/calendar/expand/nearest-instance.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { DEFAULT_BUDGET, meterOf } from '../../src/calendar/rules/expansion-budget.js';
import { parseRule, printRule } from '../../src/calendar/rules/rule.js';
import { compileRule } from '../../src/calendar/rules/rule-occurrences.js';
import { parseDateTime, printDateTime } from '../../src/calendar/text/date-time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';
import { randomCase, randomOf } from '../differential/random-rules.js';

const BUDGET = { steps: 5_000_000, results: 1_000_000 };

function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}

const zoneIds = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
  'Pacific/Apia',
];
const viewers = fc.constantFrom(...zoneIds.map(zone));
const base = Date.UTC(2024, 0, 1);

/** A rule of days and longer that stays small over a few years. */
const rules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    parts: fc.subarray([
      'BYMONTH=1,3,10',
      'BYDAY=MO,TH,SU',
      'BYHOUR=1,2,3',
      'BYMINUTE=0,30',
      'BYSETPOS=1,-1',
      'BYMONTHDAY=1,29,-1',
      'WKST=SU',
    ]),
    end: fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
      fc
        .integer({ min: 1, max: 700 })
        .map((day) => `;UNTIL=${printDateTime({ kind: 'utc', wall: base + day * DAY })}`),
    ),
  })
  .map(
    ({ freq, interval, parts, end }) => [`FREQ=${freq}`, `INTERVAL=${interval}`, ...parts].join(';') + end,
  );

interface Shape {
  readonly kind: 'zoned' | 'floating' | 'date';
  readonly zoneId: string;
  readonly minute: number;
  readonly length: string;
  readonly rules: readonly string[];
  readonly exdates: readonly number[];
  readonly rdates: readonly number[];
  readonly overrides: readonly { readonly at: number; readonly by: number; readonly future: boolean }[];
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom('zoned' as const, 'floating' as const, 'date' as const),
  zoneId: fc.constantFrom(...zoneIds),
  minute: fc.integer({ min: 0, max: 400 * 24 * 4 }).map((quarter) => quarter * 15),
  length: fc.constantFrom('', 'DURATION:PT45M', 'DURATION:P1D', 'DURATION:P9DT1H', 'DTEND+90'),
  rules: fc.array(rules, { minLength: 1, maxLength: 2 }),
  exdates: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
  rdates: fc.array(fc.nat({ max: 700 * 24 }), { maxLength: 3 }),
  overrides: fc.array(
    fc.record({ at: fc.nat({ max: 30 }), by: fc.integer({ min: -2000, max: 2000 }), future: fc.boolean() }),
    { maxLength: 3 },
  ),
});

/** Writes a series; exceptions are named by the position of the occurrence they are about. */
function objectOf(shape: Shape): string {
  const print = (name: string, wall: number): string => {
    if (shape.kind === 'date') {
      return `${name};VALUE=DATE:${printDateTime({ kind: 'date', day: Math.floor(wall / DAY) })}`;
    }
    return `${name}${shape.kind === 'zoned' ? `;TZID=${shape.zoneId}` : ''}:${printDateTime({ kind: 'local', wall })}`;
  };
  const start = base + shape.minute * MINUTE;
  const length = shape.length === 'DTEND+90' ? print('DTEND', start + 90 * MINUTE) : shape.length;
  const lines = [
    'UID:a',
    print('DTSTART', start),
    ...(length === '' ? [] : [length]),
    ...shape.rules.map((rule) => `RRULE:${rule}`),
    ...shape.rdates.map((hour) => print('RDATE', base + hour * HOUR)),
  ];
  const plain = text([lines]);
  const [series] = readObject(plain, zoneOf).series;
  if (series === undefined) throw new Error('no series');
  const ids = expand(series, ALL_TIME, zone(shape.zoneId), BUDGET).map(({ recurrenceId }) => {
    const value = parseDateTime((recurrenceId ?? '').replace(/^(\d{8}T\d{4})$/, '$100'));
    if (value === undefined) throw new Error('no recurrence id');
    return value.kind === 'date' ? value.day * DAY : value.wall;
  });
  const idAt = (position: number): number => ids[position % ids.length] ?? start;
  const exdates = shape.exdates.map((position) => print('EXDATE', idAt(position)));
  const overrides = shape.overrides.map(({ at, by, future }) => [
    'UID:a',
    print(future ? 'RECURRENCE-ID;RANGE=THISANDFUTURE' : 'RECURRENCE-ID', idAt(at)),
    print('DTSTART', idAt(at) + by * MINUTE),
    'DURATION:PT30M',
    'SUMMARY:override',
  ]);
  return text([[...lines, ...exdates], ...overrides]);
}

function text(events: readonly (readonly string[])[]): string {
  return [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

const brief = ({ start, end, recurrenceId, overridden }: Instance): string =>
  `${new Date(start).toISOString()} ${new Date(end).toISOString()} ${recurrenceId} ${overridden}`;

describe('expansion', () => {
  it('of a window is what the expansion of everything has there, in every zone', () => {
    fc.assert(
      fc.property(
        shapes,
        viewers,
        fc.array(
          fc.tuple(fc.integer({ min: -30 * 24, max: 800 * 24 }), fc.integer({ min: 1, max: 60 * 24 })),
          {
            minLength: 3,
            maxLength: 3,
          },
        ),
        (shape, viewer, windows) => {
          const ics = objectOf(shape);
          const [series] = readObject(ics, zoneOf).series;
          if (series === undefined) throw new Error('no series');
          const all = expand(series, ALL_TIME, viewer, BUDGET);
          for (const [hour, hours] of windows) {
            // A fresh record: what earlier questions taught a rule must not matter.
            const [fresh] = readObject(ics, zoneOf).series;
            if (fresh === undefined) throw new Error('no series');
            const range = { from: base + hour * HOUR, to: base + (hour + hours) * HOUR };
            const expected = all.filter(
              ({ start, end }) =>
                start < range.to && (end > range.from || (start === end && start >= range.from)),
            );
            expect(expand(fresh, range, viewer).map(brief).sort()).toEqual(expected.map(brief).sort());
            expect(expand(series, range, viewer).map(brief).sort()).toEqual(expected.map(brief).sort());
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('is sorted, inside the bounds of its series, and gives each recurrence id once', () => {
    fc.assert(
      fc.property(shapes, viewers, (shape, viewer) => {
        const [series] = readObject(objectOf(shape), zoneOf).series;
        if (series === undefined) throw new Error('no series');
        const all = expand(series, ALL_TIME, viewer, BUDGET);
        const starts = all.map(({ start }) => start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect(new Set(all.map(({ recurrenceId }) => recurrenceId)).size).toBe(all.length);
        for (const { start, end } of all) {
          expect(start).toBeGreaterThanOrEqual(series.bounds.from);
          expect(end).toBeLessThanOrEqual(series.bounds.to);
          expect(end).toBeGreaterThanOrEqual(start);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('nearest is the first that is not over, else the last', () => {
    fc.assert(
      fc.property(shapes, viewers, fc.integer({ min: 0, max: 800 * 24 }), (shape, viewer, hour) => {
        const [series] = readObject(objectOf(shape), zoneOf).series;
        if (series === undefined) throw new Error('no series');
        const now = base + hour * HOUR + 1;
        const all = expand(series, ALL_TIME, viewer, BUDGET);
        const expected =
          all.find(({ start, end }) => end > now || (start === end && start >= now)) ?? all[all.length - 1];
        const found = nearest(series, ALL_TIME, now, viewer);
        expect(found?.start).toBe(expected?.start);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('rules', () => {
  const cases = fc.integer().map((seed) => randomCase(randomOf(seed)));

  it('print to what they were read from', () => {
    fc.assert(
      fc.property(cases, ({ rrule }) => {
        const rule = parseRule(rrule);
        expect(parseRule(printRule(rule))).toEqual(rule);
      }),
    );
  });

  it('give the same in small steps as at once, whatever was asked before', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 40 }), ({ rrule, start }, step) => {
        const value = parseDateTime(start);
        if (value === undefined || value.kind === 'date') throw new Error(start);
        const day = /SECONDLY|MINUTELY/.test(rrule) ? HOUR / 4 : DAY * 3;
        const end = value.wall + step * 10 * day;
        const once = compileRule(parseRule(rrule), value.wall, { anchored: true });
        const whole = once.between(value.wall, end, meterOf({ steps: 1e9, results: 1e7 }));
        const steps = compileRule(parseRule(rrule), value.wall, { anchored: true });
        const pieces: number[][] = [];
        for (let from = end - step * day; from > value.wall - step * day; from -= step * day) {
          pieces.unshift([...steps.between(from, from + step * day, meterOf({ steps: 1e9, results: 1e7 }))]);
        }
        expect(pieces.flat()).toEqual(whole);
      }),
      { numRuns: runs(300) },
    );
  });

  it('count DTSTART as the first: with and without it the sets differ by just that', () => {
    fc.assert(
      fc.property(cases, ({ rrule, start }) => {
        const value = parseDateTime(start);
        if (value === undefined || value.kind === 'date') throw new Error(start);
        const rule = { ...parseRule(rrule), count: 12 };
        const to = value.wall + (/SECONDLY|MINUTELY/.test(rrule) ? DAY : 900 * DAY);
        const list = (anchored: boolean): readonly number[] =>
          compileRule(rule, value.wall, { anchored }).between(
            value.wall,
            to,
            meterOf({ steps: 1e9, results: 1e7 }),
          );
        const pattern = list(false);
        const after = pattern.filter((wall) => wall > value.wall);
        const onRule = pattern[0] === value.wall;
        expect(list(true)).toEqual(onRule ? after : after.slice(0, 11));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('hostile text', () => {
  it('is read or refused with a CalendarError, and expands within its budget', () => {
    const lines = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'UID:a',
      'DTSTART:20260101T000000Z',
      'DTSTART;TZID=Odd:20260101T000000',
      'DTSTART;VALUE=DATE:00010101',
      'DTEND:99991231T235959Z',
      'DURATION:P99999999W',
      'RRULE:FREQ=SECONDLY;INTERVAL=999999999',
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000000000',
      'RRULE:FREQ=DAILY;UNTIL=00010101',
      'RDATE;VALUE=PERIOD:20260101T000000Z/P1D,/,x/y',
      'EXDATE:,,,',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:99991231T235959Z',
      'RECURRENCE-ID:00010101T000000Z',
      'TZID:Odd',
      '__proto__:x',
      ';=:',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 25 }), viewers, (body, viewer) => {
        const ics = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...body, 'END:VEVENT', 'END:VCALENDAR', ''].join(
          '\r\n',
        );
        try {
          for (const series of readObject(ics, zoneOf).series) {
            expand(series, ALL_TIME, viewer, { ...DEFAULT_BUDGET, results: 500 });
            nearest(series, ALL_TIME, base, viewer);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(CalendarError);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
