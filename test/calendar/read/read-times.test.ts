import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendar, event, instance } from './read-text.js';

describe('times', () => {
  const timed = (...lines: string[]): string => calendar('BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT');

  it.each([
    ['a bare date without VALUE=DATE', ['DTSTART:20261126'], '2026-11-25T23:00', '2026-11-26T23:00'],
    [
      'an all-day end on the same day',
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261126'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    [
      'an all-day end before the start',
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261120'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    [
      'an all-day length in hours',
      ['DTSTART;VALUE=DATE:20261126', 'DURATION:PT48H'],
      '2026-11-25T23:00',
      '2026-11-27T23:00',
    ],
    [
      'a date with a midnight under VALUE=DATE',
      ['DTSTART;VALUE=DATE:20261126T000000'],
      '2026-11-25T23:00',
      '2026-11-26T23:00',
    ],
    ['no end', ['DTSTART:20261126T090000Z'], '2026-11-26T09:00', '2026-11-26T09:00'],
    [
      'an end before the start',
      ['DTSTART:20261126T090000Z', 'DTEND:20261126T080000Z'],
      '2026-11-26T09:00',
      '2026-11-26T09:00',
    ],
    [
      'a negative length',
      ['DTSTART:20261126T090000Z', 'DURATION:-PT1H'],
      '2026-11-26T09:00',
      '2026-11-26T09:00',
    ],
    ['weeks', ['DTSTART:20261126T090000Z', 'DURATION:P1W'], '2026-11-26T09:00', '2026-12-03T09:00'],
    [
      'a day that ends at 24:00',
      ['DTSTART:20261126T090000Z', 'DTEND:20261126T240000Z'],
      '2026-11-26T09:00',
      '2026-11-27T00:00',
    ],
    ['a leap second', ['DTSTART:20261126T090060Z'], '2026-11-26T09:00', '2026-11-26T09:00'],
    ['a lower-case time', ['DTSTART:20261126t090000z'], '2026-11-26T09:00', '2026-11-26T09:00'],
  ])('reads %s', (_, lines, from, to) => {
    const found = instance(timed(...lines));
    expect([found.from.slice(0, 16), found.to.slice(0, 16)]).toEqual([from, to]);
  });

  it('notes an end before the start', () => {
    expect(instance(timed('DTSTART:20261126T090000Z', 'DTEND:20261126T080000Z')).notes).toHaveLength(1);
  });
});

describe('the record cache', () => {
  const object = (etag: string, ics: string) => ({ calendarId: 'c', href: '/a.ics', etag, ics });

  it('parses one version of an object once, and a text that was only just read not under another version', () => {
    const { recordOf } = createRecordCache(zoneOf);
    const others = Array.from({ length: 20 }, (_, at) => object('1', event(`SUMMARY:${at}`)));
    const first = recordOf(object('1', event()));
    expect(recordOf(object('1', event()))).toBe(first);
    expect(recordOf({ ...object('2', event()), calendarId: 'd' })).toBe(first);
    for (const [at, other] of others.entries()) recordOf({ ...other, href: `/${at}.ics` });
    expect(recordOf(object('1', event()))).toBe(first);
    expect(recordOf(object('3', event()))).not.toBe(first);
  });

  it('parses another text under the same version: some servers count versions anew', () => {
    const { recordOf } = createRecordCache(zoneOf);
    recordOf(object('1', event('SUMMARY:Before')));
    const after = recordOf(object('1', event('SUMMARY:After')));
    expect(after.series[0]?.fields.title).toBe('After');
  });

  it('remembers what cannot be read', () => {
    const { recordOf } = createRecordCache(zoneOf);
    const errors = [1, 2].map(() => {
      try {
        return recordOf(object('1', 'nothing'));
      } catch (error) {
        return error;
      }
    });
    expect(errors[0]).toBeInstanceOf(CalendarError);
    expect(errors[1]).toBe(errors[0]);
  });
});
