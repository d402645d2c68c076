import { describe, expect, it } from 'vitest';
import { printWall } from '../../compilers/time/print-time.js';
import { findPeriods } from '../../compilers/time/spoken/find-periods.js';
import { scopeAt } from './time-scope.js';

/** Monday. */
const scope = scopeAt('2026-11-02T08:00', 'Europe/Berlin');

function found(text: string): string {
  const { periods, rest } = findPeriods(text.split(' '), scope);
  const print = (instant: number): string => printWall(scope.zone.toWall(instant)).replace('T00:00', '');
  return [...periods.map(({ from, to }) => `${print(from)}…${print(to)}`), rest.join(' ')].join(' | ');
}

describe('the periods in a text', () => {
  it.each([
    ['dentist', 'dentist'],
    ['what do I have next week?', '2026-11-09…2026-11-16 | what do I have'],
    ['tomorrow', '2026-11-03…2026-11-04 | '],
    ['lunch on friday', '2026-11-06…2026-11-07 | lunch on'],
    ['next friday', '2026-11-06…2026-11-07 | '],
    ['next monday', '2026-11-09…2026-11-10 | '],
    ['last friday', '2026-10-30…2026-10-31 | '],
    ['tuesday next week', '2026-11-10…2026-11-11 | '],
    ['next week on sunday', '2026-11-15…2026-11-16 | '],
    ['this weekend', '2026-11-07…2026-11-09 | '],
    ['the weekend', '2026-11-07…2026-11-09 | the'],
    ['tonight', '2026-11-02T18:00…2026-11-03 | '],
    ['this morning', '2026-11-02T05:00…2026-11-02T12:00 | '],
    ['tomorrow in the evening', '2026-11-03T18:00…2026-11-04 | '],
    ['next friday afternoon', '2026-11-06T12:00…2026-11-06T18:00 | '],
    ['next week morning', '2026-11-09…2026-11-16 | morning'],
    ['9999-12-31 evening', '9999-12-31…10000-01-01 | evening'],
    ['movie night', 'movie night'],
    ['26 November', '2026-11-26…2026-11-27 | '],
    ['the 26th of november, please', '2026-11-26…2026-11-27 | the please'],
    ['Nov 26th 2027', '2027-11-26…2027-11-27 | '],
    ['26 October', '2026-10-26…2026-10-27 | '],
    ['26 June', '2027-06-26…2027-06-27 | '],
    ['29 February', '2028-02-29…2028-03-01 | '],
    ['31 november', '2026-11-01…2026-12-01 | 31'],
    ['november', '2026-11-01…2026-12-01 | '],
    ['december 2025', '2025-12-01…2026-01-01 | '],
    ['2026-11-26', '2026-11-26…2026-11-27 | '],
    ['2026-11-26 14:00', '2026-11-26T14:00…2026-11-26T14:01 | '],
    ['2026-13-01', '2026-13-01'],
    ['next 14 days', '2026-11-02T08:00…2026-11-17 | '],
    ['next 3 meetings', 'next 3 meetings'],
    ['monday to friday', '2026-11-02…2026-11-07 | to'],
    ['between 10 November and 12 november', '2026-11-10…2026-11-13 | between and'],
    ['between 10 and 12 November', '2026-11-10…2026-11-13 | between'],
    ['24-26 November', '2026-11-24…2026-11-27 | '],
    ['november 24th to 26th 2027', '2027-11-24…2027-11-27 | '],
    ['26-24 November', '2026-11-01…2026-12-01 | 26-24'],
    ['friday and saturday', '2026-11-06…2026-11-07 | 2026-11-07…2026-11-08 | and'],
    ['since yesterday', '2026-11-01…2027-11-02 | since'],
    ['after friday', '2026-11-07…2027-11-08 | after'],
    ['before friday', '2026-11-02T08:00…2026-11-06 | before'],
    ['until friday', '2026-11-02T08:00…2026-11-07 | until'],
    // Words that are rather something else.
    ['ICE 1001', 'ICE 1001'],
    ['budget 2027', 'budget 2027'],
    ['budget in 2027', '2027-01-01…2028-01-01 | budget in'],
    ['2027', '2027-01-01…2028-01-01 | '],
    ['may I come', 'may I come'],
    ['in may', '2027-05-01…2027-06-01 | in'],
    ['apocalypse now', 'apocalypse now'],
    ['startOfWeek', 'startOfWeek'],
    ['any', 'any'],
  ])('of "%s"', (text, expected) => {
    expect(found(text)).toBe(expected);
  });
});
