import { describe, expect, it } from 'vitest';
import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { errorOf } from '../../thrown.js';
import { calendar, context, date, lines, rows, time } from './edit-samples.js';
import { edit, WEEKLY } from './edits.js';

describe('scope all, of a series that has begun', () => {
  const refused = (ics: string, changes: EventChanges, recurrenceId?: string, pastToo = false) => {
    const place = { scope: 'all', ...(recurrenceId === undefined ? {} : { recurrenceId }), pastToo } as const;
    const { code, info } = errorOf(() => editObject(ics, changes, place, context()));
    return { code, path: info.path, instead: info.callPatch };
  };
  const weekdays = calendar([
    'DTSTART;TZID=Europe/Berlin:20260105T090000',
    'DTEND;TZID=Europe/Berlin:20260105T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'SUMMARY:Standup',
  ]);
  const birthday = calendar(['DTSTART;VALUE=DATE:19601124', 'RRULE:FREQ=YEARLY', 'SUMMARY:Birthday']);

  it('is not moved onto or past its next occurrence', () => {
    expect(refused(weekdays, { start: time('2026-11-25T10:00') }, '20261124T0900')).toEqual({
      code: 'INVALID_DATE',
      path: '/start',
      instead: { changes: { start: '2026-11-24T10:00' } },
    });
    const later = { code: 'INVALID_DATE', path: '/start', instead: { scope: 'following' } };
    expect(refused(weekdays, { start: time('2026-12-24T09:00') }, '20261124T0900')).toEqual(later);
    expect(refused(weekdays, { start: time('2026-11-23T09:00') }, '20261124T0900')).toEqual(later);
    expect(refused(birthday, { start: date('2027-11-24') }, '20261124')).toEqual(later);
    expect(rows(edit(birthday, { start: date('2026-11-25') }, 'all', '20261124').ics).at(-1)).toBe(
      '20271125 2027-11-25 1440 Birthday',
    );
  });

  it('does not last until the next one begins', () => {
    const once = { code: 'INVALID_DATE', path: '/end', instead: { scope: 'this' } };
    expect(refused(weekdays, { end: time('2026-11-25T09:00') }, '20261124T0900')).toEqual(once);
    expect(refused(weekdays, { durationMinutes: 1440 }, '20261124T0900')).toEqual(once);
    expect(refused(birthday, { end: date('2027-11-24') }, '20261124')).toEqual(once);
    expect(rows(edit(birthday, { end: date('2026-11-25') }, 'all', '20261124').ics).at(-1)).toBe(
      '20271124 2027-11-24 2880 Birthday',
    );
    // Whole days may touch.
    const daily = calendar(['DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY', 'SUMMARY:D']);
    expect(refused(daily, { durationMinutes: 2880 }, '20261124')).toEqual(once);
    const long = edit(weekdays, { allDay: true }, 'all', '20261124T0900').ics;
    expect(rows(long).at(0)).toBe('20260105 2026-01-05 1440 Standup');
  });

  it('keeps what is past under a new rule, unless all of it was meant', () => {
    const rule = { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=WE', exclude: [] } };
    const lost = { code: 'INVALID_RECURRENCE', path: '/recurrence', instead: { scope: 'following' } };
    expect(refused(weekdays, rule)).toEqual(lost);
    const meant = editObject(weekdays, rule, { scope: 'all', pastToo: true }, context());
    expect(meant.notes.join()).toContain('Removed 184 past occurrences');
    const few = { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10', exclude: [] } };
    expect(refused(weekdays, few, undefined, true)).toEqual(lost);
    expect(refused(weekdays, { recurrence: null })).toEqual(lost);
  });
});

describe('scope following', () => {
  it('splits COUNT, exceptions and overrides', () => {
    const result = edit(WEEKLY, { start: time('2026-11-17T11:00') }, 'following', '20261117T0900');
    expect(rows(result.ics)).toEqual(['20261103T0900 2026-11-03T09:00 60 Jour fixe']);
    expect(lines(result.ics)).toContain('RRULE:FREQ=WEEKLY;COUNT=2');
    expect(result.split?.uid).toBe('second@example.org');
    expect(rows(result.split?.ics)).toEqual([
      '20261117T0600 2026-11-17T11:00 30 Jour fixe',
      '20261124T0600 2026-11-24T06:00 60 Jour fixe',
      '20261201T0600 2026-12-01T06:00 60 Jour fixe',
    ]);
    expect(lines(result.split?.ics)).toContain('RRULE:FREQ=WEEKLY;COUNT=3');
    expect(lines(result.split?.ics)).toContain('X-KEEP;A="b;c":d');
    expect(lines(result.split?.ics).filter((line) => line.startsWith('SEQUENCE'))).toEqual([
      'SEQUENCE:0',
      'SEQUENCE:0',
    ]);
  });

  it('ends an endless rule before, in the type of DTSTART', () => {
    const endless = (start: string) => calendar([start, 'RRULE:FREQ=DAILY', 'SUMMARY:R']);
    const zoned = edit(
      endless('DTSTART;TZID=Europe/Berlin:20261103T090000'),
      { title: 'X' },
      'following',
      '20261106T0900',
    );
    expect(lines(zoned.ics)).toContain('RRULE:FREQ=DAILY;UNTIL=20261106T075959Z');
    expect(lines(zoned.split?.ics)).toContain('RRULE:FREQ=DAILY');
    const days = edit(endless('DTSTART;VALUE=DATE:20261103'), { title: 'X' }, 'following', '20261106');
    expect(lines(days.ics)).toContain('RRULE:FREQ=DAILY;UNTIL=20261105');
    const floating = edit(endless('DTSTART:20261103T090000'), { title: 'X' }, 'following', '20261106T0900');
    expect(lines(floating.ics)).toContain('RRULE:FREQ=DAILY;UNTIL=20261106T085959');
  });

  it('is all when it names the first', () => {
    const result = edit(WEEKLY, { title: 'New' }, 'following', '20261103T0900');
    expect(result.split).toBeUndefined();
    expect(rows(result.ics)).toHaveLength(4);
  });

  it('can change the rule or end the series', () => {
    const rule = edit(
      WEEKLY,
      { recurrence: { rrule: 'FREQ=DAILY;COUNT=2', exclude: [] } },
      'following',
      '20261124T0900',
    );
    expect(rows(rule.split?.ics).map((row) => row.split(' ')[0])).toEqual(['20261124T0900', '20261125T0900']);
    const single = edit(WEEKLY, { recurrence: null }, 'following', '20261124T0900');
    expect(rows(single.split?.ics)).toEqual(['- 2026-11-24T09:00 60 Jour fixe']);
    expect(rows(single.ics)).toHaveLength(2);
  });

  it('does not split for nothing', () => {
    expect(edit(WEEKLY, { title: 'Jour fixe' }, 'following', '20261124T0900')).toEqual({
      ics: WEEKLY,
      named: '20261124T0900',
      notes: [],
    });
  });

  it('keeps alternate weeks alternate', () => {
    const ics = calendar([
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=6',
      'SUMMARY:R',
    ]);
    const result = edit(ics, { title: 'X' }, 'following', '20261106T0900');
    expect([...rows(result.ics), ...rows(result.split?.ics)].map((row) => row.split(' ')[0])).toEqual(
      rows(ics).map((row) => row.split(' ')[0]),
    );
  });

  it('splits single dates', () => {
    const ics = calendar([
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RDATE;TZID=Europe/Berlin:20261104T090000,20261120T090000',
      'SUMMARY:R',
    ]);
    const result = edit(ics, { title: 'X' }, 'following', '20261104T0900');
    expect(rows(result.ics)).toEqual(['20261102T0900 2026-11-02T09:00 0 R']);
    expect(rows(result.split?.ics).map((row) => row.split(' ')[0])).toEqual([
      '20261104T0900',
      '20261109T0900',
      '20261120T0900',
    ]);
    const last = edit(ics, { title: 'X' }, 'following', '20261120T0900');
    expect(rows(last.split?.ics)).toEqual(['20261120T0900 2026-11-20T09:00 0 X']);
  });
});
