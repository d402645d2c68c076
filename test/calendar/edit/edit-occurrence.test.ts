import { describe, expect, it } from 'vitest';
import { errorOf } from '../../thrown.js';
import { calendar, date, lines, rows, time } from './edit-samples.js';
import { edit, SINGLE, WEEKLY } from './edits.js';

describe('scope this', () => {
  it('makes an override that copies the master without its rule', () => {
    const { ics } = edit(WEEKLY, { title: 'Other' }, 'this', '20261124T0900');
    const override = lines(ics).slice(lines(ics).lastIndexOf('BEGIN:VEVENT'));
    expect(override).toEqual([
      'BEGIN:VEVENT',
      'UID:one@example.org',
      'DTSTAMP:20261121T120000Z',
      'DTSTART;TZID=Europe/Berlin:20261124T090000',
      'DTEND;TZID=Europe/Berlin:20261124T100000',
      'SUMMARY:Other',
      'SEQUENCE:2',
      'X-KEEP;A="b;c":d',
      'RECURRENCE-ID;TZID=Europe/Berlin:20261124T090000',
      'LAST-MODIFIED:20261121T120000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(ics?.startsWith(WEEKLY.slice(0, WEEKLY.indexOf('END:VCALENDAR')))).toBe(true);
  });

  it('edits the override that is there', () => {
    const { ics } = edit(WEEKLY, { start: time('2026-11-18T08:00') }, 'this', '20261117T0900');
    expect(rows(ics)).toContain('20261117T0900 2026-11-18T08:00 30 Jour fixe');
    expect(lines(ics).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  });

  it('does not know excluded or invented occurrences, and asks for one', () => {
    for (const id of ['20261110T0900', '20261125T0900', '20270105T0900', 'x', '20261124'])
      expect(errorOf(() => edit(WEEKLY, { title: 'X' }, 'this', id)).code).toBe('NOT_FOUND');
    expect(errorOf(() => edit(WEEKLY, { title: 'X' }, 'this')).code).toBe('INVALID_ARGUMENT');
    const rule = { rrule: 'FREQ=DAILY', exclude: [] };
    expect(errorOf(() => edit(WEEKLY, { recurrence: rule }, 'this', '20261124T0900')).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it('names an all-day occurrence by its date', () => {
    const days = calendar(['DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Day']);
    const { ics } = edit(days, { start: date('2026-12-24') }, 'this', '20261125');
    expect(lines(ics)).toContain('RECURRENCE-ID;VALUE=DATE:20261125');
    expect(rows(ics)).toEqual([
      '20261124 2026-11-24 1440 Day',
      '20261126 2026-11-26 1440 Day',
      '20261125 2026-12-24 1440 Day',
    ]);
  });

  it.each([
    ['a title', { title: 'Other' }, '20261106T0900 2026-11-06T09:00 120 Other'],
    ['a start', { start: time('2026-11-07T10:00') }, '20261106T0900 2026-11-07T10:00 120 Single'],
  ])('keeps the length of a single period for %s', (_, changes, row) => {
    for (const period of ['20261106T090000/PT2H', '20261106T090000/20261106T110000']) {
      const single = calendar([
        'DTSTART;TZID=Europe/Berlin:20261103T090000',
        'DTEND;TZID=Europe/Berlin:20261103T093000',
        `RDATE;VALUE=PERIOD;TZID=Europe/Berlin:${period}`,
        'SUMMARY:Single',
      ]);
      const { ics } = edit(single, changes, 'this', '20261106T0900');
      expect(rows(ics)).toContain(row);
      expect(rows(ics)).toContain('20261103T0900 2026-11-03T09:00 30 Single');
    }
  });

  it('finds an occurrence in a gap by the time it is shown at', () => {
    const early = calendar([
      'DTSTART;TZID=Europe/Berlin:20260328T023000',
      'DTEND;TZID=Europe/Berlin:20260328T030000',
      'RRULE:FREQ=DAILY;COUNT=3',
      'SUMMARY:Early',
    ]);
    expect(rows(early)[1]).toBe('20260329T0330 2026-03-29T03:30 30 Early');
    const { ics } = edit(early, { title: 'Moved' }, 'this', '20260329T0330');
    expect(rows(ics).map((row) => row.split(' ').at(-1))).toEqual(['Early', 'Moved', 'Early']);
    // Only a shift of 02:30 by two hours brings this occurrence to 04:30.
    const shifted = edit(early, { start: time('2026-03-29T04:30') }, 'all', '20260329T0330');
    expect(rows(shifted.ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-03-28T04:30',
      '2026-03-29T04:30',
      '2026-03-30T04:30',
    ]);
    // Alone, it shifts from the displayed time.
    const alone = edit(early, { shiftMinutes: 60 }, 'this', '20260329T0330');
    expect(rows(alone.ics)).toContain('20260329T0330 2026-03-29T04:30 30 Early');
    const all = edit(early, { shiftMinutes: 60 }, 'all', '20260329T0330');
    expect(rows(all.ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-03-28T03:30',
      '2026-03-29T03:30',
      '2026-03-30T03:30',
    ]);
  });
});

describe('what is refused', () => {
  const range = calendar(
    ['DTSTART:20261103T090000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'SUMMARY:R'],
    ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261105T090000Z', 'DTSTART:20261105T100000Z', 'SUMMARY:Later'],
  );

  it('occurrences shaped by RANGE=THISANDFUTURE', () => {
    expect(errorOf(() => edit(range, { title: 'X' }, 'this', '20261105T0900')).code).toBe('UNSUPPORTED');
    expect(errorOf(() => edit(range, { title: 'X' }, 'this', '20261106T0900')).code).toBe('UNSUPPORTED');
    expect(errorOf(() => edit(range, { title: 'X' }, 'following', '20261106T0900')).code).toBe('UNSUPPORTED');
    expect(rows(edit(range, { title: 'X' }, 'this', '20261104T0900').ics)[1]).toContain('X');
    const all = edit(range, { start: time('2026-11-03T11:00') }).ics;
    expect(rows(all).map((row) => row.split(' ')[1])).toEqual([
      '2026-11-03T11:00',
      '2026-11-04T11:00',
      '2026-11-05T12:00',
      '2026-11-06T12:00',
      '2026-11-07T12:00',
    ]);
  });

  it('files of several objects, and objects without events and tasks', () => {
    const two = SINGLE.replace('END:VCALENDAR', 'BEGIN:VEVENT\r\nUID:two\r\nEND:VEVENT\r\nEND:VCALENDAR');
    expect(errorOf(() => edit(two, { title: 'X' })).code).toBe('UNSUPPORTED');
    expect(errorOf(() => edit(SINGLE.replaceAll('VEVENT', 'VJOURNAL'), { title: 'X' })).code).toBe(
      'UNSUPPORTED',
    );
    expect(errorOf(() => edit('hello', { title: 'X' })).code).toBe('INVALID_ICS');
  });
});

describe('an object without its master', () => {
  const detached = calendar([
    'RECURRENCE-ID;TZID=Europe/Berlin:20261124T090000',
    'DTSTART;TZID=Europe/Berlin:20261124T100000',
    'SUMMARY:D',
  ]);

  it('is edited by its occurrence', () => {
    expect(rows(edit(detached, { title: 'X' }, 'this', '20261124T0900').ics)[0]).toContain('X');
    expect(rows(edit(detached, { start: time('2026-11-25T10:00') }).ics)[0]).toContain('2026-11-25T10:00');
    expect(errorOf(() => edit(detached, { title: 'X' }, 'this', '20261125T0900')).code).toBe('NOT_FOUND');
    expect(errorOf(() => edit(detached, { title: 'X' }, 'following', '20261124T0900')).code).toBe(
      'UNSUPPORTED',
    );
  });
});
