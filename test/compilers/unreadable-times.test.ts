import { describe, expect, it } from 'vitest';
import {
  resolveAfter,
  resolveBetween,
  resolveInstant,
  resolvePeriod,
} from '../../compilers/time/resolve-time.js';
import { resolveZone } from '../../compilers/time/resolve-zone.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { errorOf } from '../thrown.js';
import { NOW, scope, scopeAt } from './time-scope.js';

describe('unreadable times', () => {
  it.each([
    ['2026-02-30', ['2026-02-28', '2026-03-01']],
    ['2025-02-29', ['2025-02-28', '2025-03-01']],
    ['2026-02-30T09:15+01:00', ['2026-02-28T09:15+01:00', '2026-03-01T09:15+01:00']],
    ['2026-02-30T25:00', ['2026-02-28T09:00', '2026-03-01T09:00']],
    ['2026-02-30T09:00+25:00', ['2026-02-28T09:00', '2026-03-01T09:00']],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-11-00', ['2026-11-01', '2026-10-31']],
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
    ['03/04/2026', ['2026-03-04', '2026-04-03']],
    ['31.11.2026', ['2026-11-30', '2026-12-01']],
    ['31 november', ['2026-11-30', '2026-12-01']],
    ['november 31st 10:00', ['2026-11-30', '2026-12-01']],
    ['february 29, 2027', ['2027-02-28', '2027-03-01']],
    ['24.11.2026 15:00', ['2026-11-24T15:00']],
    ['11/24/2026 3:00 PM', ['2026-11-24T15:00']],
    ['11/24/2026 13 PM', undefined],
    ['2026/11/24 9:30', ['2026-11-24T09:30']],
    ['20261231T000000Z', ['2026-12-31T00:00Z']],
    ['tomorow', ['tomorrow']],
    ['next sunday', ['2026-11-29', '2026-11-22']],
    ['nxt week', ['next week']],
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
    ['tomorow at 9:30 PM', ['tomorrow 21:30']],
    ['next friday morning', undefined],
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
