import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../compilers/time/civil.js';
import { parseRule } from '../../src/calendar/rules/rule.js';
import { errorOf } from '../thrown.js';
import { create, update, write } from './written-plan.js';

describe('recurrence', () => {
  const rule = (recurrence: object, data = {}) => create({ recurrence, ...data }).recurrence;

  it.each<[object, string]>([
    [{ frequency: 'daily' }, 'FREQ=DAILY'],
    [{ frequency: 'weekly', interval: 2, daysOfWeek: [1, 3] }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE'],
    [
      { frequency: 'weekly', daysOfWeek: ['mon', 'fri', 'mon'], count: 10 },
      'FREQ=WEEKLY;COUNT=10;BYDAY=MO,FR',
    ],
    [{ frequency: 'monthly', daysOfWeek: ['1mon'] }, 'FREQ=MONTHLY;BYDAY=1MO'],
    [{ frequency: 'monthly', daysOfWeek: ['-1fri', '+2tue'] }, 'FREQ=MONTHLY;BYDAY=-1FR,2TU'],
    [{ frequency: 'monthly', daysOfWeek: ['fri'], nth: -1 }, 'FREQ=MONTHLY;BYDAY=-1FR'],
    [
      { frequency: 'monthly', daysOfWeek: [1, 2, 3, 4, 5], nth: -1 },
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
    [{ frequency: 'monthly', dayOfMonth: -1 }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    [{ frequency: 'monthly', dayOfMonth: [1, 15] }, 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    [{ frequency: 'yearly' }, 'FREQ=YEARLY'],
    [{ frequency: 'yearly', dayOfMonth: 24 }, 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24'],
    [{ frequency: 'yearly', monthOfYear: [3, 9], dayOfMonth: 1 }, 'FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1'],
    [
      { frequency: 'yearly', monthOfYear: 11, daysOfWeek: ['thu'], nth: 4 },
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
    ],
    [{ frequency: 'yearly', daysOfWeek: ['mon'], nth: 20 }, 'FREQ=YEARLY;BYDAY=20MO'],
    [{ frequency: 'yearly', monthOfYear: 2, dayOfMonth: 29 }, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
    [
      { rrule: 'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T230000Z' },
      'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T230000Z',
    ],
    [{ rrule: 'freq=monthly;bymonthday=-2;' }, 'FREQ=MONTHLY;BYMONTHDAY=-2'],
  ])('%o', (recurrence, expected) => {
    const text = rule(recurrence)?.rrule ?? '';
    expect(text).toBe(expected);
    // Two other readers of RRULE take it as well.
    expect(ICAL.Recur.fromString(text).freq).toBe(/FREQ=(\w+)/.exec(text)?.[1]);
    expect(() => parseRule(text)).not.toThrow();
  });

  it('writes the week start where it matters', () => {
    const plan = write(
      {
        operation: 'create',
        data: {
          title: 'x',
          start: '2026-11-24T09:00',
          recurrence: { frequency: 'weekly', interval: 2, daysOfWeek: ['sun', 'mon'] },
        },
      },
      { weekStart: 7 },
    );
    expect(plan).toMatchObject({
      data: { recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU' } },
    });
  });

  it('resolves its end and exceptions', () => {
    expect(rule({ frequency: 'daily', until: '2026-12-24', exclude: ['2026-12-06', 'friday+9h'] })).toEqual({
      rrule: 'FREQ=DAILY',
      until: { kind: 'date', day: dayNumber(2026, 12, 24) },
      exclude: [
        { kind: 'date', day: dayNumber(2026, 12, 6) },
        {
          kind: 'time',
          instant: Date.UTC(2026, 10, 27, 8),
          wall: Date.UTC(2026, 10, 27, 9),
          zone: 'Europe/Berlin',
        },
      ],
    });
  });

  it.each<[object, string]>([
    [{ frequency: 'weekly', daysOfWeek: ['1mon'] }, 'daysOfWeek'],
    [{ frequency: 'daily', daysOfWeek: ['mon'], nth: 2 }, 'nth'],
    [{ frequency: 'monthly', daysOfWeek: ['1mon'], nth: 2 }, 'nth'],
    [{ frequency: 'monthly', daysOfWeek: ['mon'], nth: 6 }, 'nth'],
    [{ frequency: 'monthly', daysOfWeek: ['6mon'] }, 'daysOfWeek'],
    [{ frequency: 'weekly', dayOfMonth: 1 }, 'dayOfMonth'],
    [{ frequency: 'yearly', monthOfYear: 2, dayOfMonth: 30 }, 'dayOfMonth'],
    [{ frequency: 'yearly', monthOfYear: [4, 6], dayOfMonth: [31, -31] }, 'dayOfMonth'],
    [{ frequency: 'daily', until: '2026-11-23' }, 'until'],
    [{ rrule: 'FREQ=DAILY;COUNT=2;UNTIL=20261231' }, 'rrule'],
    [{ rrule: 'FREQ=DAILY;FREQ=WEEKLY' }, 'rrule'],
    [{ rrule: 'BYDAY=MO' }, 'rrule'],
    [{ rrule: 'FREQ=DAILY\r\nEXDATE:20261124' }, 'rrule'],
    [{ rrule: 'FREQ=DAILY;X=1' }, 'rrule'],
    [{ rrule: 'FREQ=DAILY;INTERVAL=0' }, 'rrule'],
    [{ rrule: 'FREQ=MONTHLY;BYMONTHDAY=32' }, 'rrule'],
    [{ rrule: 'FREQ=MONTHLY;BYMONTHDAY=0' }, 'rrule'],
    [{ rrule: 'FREQ=YEARLY;BYMONTH=-1' }, 'rrule'],
    [{ rrule: 'FREQ=WEEKLY;BYDAY=1MO' }, 'rrule'],
    [{ rrule: 'FREQ=WEEKLY;BYMONTHDAY=1' }, 'rrule'],
    [{ rrule: 'FREQ=MONTHLY;BYSETPOS=1' }, 'rrule'],
    [{ rrule: 'FREQ=MONTHLY;BYWEEKNO=1' }, 'rrule'],
    [{ rrule: 'FREQ=FORTNIGHTLY' }, 'rrule'],
    [{ rrule: 'FREQ=DAILY;__proto__=1' }, 'rrule'],
    [{ rrule: 'every monday' }, 'rrule'],
  ])('refuses %o', (recurrence, key) => {
    const error = errorOf(() => rule(recurrence));
    expect(error.code).toBe('INVALID_RECURRENCE');
    expect(error.info.path).toBe(`/mutation/data/recurrence/${key}`);
    expect(() => write((error.info.example as { mutation: object }).mutation)).not.toThrow();
  });

  it('needs the month of a yearly day when the start is not known', () => {
    const error = errorOf(() => update({ recurrence: { frequency: 'yearly', dayOfMonth: 24 } }));
    expect(error.info.path).toBe('/mutation/changes/recurrence/monthOfYear');
  });
});
