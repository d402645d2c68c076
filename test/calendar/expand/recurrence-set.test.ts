import { describe, expect, it } from 'vitest';
import { daily, instances, object, spans, starts, vevent } from './ics-objects.js';

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
