import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../compilers/time/civil.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { expand } from '../../src/calendar/expand/expand.js';
import type { Instance } from '../../src/calendar/expand/instance.js';
import { nearestInstance } from '../../src/calendar/expand/nearest-instance.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { parseDateTime, printDateTime } from '../../src/calendar/text/date-time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';
import { base, viewers, zone, zoneIds } from './random-shapes.js';

const BUDGET = { steps: 5_000_000, results: 1_000_000 };

/** A daily or longer rule that stays small over a few years. */
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

/** Writes a series; exceptions are occurrence numbers. */
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
            // A fresh record: nothing cached by earlier questions may matter.
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
        const found = nearestInstance(series, ALL_TIME, { now, viewer });
        expect(found?.start).toBe(expected?.start);
      }),
      { numRuns: runs(200) },
    );
  });
});
