/**
 * One week of June 2026 out of 1,000 daily masters from 2010 and 1,000 weekly masters from 2005 (20 EXDATE and 3
 * overrides each), beside other engines on a part of them: `npx vitest bench --run test/bench/expand.bench.ts`.
 */

import ICAL from 'ical.js';
import IcalExpander from 'ical-expander';
import rrulePackage from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { bench, describe } from 'vitest';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { expand } from '../../src/calendar/expand/expand.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import type { Series } from '../../src/calendar/series/series.js';
import { printDateTime } from '../../src/calendar/text/date-time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

const FROM = Date.UTC(2026, 5, 1);
const TO = FROM + 7 * DAY;
const week = { from: FROM, to: TO };
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney'];

interface Master {
  readonly zone: string;
  readonly start: string;
  readonly rrule: string;
  readonly ics: string;
}

const print = (wall: number): string => printDateTime({ kind: 'local', wall });

function master(index: number, first: number, rrule: string, exceptions: boolean): Master {
  const zone = ZONES[index % ZONES.length] ?? 'UTC';
  const start = first + (index % 24) * HOUR;
  const nth = (week: number): string => print(start + week * 7 * DAY);
  const override = (week: number): string[] => [
    'BEGIN:VEVENT',
    `UID:u${index}`,
    `RECURRENCE-ID;TZID=${zone}:${nth(week)}`,
    `DTSTART;TZID=${zone}:${print(start + week * 7 * DAY + HOUR)}`,
    'DURATION:PT1H',
    'SUMMARY:Changed',
    'END:VEVENT',
  ];
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:u${index}`,
    'DTSTAMP:20260101T000000Z',
    'SUMMARY:A meeting',
    `DTSTART;TZID=${zone}:${print(start)}`,
    'DURATION:PT1H',
    `RRULE:${rrule}`,
    ...(exceptions ? Array.from({ length: 20 }, (_, i) => `EXDATE;TZID=${zone}:${nth(10 + i * 40)}`) : []),
    'END:VEVENT',
    ...(exceptions ? [5, 300, 1117].flatMap(override) : []),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  return { zone, start: print(start), rrule, ics };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const daily = range(1000).map((index) => master(index, Date.UTC(2010, 0, 1), 'FREQ=DAILY', false));
const weekly = range(1000).map((index) =>
  master(index, Date.UTC(2005, 0, 3), 'FREQ=WEEKLY;BYDAY=MO,WE,FR', true),
);

function berlin() {
  const zone = zoneOf('Europe/Berlin');
  if (zone === undefined) throw new Error('no zone');
  return zone;
}

const read = (masters: readonly Master[]): Series[] =>
  masters.flatMap(({ ics }) => [...readObject(ics, zoneOf).series]);
const viewer = berlin();
const expandAll = (series: readonly Series[]): number =>
  series.reduce((sum, one) => sum + expand(one, week, viewer).length, 0);

for (const [name, masters, expected] of [
  ['1,000 daily masters from 2010', daily, 7_000],
  ['1,000 weekly masters from 2005', weekly, 3_000],
] as const) {
  const records = read(masters);
  const found = expandAll(records);
  if (Math.abs(found - expected) > 100) throw new Error(`${name}: ${found} occurrences`);
  const ten = masters.slice(0, 10);

  describe(name, () => {
    bench('ours, records warm', () => {
      expandAll(records);
    });
    bench('ours, from text', () => {
      expandAll(read(masters));
    });
  });

  describe(`${name}, ten of them`, () => {
    bench('ours, from text (10)', () => {
      expandAll(read(ten));
    });
    bench('rrule-temporal, rule only (10)', () => {
      const from = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO('UTC');
      const to = Temporal.Instant.fromEpochMilliseconds(TO).toZonedDateTimeISO('UTC');
      for (const { zone, start, rrule } of ten) {
        new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${start}\nRRULE:${rrule}` }).between(
          from,
          to,
          true,
        );
      }
    });
    bench('rrule, rule only, UTC (10)', () => {
      for (const { start, rrule } of ten) {
        rrulePackage
          .rrulestr(`DTSTART:${start}Z\nRRULE:${rrule}`)
          .between(new Date(FROM), new Date(TO), true);
      }
    });
    bench(
      'ical.js, iterator from the start (10)',
      () => {
        const end = ICAL.Time.fromJSDate(new Date(TO), true);
        for (const { ics } of ten) {
          const component = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent');
          if (component === null) throw new Error('no event');
          const event = new ICAL.Event(component);
          const iterator = event.iterator();
          for (let next = iterator.next(); next !== undefined && next !== null; next = iterator.next()) {
            if (next.compare(end) >= 0) break;
          }
        }
      },
      { iterations: 3, time: 0 },
    );
    bench(
      'ical-expander, no limit (10)',
      () => {
        for (const { ics } of ten) {
          new IcalExpander({ ics, maxIterations: 0 }).between(new Date(FROM), new Date(TO));
        }
      },
      { iterations: 3, time: 0 },
    );
  });
}
