import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGET, meterOf } from '../../src/calendar/rules/expansion-budget.js';
import { parseRule, printRule } from '../../src/calendar/rules/rule.js';
import { compileRule } from '../../src/calendar/rules/rule-occurrences.js';
import { parseDateTime, printDateTime } from '../../src/calendar/text/date-time.js';

/** Days (or times) of a pattern, up to ten. */
function days(rrule: string, start: string, to = '20400101'): string[] {
  const [first, last] = [start, to].map((text) => {
    const value = parseDateTime(text);
    if (value === undefined) throw new Error(text);
    return value.kind === 'date' ? value.day * 86_400_000 : value.wall;
  });
  if (first === undefined || last === undefined) throw new Error('no range');
  return compileRule(parseRule(rrule), first, { anchored: false })
    .between(first, last, meterOf(DEFAULT_BUDGET))
    .slice(0, 10)
    .map((wall) => printDateTime({ kind: 'local', wall }).replace('T000000', ''));
}

describe('parseRule', () => {
  it('reads all parts', () => {
    expect(
      parseRule(
        'FREQ=YEARLY;INTERVAL=2;COUNT=3;BYSECOND=0;BYMINUTE=1,2;BYHOUR=3;BYDAY=MO,-1FR;BYMONTHDAY=-1;BYYEARDAY=366;BYWEEKNO=-53;BYMONTH=12;BYSETPOS=-1;WKST=SU;RSCALE=GREGORIAN;SKIP=FORWARD',
      ),
    ).toEqual({
      frequency: 'YEARLY',
      interval: 2,
      count: 3,
      bySecond: [0],
      byMinute: [1, 2],
      byHour: [3],
      byDay: [{ weekday: 1 }, { weekday: 5, nth: -1 }],
      byMonthDay: [-1],
      byYearDay: [366],
      byWeekNo: [-53],
      byMonth: [12],
      bySetPos: [-1],
      weekStart: 7,
      skip: 'FORWARD',
    });
  });

  it('forgives case, spaces, the name of the property, empty and X- parts', () => {
    expect(printRule(parseRule(' rrule:freq=weekly; byday = mo , We;;X-FOO=1; '))).toBe(
      'FREQ=WEEKLY;BYDAY=MO,WE',
    );
  });

  it.each([
    ['FREQ=WEEKLY;UNTIL=20261231', 'FREQ=WEEKLY;UNTIL=20261231'],
    ['FREQ=WEEKLY;UNTIL=20261231T225959Z', 'FREQ=WEEKLY;UNTIL=20261231T225959Z'],
    ['FREQ=WEEKLY;UNTIL=20261231T225959', 'FREQ=WEEKLY;UNTIL=20261231T225959'],
    ['SKIP=BACKWARD;FREQ=MONTHLY;RSCALE=GREGORIAN', 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD'],
  ])('prints %s', (text, printed) => {
    expect(printRule(parseRule(text))).toBe(printed);
    expect(printRule(parseRule(printed))).toBe(printed);
  });

  it.each([
    '',
    'DAILY',
    'INTERVAL=2',
    'FREQ=FORTNIGHTLY',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=1e3',
    'FREQ=DAILY;COUNT=2;UNTIL=20261231',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY;UNTIL=20260231',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=DAILY;BYMONTH=13',
    'FREQ=DAILY;BYMONTHDAY=0',
    'FREQ=DAILY;BYMONTHDAY=-32',
    'FREQ=DAILY;BYSETPOS=367',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=MONTHLY;BYDAY=54MO',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=MONTHLY;BYDAY=',
    'FREQ=MONTHLY;WKST=1MO',
    'FREQ=MONTHLY;BYEASTER=1',
    'FREQ=MONTHLY;RSCALE=HEBREW',
    'FREQ=MONTHLY;SKIP=SIDEWAYS',
  ])('refuses %j with a suggestion', (text) => {
    expect(() => parseRule(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_RECURRENCE',
        info: expect.objectContaining({ suggestion: expect.stringMatching(/./) }),
      }),
    );
  });
});

describe('days that do not exist (RFC 7529 §4.1)', () => {
  const monthly = (skip: string): string[] =>
    days(`FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=${skip};COUNT=4`, '20260131');

  it('are left out, moved back or moved on', () => {
    expect(monthly('OMIT')).toEqual(['20260131', '20260331', '20260531', '20260731']);
    expect(monthly('BACKWARD')).toEqual(['20260131', '20260228', '20260331', '20260430']);
    expect(monthly('FORWARD')).toEqual(['20260131', '20260301', '20260331', '20260501']);
  });

  it('move on 29 February in years without one', () => {
    const yearly = (skip: string): string[] =>
      days(`FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=${skip};COUNT=3`, '20240229');
    expect(yearly('OMIT')).toEqual(['20240229', '20280229', '20320229']);
    expect(yearly('BACKWARD')).toEqual(['20240229', '20250228', '20260228']);
    expect(yearly('FORWARD')).toEqual(['20240229', '20250301', '20260301']);
  });

  it('give a day only once when two fall on it', () => {
    expect(days('FREQ=MONTHLY;BYMONTHDAY=1,31;RSCALE=GREGORIAN;SKIP=FORWARD;COUNT=5', '20260201')).toEqual([
      '20260201',
      '20260301',
      '20260331',
      '20260401',
      '20260501',
    ]);
  });
});

describe('readings that engines differ on', () => {
  it('BYDAY with plain and numbered weekdays is their union', () => {
    expect(days('FREQ=MONTHLY;BYDAY=MO,1TU', '20261101', '20261201')).toEqual([
      '20261102',
      '20261103',
      '20261109',
      '20261116',
      '20261123',
      '20261130',
    ]);
  });

  it('BYWEEKNO without a day part falls on the weekday of DTSTART', () => {
    expect(days('FREQ=YEARLY;BYWEEKNO=20', '20260512', '20280101')).toEqual(['20260512', '20270518']);
  });

  it('YEARLY with BYMONTHDAY alone means every month', () => {
    expect(days('FREQ=YEARLY;BYMONTHDAY=29', '20260101', '20260501')).toEqual([
      '20260129',
      '20260329',
      '20260429',
    ]);
  });

  it('weeks that cross the turn of the year count to the year their days lie in', () => {
    expect(days('FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '20240101', '20260701')).toEqual([
      '20240101',
      '20241230',
      '20251229',
    ]);
    expect(days('FREQ=YEARLY;BYWEEKNO=-53,53;BYDAY=FR', '20200101', '20220101')).toEqual([
      '20200103',
      '20210101',
    ]);
  });
});
