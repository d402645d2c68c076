// @module-tag slow
import { describe, expect, it } from 'vitest';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { nearestInstance } from '../../../src/calendar/expand/nearest-instance.js';
import { at, berlin, daily, object, only, starts, vevent, zone } from './ics-objects.js';

const year = { from: at('2026-01-01'), to: at('2027-01-01') };

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
    const found = nearestInstance(series, { from: at(from), to: at(to) }, { now: at(now), viewer: berlin });
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
    expect(nearestInstance(series, ALL_TIME, { now: at('2026-11-21'), viewer: berlin })?.recurrenceId).toBe(
      '20261123T0900',
    );
    const seconds = only(
      object(vevent('UID:a', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=1')),
    );
    expect(nearestInstance(seconds, ALL_TIME, { now: at('2026-11-21'), viewer: berlin })?.start).toBe(
      at('2027-01-01'),
    );
    expect(
      nearestInstance(seconds, { from: 0, to: at('2026-11-21') }, { now: at('2026-11-21'), viewer: berlin })
        ?.start,
    ).toBe(at('2026-02-01') - 1000);
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
    expect(nearestInstance(daily, ALL_TIME, { now: at('2026-11-21'), viewer: berlin })?.start).toBe(
      at('2026-01-03'),
    );
    const hourly = shortened('RRULE:FREQ=HOURLY;UNTIL=20260120T000000Z', 'P5D', '20260120T000000Z');
    expect(nearestInstance(hourly, ALL_TIME, { now: at('2026-11-21'), viewer: berlin })?.start).toBe(
      at('2026-01-20'),
    );
  });

  it('is the only one of a rule that never matches again', () => {
    const never = only(
      object(vevent('UID:a', 'DTSTART:20260110T000000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
    );
    expect(nearestInstance(never, ALL_TIME, { now: at('2026-11-21'), viewer: berlin })?.start).toBe(
      at('2026-01-10'),
    );
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
    ['50,000 single dates', object(daily(`RDATE:${'20261103T080000Z,'.repeat(50_000)}20261104T080000Z`))],
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
    const first = at('2026-01-01');
    const override = (minute: number): string => {
      const time = new Date(first + minute * 60_000).toISOString().replace(/[-:]|\.\d+/g, '');
      return vevent('UID:a', `RECURRENCE-ID:${time}`, `DTSTART:${time}`);
    };
    const many = object(Array.from({ length: 130_000 }, (_, minute) => override(minute)).join('\r\n'));
    expect(expand(only(many), { from: at('2026-01-02'), to: at('2026-01-03') }, berlin)).toHaveLength(1440);
    const copies = object(Array<string>(20_000).fill(override(0)).join('\r\n'));
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
      nearestInstance(
        series,
        { from: at('2026-02-01'), to: ALL_TIME.to },
        { now: at('2026-06-01'), viewer: berlin },
      ),
    ).toBeUndefined();
  });

  it('answers all of time for rules that never match', () => {
    for (const rule of ['YEARLY;BYMONTH=2;BYMONTHDAY=30', 'MINUTELY;BYMONTH=2;BYMONTHDAY=31']) {
      expect(expand(only(bomb('19700101T000000Z', `RRULE:FREQ=${rule}`)), ALL_TIME, berlin)).toHaveLength(1);
    }
  });
});
