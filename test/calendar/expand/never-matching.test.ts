// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../compilers/time/civil.js';
import { ALL_TIME, utcWall } from '../../../schemas/model/time.js';
import { nearestInstance } from '../../../src/calendar/expand/nearest-instance.js';
import { DEFAULT_BUDGET, meterOf } from '../../../src/calendar/rules/expansion-budget.js';
import { parseRule } from '../../../src/calendar/rules/rule.js';
import { compileRule } from '../../../src/calendar/rules/rule-occurrences.js';
import { errorOf } from '../../thrown.js';
import { at, berlin, object, only, vevent } from './ics-objects.js';

const NOW = at('2026-11-23');
const series = (rule: string, start = '20260101T100000Z') =>
  only(object(vevent('UID:a', `DTSTART:${start}`, `RRULE:${rule}`)));
const STEPS = 2_000_000;
const shared = () => ({ steps: STEPS, results: 400_000 });

describe.each([
  ['30 February', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 100],
  ['Sundays of every seventh day from a Thursday on', 'FREQ=DAILY;INTERVAL=7;BYDAY=SU', 30],
  ['30 February by minutes', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30', 10],
  ['the 500th day of a month', 'FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3', 10],
  ['30 February, a million times', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000', 10],
  ['an hour every 400 years, in another month', 'FREQ=HOURLY;INTERVAL=3506328;BYMONTH=2', 10],
])('a rule that never matches: %s', (_, rule, count) => {
  it('is worked out once, within the budget of a call', () => {
    const all = Array.from({ length: count }, () => series(rule));
    const look = (left: { steps: number; results: number }) =>
      all.map((one) =>
        nearestInstance(one, ALL_TIME, { now: NOW, viewer: berlin }, { ...DEFAULT_BUDGET, shared: left }),
      );
    const first = shared();
    for (const found of look(first)) expect(found?.start).toBe(at('2026-01-01T10:00'));
    expect(first.steps).toBeGreaterThan(0);
    const again = shared();
    look(again);
    expect(again.steps).toBe(STEPS);
  });
});

it('a call whose budget is used up ends, and does not look at shorter and shorter stretches', () => {
  const used = { ...DEFAULT_BUDGET, shared: { steps: 0, results: 400_000 } };
  const minutes = series(
    'FREQ=MINUTELY;INTERVAL=1441;BYSECOND=30;BYHOUR=11;BYMINUTE=59;BYMONTHDAY=31;BYDAY=MO',
  );
  let looked = 0;
  const budget = { ...used, check: () => void looked++ };
  expect(errorOf(() => nearestInstance(minutes, ALL_TIME, { now: NOW, viewer: berlin }, budget)).code).toBe(
    'EXPANSION_LIMIT',
  );
  expect(looked).toBeLessThan(50);
});

it('what is known of a rule never changes what it gives', () => {
  const part = fc.constantFrom(
    ...[
      'BYMONTH=2',
      'BYMONTHDAY=30',
      'BYMONTHDAY=29',
      'BYMONTHDAY=-1',
      'BYDAY=SU',
      'BYDAY=MO,WE',
      'BYWEEKNO=53',
    ],
    ...['BYSETPOS=-1', 'BYSETPOS=40', 'BYYEARDAY=366', 'COUNT=3', 'UNTIL=20400101T000000Z', 'BYHOUR=3', ''],
  );
  const frequency = fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY');
  const stretch = fc.tuple(
    fc.integer({ min: -400, max: 150_000 }),
    fc.constantFrom(0.01, 1, 7, 40, 400, 5000),
  );
  const start = at('2026-01-01T10:00');
  const rules = fc
    .tuple(frequency, fc.constantFrom(1, 2, 4, 7, 28, 400), fc.uniqueArray(part, { maxLength: 3 }))
    .map(([freq, interval, parts]) =>
      [`FREQ=${freq}`, `INTERVAL=${interval}`, ...parts.filter((one) => one !== '')].join(';'),
    )
    .filter((text) => isRule(text));
  fc.assert(
    fc.property(rules, fc.array(stretch, { minLength: 2, maxLength: 8 }), (text, stretches) => {
      const rule = parseRule(text);
      const until = rule.until?.kind === 'utc' ? { until: utcWall(rule.until.instant) } : {};
      const make = () => compileRule(rule, start, { anchored: true, ...until });
      const known = make();
      for (const [day, days] of stretches) {
        const from = start + day * DAY;
        const to = from + days * DAY;
        const fresh = attempt(() => make().between(from, to, meterOf(DEFAULT_BUDGET)));
        const found = attempt(() => known.between(from, to, meterOf(DEFAULT_BUDGET)));
        if (fresh !== undefined) expect(found).toEqual(fresh);
      }
    }),
  );
});

function isRule(text: string): boolean {
  return attempt(() => parseRule(text)) !== undefined;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
