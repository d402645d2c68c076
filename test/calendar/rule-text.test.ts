import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRule } from '../../src/calendar/rules/describe-rule.js';
import { RULE_FREQUENCIES } from '../../src/calendar/rules/rule.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';

describe('describeRule', () => {
  it.each([
    ['FREQ=DAILY', 'every day'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20261224',
      'every 2 weeks on Monday and Friday until 24 Dec 2026',
    ],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=3', 'every weekday 3 times'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', 'every 2 weeks on weekdays'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'every day'],
    ['FREQ=DAILY;COUNT=5', 'every day 5 times'],
    ['FREQ=DAILY;COUNT=1', 'every day once'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'every month on the second Tuesday'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
    ['FREQ=MONTHLY;BYDAY=-2FR', 'every month on the second to last Friday'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1', 'every month on the 1st, 15th and last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=22', 'every month on the 22nd'],
    ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'every month on the 13th if that is Friday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last weekday'],
    [
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,2',
      'every month on Saturday and Sunday (only the first and second of these)',
    ],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'every year on the fourth Thursday in November'],
    ['FREQ=YEARLY;BYDAY=20MO', 'every year on the 20th Monday of the year'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'every year on Monday in week 20'],
    ['FREQ=YEARLY;BYYEARDAY=100,-1', 'every year on day 100 and the last day of the year'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30', 'every day at 09:30 and 17:30'],
    ['FREQ=HOURLY;INTERVAL=3;BYHOUR=9,12', 'every 3 hours in the hours 09 and 12'],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31',
      'every month on the 31st (days that do not exist move back)',
    ],
    ['FREQ=NEVER', 'by a rule that cannot be read'],
  ])('%s', (rule, text) => {
    expect(describeRule(rule)).toBe(text);
  });

  it('names the last day on the clocks of a zone', () => {
    const rule = 'FREQ=DAILY;UNTIL=20261225T045959Z';
    expect(describeRule(rule, zoneOf('America/New_York'))).toBe('every day until 24 Dec 2026');
  });

  it('has words for every rule', () => {
    const numbers = (low: number, high: number) =>
      fc.uniqueArray(fc.integer({ min: low, max: high }), { maxLength: 3 });
    const signed = (high: number) => numbers(-high, high).map((list) => list.filter((value) => value !== 0));
    const part = (name: string, list: fc.Arbitrary<readonly (number | string)[]>) =>
      list.map((values) => (values.length === 0 ? '' : `;${name}=${values.join(',')}`));
    const days = fc.uniqueArray(
      fc
        .tuple(fc.constantFrom('', '1', '-1', '+2', '53', '-53'), fc.constantFrom('MO', 'WE', 'SU'))
        .map((pair) => pair.join('')),
      { maxLength: 3 },
    );
    const rules = fc
      .tuple(
        fc.constantFrom(...RULE_FREQUENCIES),
        part('BYMONTH', numbers(1, 12)),
        part('BYWEEKNO', signed(53)),
        part('BYYEARDAY', signed(366)),
        part('BYMONTHDAY', signed(31)),
        part('BYDAY', days),
        part('BYHOUR', numbers(0, 23)),
        part('BYMINUTE', numbers(0, 59)),
        part('BYSECOND', numbers(0, 60)),
        part('BYSETPOS', signed(366)),
        fc.constantFrom(
          '',
          ';COUNT=3',
          ';UNTIL=20261224',
          ';UNTIL=20261224T100000',
          ';UNTIL=20261224T100000Z',
        ),
        fc.constantFrom('', ';INTERVAL=4', ';WKST=SU'),
      )
      .map(([frequency, ...parts]) => `FREQ=${frequency}${parts.join('')}`);
    fc.assert(
      fc.property(rules, (rule) => {
        const text = describeRule(rule);
        expect(text).toMatch(/^every [a-z0-9]/);
        expect(text).not.toMatch(/undefined|NaN|null| {2}|^\s|\s$/);
      }),
      { numRuns: runs(2000) },
    );
  });
});
