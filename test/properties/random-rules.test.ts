// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { expand } from '../../src/calendar/expand/expand.js';
import { nearestInstance } from '../../src/calendar/expand/nearest-instance.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { DEFAULT_BUDGET, meterOf } from '../../src/calendar/rules/expansion-budget.js';
import { parseRule, printRule } from '../../src/calendar/rules/rule.js';
import { compileRule } from '../../src/calendar/rules/rule-occurrences.js';
import { parseDateTime } from '../../src/calendar/text/date-time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';
import { randomCase, randomOf } from '../differential/random-rules.js';
import { base, viewers } from './random-shapes.js';

describe('rules', () => {
  const cases = fc.integer().map((seed) => randomCase(randomOf(seed)));

  it('print to what they were read from', () => {
    fc.assert(
      fc.property(cases, ({ rrule }) => {
        const rule = parseRule(rrule);
        expect(parseRule(printRule(rule))).toEqual(rule);
      }),
    );
  });

  it('give the same in small steps as at once, whatever was asked before', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 40 }), ({ rrule, start }, step) => {
        const value = parseDateTime(start);
        if (value === undefined || value.kind === 'date') throw new Error(start);
        const day = /SECONDLY|MINUTELY/.test(rrule) ? HOUR / 4 : DAY * 3;
        const end = value.wall + step * 10 * day;
        const once = compileRule(parseRule(rrule), value.wall, { anchored: true });
        const whole = once.between(value.wall, end, meterOf({ steps: 1e9, results: 1e7 }));
        const steps = compileRule(parseRule(rrule), value.wall, { anchored: true });
        const pieces: number[][] = [];
        for (let from = end - step * day; from > value.wall - step * day; from -= step * day) {
          pieces.unshift([...steps.between(from, from + step * day, meterOf({ steps: 1e9, results: 1e7 }))]);
        }
        expect(pieces.flat()).toEqual(whole);
      }),
      { numRuns: runs(300) },
    );
  });

  it('count DTSTART as the first: with and without it the sets differ by just that', () => {
    fc.assert(
      fc.property(cases, ({ rrule, start }) => {
        const value = parseDateTime(start);
        if (value === undefined || value.kind === 'date') throw new Error(start);
        const rule = { ...parseRule(rrule), count: 12 };
        const to = value.wall + (/SECONDLY|MINUTELY/.test(rrule) ? DAY : 900 * DAY);
        const list = (anchored: boolean): readonly number[] =>
          compileRule(rule, value.wall, { anchored }).between(
            value.wall,
            to,
            meterOf({ steps: 1e9, results: 1e7 }),
          );
        const pattern = list(false);
        const after = pattern.filter((wall) => wall > value.wall);
        const onRule = pattern[0] === value.wall;
        expect(list(true)).toEqual(onRule ? after : after.slice(0, 11));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('hostile text', () => {
  it('is read or refused with a CalendarError, and expands within its budget', () => {
    const lines = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'UID:a',
      'DTSTART:20260101T000000Z',
      'DTSTART;TZID=Odd:20260101T000000',
      'DTSTART;VALUE=DATE:00010101',
      'DTEND:99991231T235959Z',
      'DURATION:P99999999W',
      'RRULE:FREQ=SECONDLY;INTERVAL=999999999',
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000000000',
      'RRULE:FREQ=DAILY;UNTIL=00010101',
      'RDATE;VALUE=PERIOD:20260101T000000Z/P1D,/,x/y',
      'EXDATE:,,,',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:99991231T235959Z',
      'RECURRENCE-ID:00010101T000000Z',
      'TZID:Odd',
      '__proto__:x',
      ';=:',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 25 }), viewers, (body, viewer) => {
        const ics = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...body, 'END:VEVENT', 'END:VCALENDAR', ''].join(
          '\r\n',
        );
        try {
          for (const series of readObject(ics, zoneOf).series) {
            expand(series, ALL_TIME, viewer, { ...DEFAULT_BUDGET, results: 500 });
            nearestInstance(series, ALL_TIME, { now: base, viewer });
          }
        } catch (error) {
          expect(error).toBeInstanceOf(CalendarError);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
