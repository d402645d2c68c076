import { describe, expect, it } from 'vitest';
import type { Zone } from '../../../compilers/time/zone.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { nearest } from '../../../src/calendar/expand/nearest-instance.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

function zone(id: string): Zone {
  const found = zoneOf(id);
  if (found === undefined) throw new Error(`no zone ${id}`);
  return found;
}
const berlin = zone('Europe/Berlin');
const newYork = zone('America/New_York');

function vevent(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

function object(...parts: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

const at = (text: string): number => Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);
const year = { from: at('2026-01-01'), to: at('2027-01-01') };

function instances(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin) {
  return readObject(ics, zoneOf)
    .series.flatMap((series) => expand(series, { from: at(from), to: at(to) }, viewer))
    .sort((a, b) => a.start - b.start);
}

/** Starts in UTC, to the minute. */
function starts(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin): string[] {
  return instances(ics, from, to, viewer).map(({ start }) => new Date(start).toISOString().slice(0, 16));
}

/** Start and end in UTC. */
function spans(ics: string, from = '2026-01-01', to = '2027-01-01', viewer: Zone = berlin): string[] {
  return instances(ics, from, to, viewer).map(({ start, end }) =>
    [start, end].map((time) => new Date(time).toISOString().slice(0, 16)).join('/'),
  );
}

/** Start, title and recurrence id. */
function named(ics: string, from = '2026-01-01', to = '2027-01-01'): string[] {
  return instances(ics, from, to).map(
    ({ start, fields, recurrenceId }) =>
      `${new Date(start).toISOString().slice(5, 16)} ${fields.title} ${recurrenceId}`,
  );
}

function only(ics: string) {
  const [series] = readObject(ics, zoneOf).series;
  if (series === undefined) throw new Error('no series');
  return series;
}

/** Daily at nine in Berlin from Monday 2 November 2026. */
const daily = (...lines: string[]): string =>
  vevent('UID:a', 'SUMMARY:A', 'DTSTART;TZID=Europe/Berlin:20261102T090000', 'DURATION:PT1H', ...lines);

describe('zones and the clock', () => {
  it('keeps the wall time of a series when the clocks change', () => {
    const ics = object(
      vevent(
        'UID:a',
        'DTSTART;TZID=Europe/Berlin:20260328T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    );
    expect(starts(ics)).toEqual(['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']);
  });

  it('moves a start that does not exist by the length of the gap, and says so', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;TZID=Europe/Berlin:20260328T023000', 'RRULE:FREQ=DAILY;COUNT=3'),
    );
    expect(starts(ics)).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']);
    expect(instances(ics).map(({ notes }) => notes.length)).toEqual([0, 1, 0]);
  });

  it('moves a floating start that the clock of the viewer leaves out, and its end with it', () => {
    const floating = (...more: string[]): string =>
      object(vevent('UID:a', 'DTSTART:20260328T023000', ...more, 'RRULE:FREQ=DAILY;COUNT=3'));
    const moved = ['2026-03-28T01:30/2026-03-28T02:00', '2026-03-29T01:30/2026-03-29T02:00'];
    for (const length of ['DTEND:20260328T030000', 'DURATION:PT30M']) {
      const ics = floating(length);
      expect(spans(ics)).toEqual([...moved, '2026-03-30T00:30/2026-03-30T01:00']);
      expect(instances(ics).map(({ notes }) => notes.length)).toEqual([0, 1, 0]);
    }
    const newYorks = instances(floating('DURATION:PT30M'), '2026-01-01', '2027-01-01', newYork);
    expect(newYorks.map(({ notes }) => notes.length)).toEqual([0, 0, 0]);
    const once = object(vevent('UID:a', 'DTSTART:20260329T023000', 'DTEND:20260329T030000'));
    expect(spans(once)).toEqual(['2026-03-29T01:30/2026-03-29T02:00']);
  });

  it('ends a floating night by the clock when the clocks change', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART:20260327T220000', 'DTEND:20260328T060000', 'RRULE:FREQ=DAILY;COUNT=2'),
    );
    expect(spans(ics)).toEqual(['2026-03-27T21:00/2026-03-28T05:00', '2026-03-28T21:00/2026-03-29T04:00']);
  });

  it('takes the first of two times when clocks go back', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;TZID=Europe/Berlin:20261024T023000', 'RRULE:FREQ=DAILY;COUNT=3'),
    );
    expect(starts(ics)).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('gives a time that two starts fall on only once', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;TZID=Europe/Berlin:20260329T013000', 'RRULE:FREQ=HOURLY;COUNT=4'),
    );
    // 01:30, 02:30 (does not exist, read as 03:30), 03:30, 04:30
    expect(starts(ics)).toEqual(['2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T02:30']);
  });

  it('keeps the exact length with DTEND and the nominal one with DURATION', () => {
    const night = (end: string): string =>
      object(vevent('UID:a', 'DTSTART;TZID=Europe/Berlin:20260327T220000', end, 'RRULE:FREQ=DAILY;COUNT=2'));
    expect(spans(night('DTEND;TZID=Europe/Berlin:20260328T220000'))).toEqual([
      '2026-03-27T21:00/2026-03-28T21:00',
      '2026-03-28T21:00/2026-03-29T21:00',
    ]);
    expect(spans(night('DURATION:P1D'))).toEqual([
      '2026-03-27T21:00/2026-03-28T21:00',
      '2026-03-28T21:00/2026-03-29T20:00',
    ]);
  });

  it('places all-day and floating events in the zone of the viewer', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;VALUE=DATE:20261102'),
      vevent('UID:b', 'DTSTART:20261102T090000', 'DTEND:20261102T100000'),
    );
    expect(spans(ics, '2026-01-01', '2027-01-01', newYork)).toEqual([
      '2026-11-02T05:00/2026-11-03T05:00',
      '2026-11-02T14:00/2026-11-02T15:00',
    ]);
    const [day] = instances(ics, '2026-01-01', '2027-01-01', newYork);
    expect(day).toMatchObject({ allDay: true, startWall: at('2026-11-02'), endWall: at('2026-11-03') });
    expect(day).not.toHaveProperty('timezone');
  });

  it('starts an all-day event when a day without midnight begins', () => {
    const beirut = zone('Asia/Beirut');
    const ics = object(vevent('UID:a', 'DTSTART;VALUE=DATE:20260329'));
    expect(spans(ics, '2026-01-01', '2027-01-01', beirut)).toEqual(['2026-03-28T22:00/2026-03-29T21:00']);
  });

  it('reads an end in another zone than the start', () => {
    const ics = object(
      vevent(
        'UID:a',
        'DTSTART;TZID=Europe/Berlin:20261102T100000',
        'DTEND;TZID=America/New_York:20261102T130000',
      ),
    );
    expect(spans(ics)).toEqual(['2026-11-02T09:00/2026-11-02T18:00']);
  });
});

describe('the range', () => {
  it('takes what overlaps it and not what only touches it', () => {
    const ics = object(vevent('UID:a', 'DTSTART:20260110T100000Z', 'DTEND:20260110T110000Z'));
    const hits = (from: string, to: string): number => instances(ics, from, to).length;
    expect(hits('2026-01-10T11:00', '2026-01-10T12:00')).toBe(0);
    expect(hits('2026-01-10T10:59', '2026-01-10T12:00')).toBe(1);
    expect(hits('2026-01-10T09:00', '2026-01-10T10:00')).toBe(0);
    expect(hits('2026-01-10T09:00', '2026-01-10T10:01')).toBe(1);
    expect(hits('2026-01-10T10:20', '2026-01-10T10:30')).toBe(1);
  });

  it('counts an event without length when it starts in the range', () => {
    const ics = object(vevent('UID:a', 'DTSTART:20260110T100000Z'));
    expect(starts(ics, '2026-01-10T10:00', '2026-01-10T11:00')).toHaveLength(1);
    expect(starts(ics, '2026-01-10T09:00', '2026-01-10T10:00')).toHaveLength(0);
  });

  it('finds occurrences that began long before it', () => {
    const ics = object(vevent('UID:a', 'DTSTART:20200101T000000Z', 'DURATION:P90D', 'RRULE:FREQ=YEARLY'));
    expect(starts(ics, '2026-03-15', '2026-03-16')).toEqual(['2026-01-01T00:00']);
  });

  it('needs no walk from a start long ago', () => {
    const ics = object(vevent('UID:a', 'DTSTART:00010101T000000Z', 'RRULE:FREQ=SECONDLY'));
    expect(starts(ics, '2026-06-01T00:00', '2026-06-01T00:01')).toHaveLength(60);
  });
});

describe('the recurrence set', () => {
  it('counts DTSTART as the first occurrence even where the rule does not match it', () => {
    const ics = object(daily('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'));
    expect(starts(ics)).toEqual(['2026-11-02T08:00', '2026-11-03T08:00', '2026-11-10T08:00']);
  });

  it.each([
    ['UTC', '20261104T080000Z', 3],
    ['UTC, a second early', '20261104T075959Z', 2],
    ['local', '20261104T090000', 3],
    ['local, a second early', '20261104T085959', 2],
    ['a date, which is that whole day', '20261104', 3],
    ['before the start', '20260101T000000Z', 1],
  ])('ends at UNTIL, inclusive: %s', (_, until, count) => {
    expect(starts(object(daily(`RRULE:FREQ=DAILY;UNTIL=${until}`)))).toHaveLength(count);
  });

  it('ends an all-day series at an UNTIL with a time', () => {
    const ics = object(
      vevent('UID:a', 'DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=DAILY;UNTIL=20261104T000000Z'),
    );
    expect(starts(ics)).toHaveLength(3);
  });

  it('ignores times of day in a series of dates, and gives each date once', () => {
    const dates = (rule: string): string[] =>
      starts(object(vevent('UID:a', 'DTSTART;VALUE=DATE:20261102', rule)));
    expect(dates('RRULE:FREQ=DAILY;BYHOUR=8,12;COUNT=2')).toHaveLength(2);
    expect(dates('RRULE:FREQ=HOURLY;UNTIL=20261103')).toEqual(['2026-11-01T23:00', '2026-11-02T23:00']);
  });

  it('joins several rules and removes EXRULE', () => {
    const ics = object(
      daily(
        'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3',
        'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3',
        'EXRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
      ),
    );
    expect(starts(ics)).toEqual([
      '2026-11-02T08:00',
      '2026-11-09T08:00',
      '2026-11-11T08:00',
      '2026-11-16T08:00',
    ]);
  });

  it('reads a repeated rule once', () => {
    const ics = object(daily('RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2'));
    expect(starts(ics)).toHaveLength(2);
  });

  it('adds RDATEs, in other zones and as periods', () => {
    const ics = object(
      daily(
        'RDATE;TZID=America/New_York:20261110T030000,20261111T090000',
        'RDATE;VALUE=PERIOD:20261115T100000Z/PT15M,20261116T100000Z/20261116T120000Z',
      ),
    );
    expect(spans(ics)).toEqual([
      '2026-11-02T08:00/2026-11-02T09:00',
      '2026-11-10T08:00/2026-11-10T09:00',
      '2026-11-11T14:00/2026-11-11T15:00',
      '2026-11-15T10:00/2026-11-15T10:15',
      '2026-11-16T10:00/2026-11-16T12:00',
    ]);
  });

  it('gives periods that run backwards the length of the series', () => {
    const ics = object(daily('RDATE;VALUE=PERIOD:20261115T100000Z/-PT15M,20261116T100000Z/20261116T080000Z'));
    expect(spans(ics).slice(1)).toEqual([
      '2026-11-15T10:00/2026-11-15T11:00',
      '2026-11-16T10:00/2026-11-16T11:00',
    ]);
  });

  it('gives an RDATE that the rule gives too only once', () => {
    expect(starts(object(daily('RRULE:FREQ=DAILY;COUNT=2', 'RDATE:20261103T080000Z')))).toHaveLength(2);
  });

  it.each([
    ['same zone', 'EXDATE;TZID=Europe/Berlin:20261103T090000'],
    ['UTC', 'EXDATE:20261103T080000Z'],
    ['another zone', 'EXDATE;TZID=America/New_York:20261103T030000'],
    ['no zone', 'EXDATE:20261103T090000'],
    ['a date', 'EXDATE;VALUE=DATE:20261103'],
    ['a list', 'EXDATE;TZID=Europe/Berlin:20261001T090000,20261103T090000'],
  ])('leaves out an EXDATE written with %s', (_, line) => {
    expect(starts(object(daily('RRULE:FREQ=DAILY;COUNT=3', line)))).toEqual([
      '2026-11-02T08:00',
      '2026-11-04T08:00',
    ]);
  });

  it('leaves out DTSTART when EXDATE names it', () => {
    expect(starts(object(daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261102T080000Z')))).toEqual([
      '2026-11-03T08:00',
    ]);
  });

  it('shows the known occurrences of a series whose rule cannot be read, with a note', () => {
    const [first, ...rest] = instances(object(daily('RRULE:FREQ=FORTNIGHTLY')));
    expect(rest).toEqual([]);
    expect(first?.notes.join()).toContain('recurrence rule');
    expect(first?.recurring).toBe(true);
  });
});

describe('overrides', () => {
  const moved = (...lines: string[]): string => vevent('UID:a', 'SUMMARY:B', ...lines);

  it.each([
    ['TZID', 'RECURRENCE-ID;TZID=Europe/Berlin:20261103T090000'],
    ['UTC', 'RECURRENCE-ID:20261103T080000Z'],
    ['no zone', 'RECURRENCE-ID:20261103T090000'],
    ['another zone', 'RECURRENCE-ID;TZID=Asia/Tokyo:20261103T170000'],
    ['a date', 'RECURRENCE-ID;VALUE=DATE:20261103'],
  ])('replaces the occurrence named by %s', (_, id) => {
    const ics = object(daily('RRULE:FREQ=DAILY;COUNT=3'), moved(id, 'DTSTART:20261103T150000Z'));
    expect(named(ics)).toEqual([
      '11-02T08:00 A 20261102T0900',
      '11-03T15:00 B 20261103T0900',
      '11-04T08:00 A 20261104T0900',
    ]);
    expect(instances(ics).map(({ overridden }) => overridden)).toEqual([false, true, false]);
  });

  it('finds one that moved into the range and not one that moved out of it', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=10'),
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20270301T080000Z'),
    );
    expect(named(ics, '2027-02-01', '2027-04-01')).toEqual(['03-01T08:00 B 20261103T0900']);
    expect(starts(ics, '2026-11-03', '2026-11-04')).toEqual([]);
  });

  it('keeps overrides of different UIDs apart', () => {
    const other = daily('RRULE:FREQ=DAILY;COUNT=2')
      .replace('UID:a', 'UID:b')
      .replace('SUMMARY:A', 'SUMMARY:C');
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=2'),
      other,
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20261103T100000Z'),
    );
    expect(named(ics)).toEqual([
      '11-02T08:00 A 20261102T0900',
      '11-02T08:00 C 20261102T0900',
      '11-03T08:00 C 20261103T0900',
      '11-03T10:00 B 20261103T0900',
    ]);
  });

  it('returns cancelled ones as cancelled', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=2'),
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20261103T080000Z', 'STATUS:CANCELLED'),
    );
    expect(instances(ics).map(({ fields }) => fields.status)).toEqual(['confirmed', 'cancelled']);
  });

  it('drops one whose occurrence EXDATE takes out', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261103T080000Z'),
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20261103T100000Z'),
    );
    expect(starts(ics)).toEqual(['2026-11-02T08:00']);
  });

  it('shows one without its master', () => {
    const ics = object(moved('RECURRENCE-ID;TZID=Europe/Berlin:20261103T090000', 'DTSTART:20261103T100000Z'));
    expect(named(ics)).toEqual(['11-03T10:00 B 20261103T0900']);
    expect(only(ics)).toMatchObject({ recurring: true, uid: 'a' });
  });

  it('keeps the newest of several copies', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=5', 'SEQUENCE:0'),
      daily('RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:2'),
      daily('RRULE:FREQ=DAILY;COUNT=4', 'SEQUENCE:1'),
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20261103T120000Z', 'LAST-MODIFIED:20260301T000000Z'),
      moved('RECURRENCE-ID:20261103T080000Z', 'DTSTART:20261103T110000Z'),
    );
    expect(starts(ics)).toEqual(['2026-11-02T08:00', '2026-11-03T12:00']);
    expect(readObject(ics, zoneOf).problems).toHaveLength(1);
  });

  it('shifts this and all following with RANGE=THISANDFUTURE', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=5'),
      moved(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261104T090000',
        'DTSTART;TZID=Europe/Berlin:20261104T110000',
        'DURATION:PT30M',
      ),
      vevent('UID:a', 'SUMMARY:C', 'RECURRENCE-ID:20261105T080000Z', 'DTSTART:20261105T200000Z'),
    );
    expect(named(ics)).toEqual([
      '11-02T08:00 A 20261102T0900',
      '11-03T08:00 A 20261103T0900',
      '11-04T10:00 B 20261104T0900',
      '11-05T20:00 C 20261105T0900',
      '11-06T10:00 B 20261106T0900',
    ]);
    expect(spans(ics).at(-1)).toBe('2026-11-06T10:00/2026-11-06T10:30');
  });

  it('finds occurrences that THISANDFUTURE moved across the edges of the range', () => {
    const ics = object(
      daily('RRULE:FREQ=WEEKLY'),
      moved(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261109T090000',
        'DTSTART;TZID=Europe/Berlin:20261112T090000',
      ),
    );
    expect(named(ics, '2026-11-12', '2026-11-13')).toEqual(['11-12T08:00 B 20261109T0900']);
    expect(named(ics, '2026-11-16', '2026-11-17')).toEqual([]);
    expect(named(ics, '2026-11-19', '2026-11-20')).toEqual(['11-19T08:00 B 20261116T0900']);
  });

  it('looks at each stretch between turns only once', () => {
    const day = (index: number): string => `202611${String(index + 2).padStart(2, '0')}T080000Z`;
    const turns = Array.from({ length: 28 }, (_, index) =>
      moved(`RECURRENCE-ID;RANGE=THISANDFUTURE:${day(index)}`, `DTSTART:${day(index)}`),
    );
    const [series] = readObject(object(daily('RRULE:FREQ=DAILY'), ...turns), zoneOf).series;
    if (series === undefined) throw new Error('no series');
    const decade = { from: at('2026-01-01'), to: at('2036-01-01') };
    expect(expand(series, decade, berlin, { steps: 10_000, results: 4_000 })).toHaveLength(3347);
  });

  it('turns all following into all-day ones', () => {
    const ics = object(
      daily('RRULE:FREQ=DAILY;COUNT=3'),
      moved('RECURRENCE-ID;RANGE=THISANDFUTURE:20261103T080000Z', 'DTSTART;VALUE=DATE:20261103'),
    );
    expect(instances(ics).map(({ allDay }) => allDay)).toEqual([false, true, true]);
    expect(spans(ics).at(-1)).toBe('2026-11-03T23:00/2026-11-04T23:00');
  });

  it('names occurrences by their own time, seconds only where they matter', () => {
    const day = object(vevent('UID:a', 'DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=DAILY;COUNT=2'));
    expect(instances(day).map(({ recurrenceId }) => recurrenceId)).toEqual(['20261102', '20261103']);
    const second = object(vevent('UID:a', 'DTSTART:20261102T090030Z', 'RRULE:FREQ=DAILY;COUNT=1'));
    expect(instances(second).map(({ recurrenceId }) => recurrenceId)).toEqual(['20261102T090030']);
  });
});

describe('bounds', () => {
  it.each([
    ['single', object(vevent('UID:a', 'DTSTART:20260110T100000Z', 'DURATION:PT1H'))],
    ['counted', object(daily('RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=30'))],
    ['until', object(daily('RRULE:FREQ=DAILY;UNTIL=20270101T000000Z'))],
    [
      'moved',
      object(
        daily('RRULE:FREQ=DAILY;COUNT=2'),
        vevent('UID:a', 'RECURRENCE-ID:20261103T080000Z', 'DTSTART:20300101T000000Z'),
      ),
    ],
    ['listed', object(daily('RDATE:20310101T000000Z', 'RDATE;VALUE=PERIOD:20320101T000000Z/P10D'))],
  ])('contain everything and end: %s', (_, ics) => {
    const series = only(ics);
    expect(series.bounds.to).toBeLessThan(at('2040-01-01'));
    for (const viewer of [berlin, zone('Pacific/Kiritimati'), zone('Etc/GMT+12')]) {
      const all = expand(series, ALL_TIME, viewer);
      expect(all.length).toBeGreaterThan(0);
      expect(Math.min(...all.map(({ start }) => start))).toBeGreaterThanOrEqual(series.bounds.from);
      expect(Math.max(...all.map(({ end }) => end))).toBeLessThanOrEqual(series.bounds.to);
    }
  });

  it('are open for a series without end', () => {
    expect(only(object(daily('RRULE:FREQ=DAILY'))).bounds.to).toBe(ALL_TIME.to);
  });
});

describe('nearest', () => {
  const series = only(object(daily('RRULE:FREQ=WEEKLY')));
  const near = (now: string, from: string, to: string): string | undefined => {
    const found = nearest(series, { from: at(from), to: at(to) }, at(now), berlin);
    return found && new Date(found.start).toISOString().slice(0, 16);
  };

  it('is the next one, the running one, or the last one in the range', () => {
    expect(near('2026-11-21', '2026-01-01', '2030-01-01')).toBe('2026-11-23T08:00');
    expect(near('2026-11-23T08:30', '2026-01-01', '2030-01-01')).toBe('2026-11-23T08:00');
    expect(near('2026-11-23T09:00', '2026-01-01', '2030-01-01')).toBe('2026-11-30T08:00');
    expect(near('2026-11-21', '2027-01-01', '2030-01-01')).toBe('2027-01-04T08:00');
    expect(near('2029-01-01', '2026-01-01', '2026-12-01')).toBe('2026-11-30T08:00');
    expect(near('2026-01-01', '2025-01-01', '2026-02-01')).toBeUndefined();
  });

  it('is found over all of time', () => {
    expect(nearest(series, ALL_TIME, at('2026-11-21'), berlin)?.recurrenceId).toBe('20261123T0900');
    const seconds = only(
      object(vevent('UID:a', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=1')),
    );
    expect(nearest(seconds, ALL_TIME, at('2026-11-21'), berlin)?.start).toBe(at('2027-01-01'));
    expect(nearest(seconds, { from: 0, to: at('2026-11-21') }, at('2026-11-21'), berlin)?.start).toBe(
      at('2026-02-01') - 1000,
    );
  });

  it('is the last to begin when all are over, also where a longer one ended later', () => {
    const shortened = (rule: string, length: string, last: string) =>
      only(
        object(
          vevent('UID:a', 'DTSTART:20260101T000000Z', `DURATION:${length}`, rule),
          vevent('UID:a', `RECURRENCE-ID:${last}`, `DTSTART:${last}`, 'DURATION:PT1H'),
        ),
      );
    const daily = shortened('RRULE:FREQ=DAILY;COUNT=3', 'P9D', '20260103T000000Z');
    expect(nearest(daily, ALL_TIME, at('2026-11-21'), berlin)?.start).toBe(at('2026-01-03'));
    const hourly = shortened('RRULE:FREQ=HOURLY;UNTIL=20260120T000000Z', 'P5D', '20260120T000000Z');
    expect(nearest(hourly, ALL_TIME, at('2026-11-21'), berlin)?.start).toBe(at('2026-01-20'));
  });

  it('is the only one of a rule that never matches again', () => {
    const never = only(
      object(vevent('UID:a', 'DTSTART:20260110T000000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
    );
    expect(nearest(never, ALL_TIME, at('2026-11-21'), berlin)?.start).toBe(at('2026-01-10'));
  });
});

describe('bombs', () => {
  const bomb = (start: string, ...rules: string[]): string =>
    object(vevent('UID:a', `DTSTART:${start}`, ...rules));

  it.each([
    ['every second for ever', bomb('19700101T000000Z', 'RRULE:FREQ=SECONDLY')],
    ['every minute for ever', bomb('19700101T000000Z', 'RRULE:FREQ=MINUTELY')],
    [
      'a billion odd seconds',
      bomb('19700101T000000Z', 'RRULE:FREQ=SECONDLY;INTERVAL=7;BYHOUR=3;BYMINUTE=4;COUNT=1000000000'),
    ],
    [
      'a million single dates',
      object(daily(`RDATE:${'20261103T080000Z,'.repeat(1_000_000)}20261104T080000Z`)),
    ],
    [
      'all of everything',
      bomb(
        '20260101T000000Z',
        `RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]}`,
      ),
    ],
  ])('%s is refused, not cut', (_, ics) => {
    expect(() => expand(only(ics), year, berlin)).toThrow(
      expect.objectContaining({ code: 'EXPANSION_LIMIT' }),
    );
  });

  it.each([
    ['COUNT=1e9', 'RRULE:FREQ=DAILY;COUNT=1000000000', 7],
    ['COUNT=1e9 of seconds, long over', 'RRULE:FREQ=SECONDLY;COUNT=1000000000', 0],
    ['30 February', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['31 February by minutes', 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31', 0],
    ['31 February by seconds with COUNT', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31;COUNT=5', 0],
    [
      'all of everything, once',
      `RRULE:FREQ=YEARLY;BYHOUR=${[...Array(24).keys()]};BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]};BYSETPOS=1`,
      0,
    ],
    ['a huge interval', 'RRULE:FREQ=HOURLY;INTERVAL=999999999', 0],
    [
      'many setpos',
      `RRULE:FREQ=SECONDLY;BYSETPOS=${Array.from({ length: 366 }, (_, index) => index + 2)}`,
      0,
    ],
  ])('%s is answered', (_, rule, count) => {
    const ics = bomb('19700101T000000Z', rule);
    expect(starts(ics, '2026-06-01', '2026-06-08')).toHaveLength(count);
  });

  it('130,000 overrides of one series are read, and copies of one are not compared with each other', () => {
    const override = (minute: number): string =>
      vevent('UID:a', `RECURRENCE-ID:${print(minute)}`, `DTSTART:${print(minute)}`);
    const print = (minute: number): string =>
      `${new Date(at('2026-01-01') + minute * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')}`;
    const many = object(Array.from({ length: 130_000 }, (_, minute) => override(minute)).join('\r\n'));
    expect(expand(only(many), { from: at('2026-01-02'), to: at('2026-01-03') }, berlin)).toHaveLength(1440);
    const copies = object(Array.from({ length: 20_000 }, () => override(0)).join('\r\n'));
    expect(only(copies).overrides).toHaveLength(1);
  });

  it('many single dates with many turns are refused', () => {
    const hours = (count: number, make: (hour: string) => string): string[] =>
      Array.from({ length: count }, (_, hour) =>
        make(new Date(at('2026-01-01') + hour * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')),
      );
    const turns = hours(3_000, (hour) =>
      vevent('UID:a', `RECURRENCE-ID;RANGE=THISANDFUTURE:${hour}`, `DTSTART:${hour}`),
    );
    const ics = object(
      vevent('UID:a', 'DTSTART:20260101T000000Z', `RDATE:${hours(9_000, (hour) => hour).join(',')}`),
      ...turns,
    );
    expect(() => expand(only(ics), year, berlin)).toThrow(
      expect.objectContaining({ code: 'EXPANSION_LIMIT' }),
    );
  });

  it('a rule that never matches does not wake an endless EXRULE', () => {
    const series = only(
      bomb('20260101T000000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=120', 'EXRULE:FREQ=MINUTELY'),
    );
    expect(
      nearest(series, { from: at('2026-02-01'), to: ALL_TIME.to }, at('2026-06-01'), berlin),
    ).toBeUndefined();
  });

  it('answers all of time for rules that never match', () => {
    for (const rule of ['YEARLY;BYMONTH=2;BYMONTHDAY=30', 'MINUTELY;BYMONTH=2;BYMONTHDAY=31']) {
      expect(expand(only(bomb('19700101T000000Z', `RRULE:FREQ=${rule}`)), ALL_TIME, berlin)).toHaveLength(1);
    }
  });
});
