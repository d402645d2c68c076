import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { printZoned } from '../../compilers/time/print-time.js';
import {
  resolveAfter,
  resolveBefore,
  resolveBetween,
  resolveInstant,
  resolvePeriod,
} from '../../compilers/time/resolve-time.js';
import { NOW, scope, scopeAt } from './time-scope.js';

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
    ['in two weeks', '2026-12-05/2026-12-06'],
    ['3 days ago', '2026-11-18/2026-11-19'],
    ['a week from Friday', '2026-12-04/2026-12-05'],
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
    expect(show(resolveAfter('this week', scope))).toBe('2026-11-23/');
    expect(show(resolveAfter('2026-11', scope))).toBe('2026-12-01/');
    expect(show(resolveAfter('this weekend', scope))).toBe('2026-11-23/');
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
