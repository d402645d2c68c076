import { describe, expect, it } from 'vitest';
import { expand } from '../../../src/calendar/expand/expand.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { at, berlin, daily, instances, object, only, spans, starts, vevent } from './ics-objects.js';

/** Start, title and recurrence id. */
function named(ics: string, from = '2026-01-01', to = '2027-01-01'): string[] {
  return instances(ics, from, to).map(
    ({ start, fields, recurrenceId }) =>
      `${new Date(start).toISOString().slice(5, 16)} ${fields.title} ${recurrenceId}`,
  );
}

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
