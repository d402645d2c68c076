import { describe, expect, it } from 'vitest';
import { at, instances, object, spans, starts, vevent, zone } from './ics-objects.js';

const newYork = zone('America/New_York');

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
