import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { printDate } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import {
  resolveAfter,
  resolveBefore,
  resolveBetween,
  resolveEventTime,
  resolveInstant,
  resolvePeriod,
} from '../../compilers/time/resolve-time.js';
import { resolveZone } from '../../compilers/time/resolve-zone.js';
import type { TimeScope } from '../../compilers/time/time-value.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { errorOf } from '../thrown.js';

/** Saturday 21 November 2026, 10:30. */
const NOW = '2026-11-21T10:30';

function scopeAt(now = NOW, timezone = 'Europe/Berlin', weekStart = 1): TimeScope {
  const instant = Temporal.PlainDateTime.from(now).toZonedDateTime(timezone).epochMilliseconds;
  return { now: instant, zone: resolveZone(timezone, zoneOf), weekStart };
}

const scope = scopeAt();

/** Both ends of a range as local time. */
function show({ from, to }: { from?: number; to?: number }, at = scope): string {
  const end = (instant: number | undefined) => (instant === undefined ? '' : printZoned(instant, at.zone));
  return `${end(from)}/${end(to)}`.replace(/:00(?=[+-])/g, ':00').replaceAll('T00:00+01:00', '');
}

describe('periods', () => {
  it.each([
    ['today', '2026-11-21/2026-11-22'],
    ['TODAY', '2026-11-21/2026-11-22'],
    ['tomorrow', '2026-11-22/2026-11-23'],
    ['yesterday', '2026-11-20/2026-11-21'],
    ['saturday', '2026-11-21/2026-11-22'],
    ['Sunday', '2026-11-22/2026-11-23'],
    ['friday', '2026-11-27/2026-11-28'],
    ['friday+1week', '2026-12-04/2026-12-05'],
    ['today-2w', '2026-11-07/2026-11-08'],
    ['today + 3 days', '2026-11-24/2026-11-25'],
    ['today+1month-1day', '2026-12-20/2026-12-21'],
    ['this week', '2026-11-16/2026-11-23'],
    ['next  week', '2026-11-23/2026-11-30'],
    ['Last Week', '2026-11-09/2026-11-16'],
    ['this month', '2026-11-01/2026-12-01'],
    ['next month', '2026-12-01/2027-01-01'],
    ['last quarter', '2026-07-01T00:00+02:00/2026-10-01T00:00+02:00'],
    ['this quarter', '2026-10-01T00:00+02:00/2027-01-01'],
    ['next quarter', '2027-01-01/2027-04-01T00:00+02:00'],
    ['next year', '2027-01-01/2028-01-01'],
    ['this weekend', '2026-11-21/2026-11-23'],
    ['next weekend', '2026-11-28/2026-11-30'],
    ['last weekend', '2026-11-14/2026-11-16'],
    ['2026', '2026-01-01/2027-01-01'],
    ['2026-11', '2026-11-01/2026-12-01'],
    ['2026-12', '2026-12-01/2027-01-01'],
    ['2026-W48', '2026-11-23/2026-11-30'],
    ['2026-w53', '2026-12-28/2027-01-04'],
    ['2026-Q4', '2026-10-01T00:00+02:00/2027-01-01'],
    ['2026-11-24', '2026-11-24/2026-11-25'],
    [' 2026-11-24 ', '2026-11-24/2026-11-25'],
    ['next 14 days', '2026-11-21T10:30+01:00/2026-12-06'],
    ['next 1 day', '2026-11-21T10:30+01:00/2026-11-23'],
    ['last 30 days', '2026-10-22T00:00+02:00/2026-11-21T10:30+01:00'],
    ['past 2 weeks', '2026-11-07/2026-11-21T10:30+01:00'],
    ['next 3 months', '2026-11-21T10:30+01:00/2027-02-22'],
    ['next 2 hours', '2026-11-21T10:30+01:00/2026-11-21T12:30+01:00'],
    ['last 90 minutes', '2026-11-21T09:00+01:00/2026-11-21T10:30+01:00'],
    ['now', '2026-11-21T10:30+01:00/2026-11-21T10:31+01:00'],
    ['2026-11-24T09:00', '2026-11-24T09:00+01:00/2026-11-24T09:01+01:00'],
    ['any', '/'],
    ['ANY', '/'],
  ])('%s', (text, expected) => {
    expect(show(resolvePeriod(text, scope))).toBe(expected);
  });

  it.each([
    [1, '2026-11-15T12:00', '2026-11-09/2026-11-16', 'Sunday is the last day of a week from Monday'],
    [7, '2026-11-15T12:00', '2026-11-15/2026-11-22', 'Sunday is the first day of a week from Sunday'],
    [6, '2026-11-15T12:00', '2026-11-14/2026-11-21', 'and the second of one from Saturday'],
    [7, '2026-11-21T12:00', '2026-11-15/2026-11-22', 'Saturday is the last'],
  ])('week start %i at %s', (weekStart, now, expected) => {
    const at = scopeAt(now, 'Europe/Berlin', weekStart);
    expect(show(resolvePeriod('this week', at))).toBe(expected);
    expect(resolvePeriod('2026-W46', at)).toEqual(resolvePeriod('2026-W46', scope));
  });

  it.each([
    ['2026-11-20T12:00', '2026-11-21/2026-11-23'],
    ['2026-11-21T00:00', '2026-11-21/2026-11-23'],
    ['2026-11-22T23:59', '2026-11-21/2026-11-23'],
    ['2026-11-23T00:00', '2026-11-28/2026-11-30'],
  ])('this weekend at %s', (now, expected) => {
    for (const weekStart of [1, 7]) {
      expect(show(resolvePeriod('this weekend', scopeAt(now, 'Europe/Berlin', weekStart)))).toBe(expected);
    }
  });

  it('has days of 23 and 25 hours when the clocks change', () => {
    const hours = (text: string, zone?: string) => {
      const { from = 0, to = 0 } = resolvePeriod(text, scopeAt(NOW, zone));
      return (to - from) / 3_600_000;
    };
    expect(hours('2026-03-29')).toBe(23);
    expect(hours('2026-10-25')).toBe(25);
    expect(hours('2026-03-08', 'America/New_York')).toBe(23);
    expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5);
    expect(hours('2026-W13')).toBe(7 * 24 - 1);
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0);
  });

  it('starts a day without midnight at its first moment', () => {
    const at = scopeAt(NOW, 'America/Sao_Paulo');
    const { from = 0 } = resolvePeriod('2018-11-04', at);
    expect(printZoned(from, at.zone)).toBe('2018-11-04T01:00-02:00');
  });

  it('agrees with Temporal on the start of every day of two years in five zones', () => {
    for (const timezone of [
      'Europe/Berlin',
      'America/New_York',
      'America/Havana',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    ]) {
      const at = scopeAt(NOW, timezone);
      const first = Temporal.PlainDate.from('2025-12-25');
      for (let index = 0; index < 740; index += 1) {
        const date = first.add({ days: index });
        const { from } = resolvePeriod(date.toString(), at);
        expect(from, `${date} ${timezone}`).toBe(
          date.toZonedDateTime(timezone).startOfDay().epochMilliseconds,
        );
      }
    }
  });
});

describe('bounds', () => {
  it('reads a bare date as people mean it and a date-time exactly', () => {
    expect(show(resolveAfter('2026-11-24', scope))).toBe('2026-11-24/');
    expect(show(resolveBefore('2026-11-24', scope))).toBe('/2026-11-24');
    expect(show(resolveBetween('2026-11-24', '2026-11-25', scope))).toBe('2026-11-24/2026-11-26');
    expect(show(resolveAfter('2026-11-24T09:00', scope))).toBe('2026-11-24T09:00+01:00/');
    expect(show(resolveBetween('2026-11-24T09:00', '2026-11-24T17:00', scope))).toBe(
      '2026-11-24T09:00+01:00/2026-11-24T17:00+01:00',
    );
    expect(show(resolveBetween('today', '2026-11-24T17:00', scope))).toBe(
      '2026-11-21/2026-11-24T17:00+01:00',
    );
  });

  it('reads periods and borders as bounds', () => {
    expect(show(resolveAfter('next week', scope))).toBe('2026-11-23/');
    expect(show(resolveBefore('next week', scope))).toBe('/2026-11-23');
    expect(show(resolveBetween('2026-10', 'next month', scope))).toBe('2026-10-01T00:00+02:00/2027-01-01');
    expect(show(resolveBetween('startOfMonth', 'endOfMonth', scope))).toBe('2026-11-01/2026-12-01');
    expect(show(resolveBefore('endOfWeek', scope))).toBe('/2026-11-23');
    expect(show(resolveAfter('endOfWeek', scope))).toBe('2026-11-23/');
  });

  it.each([
    ['startOfDay', '2026-11-21'],
    ['STARTOFWEEK', '2026-11-16'],
    ['startOfMonth', '2026-11-01'],
    ['startOfQuarter', '2026-10-01T00:00+02:00'],
    ['startOfYear', '2026-01-01'],
    ['startOfMonth+1month', '2026-12-01'],
    ['startOfMonth+3days', '2026-11-04'],
    ['endOfDay', '2026-11-22'],
    ['endOfMonth', '2026-12-01'],
    ['endOfMonth+1month', '2027-01-01'],
    ['endOfYear', '2027-01-01'],
    ['startOfDay+9hours', '2026-11-21T09:00+01:00'],
    ['today+9h', '2026-11-21T09:00+01:00'],
    ['endOfDay-1hour', '2026-11-21T23:00+01:00'],
    ['now', '2026-11-21T10:30+01:00'],
    ['now+3days', '2026-11-24T10:30+01:00'],
    ['now-90min', '2026-11-21T09:00+01:00'],
    ['now-15m', '2026-11-21T10:15+01:00'],
    ['now + 1 y', '2027-11-21T10:30+01:00'],
    ['now+1mo', '2026-12-21T10:30+01:00'],
    ['2026-11-24 09:00', '2026-11-24T09:00+01:00'],
    ['2026-11-24t09:00:30', '2026-11-24T09:00:30+01:00'],
    ['2026-11-24T09:00:30.250', '2026-11-24T09:00:30.250+01:00'],
    ['2026-11-24T09:00Z', '2026-11-24T10:00+01:00'],
    ['2026-11-24T09:00:00z', '2026-11-24T10:00+01:00'],
    ['2026-11-24T09:00-05:00', '2026-11-24T15:00+01:00'],
    ['2026-11-24T09:00+0530', '2026-11-24T04:30+01:00'],
    ['2026-11-24 09:00 +01', '2026-11-24T09:00+01:00'],
    ['2026-11-24T24:00', '2026-11-25'],
  ])('%s', (text, expected) => {
    expect(show({ from: resolveInstant(text, scope) }).slice(0, -1)).toBe(expected);
  });

  it('keeps the time of day over a change of clocks and counts hours as they pass', () => {
    const at = scopeAt('2026-03-28T12:00');
    expect(printZoned(resolveInstant('now+1day', at), at.zone)).toBe('2026-03-29T12:00+02:00');
    expect(printZoned(resolveInstant('now+24hours', at), at.zone)).toBe('2026-03-29T13:00+02:00');
    const sunday = scopeAt('2026-03-29T12:00');
    expect(printZoned(resolveInstant('today+9h', sunday), at.zone)).toBe('2026-03-29T09:00+02:00');
  });

  it('clamps months at their last day', () => {
    const at = scopeAt('2026-01-31T12:00');
    expect(show(resolvePeriod('today+1month', at))).toBe('2026-02-28/2026-03-01');
    expect(show(resolveBefore('endOfDay+1month', at))).toBe('/2026-03-01');
    expect(show(resolvePeriod('today+25months', at))).toBe('2028-02-29/2028-03-01');
  });
});

describe('times of events', () => {
  const event = (text: string, at = scope) => {
    const { time, notes } = resolveEventTime(text, at);
    return [time.kind === 'date' ? printDate(time.day) : printZoned(time.instant, at.zone), ...notes];
  };

  it('are days or moments', () => {
    expect(event('2026-11-24')).toEqual(['2026-11-24']);
    expect(event('friday')).toEqual(['2026-11-27']);
    expect(event('endOfMonth')).toEqual(['2026-11-30']);
    expect(event('startOfMonth+1month')).toEqual(['2026-12-01']);
    expect(event('tomorrow+9h')).toEqual(['2026-11-22T09:00+01:00']);
    expect(event('2026-11-24T08:00Z')).toEqual(['2026-11-24T09:00+01:00']);
  });

  it('are a day in words with its time of day', () => {
    expect(event('tomorrow 09:00')).toEqual(['2026-11-22T09:00+01:00']);
    expect(event('Friday at 9:30')).toEqual(['2026-11-27T09:30+01:00']);
    expect(event('todayT23:59')).toEqual(['2026-11-21T23:59+01:00']);
    expect(event('friday+1week 12:30')).toEqual(['2026-12-04T12:30+01:00']);
    expect(event('today 02:30', scopeAt('2026-03-29T12:00'))).toEqual([
      '2026-03-29T03:30+02:00',
      expect.stringContaining('does not exist'),
    ]);
    for (const text of ['now 09:00', 'tomorrow 25:00', 'tomorrow 9', 'next week 09:00', 'endOfMonth 10:00']) {
      expect(errorOf(() => event(text)).code).toBe('INVALID_DATE');
    }
  });

  it('are moved out of a gap, and the first of two, with a note (RFC 5545 §3.3.5)', () => {
    expect(event('2026-03-29T02:30')).toEqual([
      '2026-03-29T03:30+02:00',
      '2026-03-29T02:30 does not exist in Europe/Berlin (clocks go forward); it was read as 2026-03-29T03:30+02:00.',
    ]);
    expect(event('2026-10-25T02:30')).toEqual([
      '2026-10-25T02:30+02:00',
      '2026-10-25T02:30 exists twice in Europe/Berlin (clocks go back); the first was taken: 2026-10-25T02:30+02:00.',
    ]);
    expect(event('2026-03-29T03:00')).toEqual(['2026-03-29T03:00+02:00']);
    expect(event('2026-10-25T03:00')).toEqual(['2026-10-25T03:00+01:00']);
  });

  it('keep the second of two when its offset was given', () => {
    const { time } = resolveEventTime('2026-10-25T02:30+01:00', scope);
    expect(time).toEqual({
      kind: 'time',
      instant: Date.UTC(2026, 9, 25, 1, 30),
      wall: Date.UTC(2026, 9, 25, 1, 30),
      zone: 'UTC',
    });
    const first = resolveEventTime('2026-10-25T02:30+02:00', scope);
    expect(first.time).toMatchObject({ zone: 'Europe/Berlin', wall: Date.UTC(2026, 9, 25, 2, 30) });
  });

  it.each(['next week', '2026-11', 'any', 'next 3 days', '2026-W48'])('are not periods: %s', (text) => {
    const error = errorOf(() => resolveEventTime(text, scope));
    expect(error.code).toBe('INVALID_DATE');
    expect(error.info.didYouMean).toHaveLength(1);
  });
});

describe('unreadable times', () => {
  it.each([
    ['2026-02-30', ['2026-02-28']],
    ['2025-02-29', ['2025-02-28']],
    ['2026-02-30T09:15+01:00', ['2026-02-28T09:15+01:00']],
    ['2026-02-30T25:00', ['2026-02-28T09:00']],
    ['2026-02-30T09:00+25:00', ['2026-02-28T09:00']],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-11-00', ['2026-11-01']],
    ['0000-01-01', undefined],
    ['0000', undefined],
    ['10000-01-01', undefined],
    ['2026-11-24T25:00', ['2026-11-24T09:00']],
    ['2026-11-24T24:01', ['2026-11-24T09:00']],
    ['2026-11-24T12:60', ['2026-11-24T09:00']],
    ['2026-11-24T23:59:60', ['2026-11-24T09:00']],
    ['2026-11-24T09:00+25:00', ['2026-11-24T09:00Z']],
    ['2026-1-5', ['2026-01-05']],
    ['20261124', ['2026-11-24']],
    ['2026/11/24', ['2026-11-24']],
    ['2026-Q5', undefined],
    ['2026-W54', ['2026-W53']],
    ['2025-W53', ['2025-W52']],
    ['2026-W00', ['2026-W53']],
    ['24.11.2026', ['2026-11-24']],
    ['11/24/2026', ['2026-11-24']],
    ['24/11/2026', ['2026-11-24']],
    ['03/04/2026', undefined],
    ['31.11.2026', undefined],
    ['24.11.2026 15:00', ['2026-11-24T15:00']],
    ['11/24/2026 3:00 PM', ['2026-11-24T15:00']],
    ['11/24/2026 13 PM', undefined],
    ['November 24, 2026 at 3pm', ['2026-11-24T15:00']],
    ['24 Nov 2026', ['2026-11-24']],
    ['24th of November', undefined],
    ['2026/11/24 9:30', ['2026-11-24T09:30']],
    ['20261231T000000Z', ['2026-12-31T00:00Z']],
    ['next friday', ['friday']],
    ['tomorow', ['tomorrow']],
    ['nxt week', ['next week', 'last week']],
    ['now+3', ['now+3days']],
    ['now+3parsecs', ['now+3days']],
    ['today+1m', ['today+1min', 'today+1months']],
    ['now+1M', ['now+1min', 'now+1months']],
    ['next 3 m', ['next 3 days']],
    ['now+999999999years', undefined],
    ['now+999999999days', undefined],
    ['now-999999999hours', undefined],
    ['next 999999 months', undefined],
    ['next 9999999999 days', undefined],
    ['half past nine', undefined],
    ['tomorrow 9am', ['tomorrow 09:00']],
    ['tomorow at 9:30 PM', ['tomorrow 21:30']],
    ['next friday 12am', ['friday 00:00']],
    ['next friday morning', undefined],
    ['2026-11-24 9:00', ['2026-11-24 09:00']],
    ['2026-11-24T3pm', ['2026-11-24 15:00']],
    ['friday 25:00', ['friday 09:00']],
    ['friday 13pm', ['friday 09:00']],
    ['9am', ['today 09:00']],
    ['14:00', ['today 14:00']],
    ['2026-13-24 9:00', undefined],
    ['14', undefined],
    ['room 14', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['９時', undefined],
    ['\u0000', undefined],
    ['0001-01-01T00:00+14:00', undefined],
    ['9999-12-31T23:00-05:00', undefined],
    ['0001-01-01T00:00', undefined],
    ['9999-12-31T24:00', undefined],
    ['9999-12-31T23:30Z', undefined],
    ['today+999999999h', undefined],
  ])('%s', (text, didYouMean) => {
    const error = errorOf(() => resolveInstant(text, scope));
    expect(error.code).toBe('INVALID_DATE');
    expect(error.info.didYouMean).toEqual(didYouMean);
    for (const suggestion of didYouMean ?? []) expect(() => resolvePeriod(suggestion, scope)).not.toThrow();
  });

  it('goes from year 1 to year 9999', () => {
    expect(() => resolvePeriod('0001-01-01', scope)).not.toThrow();
    expect(() => resolvePeriod('0001', scope)).not.toThrow();
    expect(resolvePeriod('9999-12-31', scopeAt(NOW, 'America/New_York')).to).toBe(253_402_300_800_000);
    expect(() => resolvePeriod('9999', scope)).not.toThrow();
  });

  it('needs a period where one is asked, and a bound where one is', () => {
    expect(errorOf(() => resolvePeriod('endOfMonth', scope)).info.didYouMean).toEqual(['2026-11-30']);
    expect(errorOf(() => resolveAfter('any', scope)).code).toBe('INVALID_DATE');
    expect(errorOf(() => resolveBetween('today', 'any', scope)).code).toBe('INVALID_DATE');
  });

  it.each([
    ['Europe/Berln', 'Europe/Berlin'],
    ['Berlin', 'Europe/Berlin'],
    ['america/new york', 'America/New_York'],
    ['Mars/Olympus', undefined],
    ['UTC+2', 'Etc/GMT-2'],
    ['-05:00', 'Etc/GMT+5'],
    ['UTC+25', undefined],
  ])('zone %s', (name, expected) => {
    const error = errorOf(() => resolveZone(name, zoneOf));
    expect(error.code).toBe('INVALID_TIMEZONE');
    expect(error.info.didYouMean?.[0]).toBe(expected);
  });

  it('takes zones by any spelling that is certain', () => {
    expect(resolveZone('europe/berlin', zoneOf).id).toBe('Europe/Berlin');
    expect(resolveZone('utc', zoneOf).id).toBe('UTC');
  });
});
