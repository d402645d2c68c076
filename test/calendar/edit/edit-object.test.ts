import { describe, expect, it } from 'vitest';
import type { EditScope, EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import type { EditContext } from '../../../src/calendar/edit/event/edit-context.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { errorOf } from '../../thrown.js';
import { calendar, context, date, lines, rows, time } from './edit-samples.js';

const WEEKLY = calendar(
  [
    'DTSTART;TZID=Europe/Berlin:20261103T090000',
    'DTEND;TZID=Europe/Berlin:20261103T100000',
    'RRULE:FREQ=WEEKLY;COUNT=5',
    'EXDATE;TZID=Europe/Berlin:20261110T090000',
    'SUMMARY:Jour fixe',
    'SEQUENCE:2',
    'X-KEEP;A="b;c":d',
  ],
  [
    'RECURRENCE-ID;TZID=Europe/Berlin:20261117T090000',
    'DTSTART;TZID=Europe/Berlin:20261117T140000',
    'DTEND;TZID=Europe/Berlin:20261117T143000',
    'SUMMARY:Jour fixe',
    'LOCATION:Elsewhere',
  ],
);

const SINGLE = calendar([
  'DTSTART;TZID=Europe/Berlin:20261124T090000',
  'DTEND;TZID=Europe/Berlin:20261124T100000',
  'SUMMARY:One',
]);

function edit(
  ics: string,
  changes: EventChanges,
  scope: EditScope = 'all',
  recurrenceId?: string,
  over: Partial<EditContext> = {},
) {
  const result = editObject(
    ics,
    changes,
    { scope, ...(recurrenceId === undefined ? {} : { recurrenceId }) },
    context(over),
  );
  for (const written of [result.ics, result.split?.ics])
    if (written !== undefined) validateObject(written, ics);
  return result;
}

/** While nothing of a series is past, all of it can be moved and take another rule. */
const BEFORE = { now: Date.UTC(2026, 9, 1) };

function editBefore(ics: string, changes: EventChanges, recurrenceId?: string) {
  return edit(ics, changes, 'all', recurrenceId, BEFORE);
}

describe('a single event', () => {
  it('keeps its length when only the start moves', () => {
    expect(rows(edit(SINGLE, { start: time('2026-11-25T11:15') }).ics)).toEqual([
      '- 2026-11-25T11:15 60 One',
    ]);
    expect(rows(edit(SINGLE, { start: time('2026-11-25T05:15', 'America/New_York') }).ics)).toEqual([
      '- 2026-11-25T11:15 60 One',
    ]);
  });

  it('stamps, and counts a revision only for what matters', () => {
    const titled = lines(edit(SINGLE, { title: 'Two' }).ics);
    expect(titled).toContain('DTSTAMP:20261121T120000Z');
    expect(titled).toContain('LAST-MODIFIED:20261121T120000Z');
    expect(titled.some((line) => line.startsWith('SEQUENCE'))).toBe(false);
    expect(lines(edit(SINGLE, { status: 'cancelled' }).ics)).toContain('SEQUENCE:1');
  });

  it('keeps the organizer’s revision on an attendee’s copy', () => {
    const invited = SINGLE.replace('SUMMARY', 'ORGANIZER:mailto:boss@example.org\r\nSEQUENCE:4\r\nSUMMARY');
    expect(lines(edit(invited, { start: time('2026-11-24T10:00') }).ics)).toContain('SEQUENCE:4');
  });

  it('is not touched by a change that changes nothing', () => {
    expect(edit(SINGLE, { title: 'One', start: time('2026-11-24T09:00'), status: null }).ics).toBe(SINGLE);
    const escaped = SINGLE.replace('SUMMARY:One', 'SUMMARY:O\\Ne');
    expect(edit(escaped, { title: 'O\ne' }).ics).toBe(escaped);
  });

  it('ends at a named end, on a named day, after a named duration', () => {
    expect(rows(edit(SINGLE, { end: time('2026-11-24T12:00') }).ics)).toEqual(['- 2026-11-24T09:00 180 One']);
    expect(rows(edit(SINGLE, { end: date('2026-11-25') }).ics)).toEqual(['- 2026-11-24T09:00 1500 One']);
    expect(rows(edit(SINGLE, { durationMinutes: 5 }).ics)).toEqual(['- 2026-11-24T09:00 5 One']);
    expect(errorOf(() => edit(SINGLE, { end: time('2026-11-24T08:00') })).code).toBe('INVALID_DATE');
  });

  it('keeps its time of day when it moves to a date', () => {
    const result = edit(SINGLE, { start: date('2026-12-01') });
    expect(rows(result.ics)).toEqual(['- 2026-12-01T09:00 60 One']);
    expect(result.notes).toHaveLength(1);
  });

  it('becomes all-day and timed again', () => {
    const days = edit(SINGLE, { allDay: true }).ics ?? '';
    expect(lines(days)).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125']),
    );
    expect(rows(edit(SINGLE, { start: date('2026-12-01'), end: date('2026-12-03') }).ics)).toEqual([
      '- 2026-12-01 4320 One',
    ]);
    const timed = edit(days, { start: time('2026-11-26T08:00') }).ics;
    expect(rows(timed)).toEqual(['- 2026-11-26T08:00 60 One']);
    expect(lines(timed)).toContain('BEGIN:VTIMEZONE');
    expect(errorOf(() => edit(days, { allDay: false })).code).toBe('INVALID_DATE');
  });

  it('goes to another zone at the same moment', () => {
    const result = edit(SINGLE, { timezone: 'America/New_York' });
    expect(rows(result.ics)).toEqual(['- 2026-11-24T09:00 60 One']);
    expect(lines(result.ics)).toContain('DTSTART;TZID=America/New_York:20261124T030000');
    expect(lines(result.ics)).toContain('TZID:America/New_York');
    const both = edit(SINGLE, {
      timezone: 'America/New_York',
      start: time('2026-11-24T09:00', 'America/New_York'),
    });
    expect(lines(both.ics)).toContain('DTSTART;TZID=America/New_York:20261124T090000');
  });

  it('keeps the name its zone has in the file', () => {
    const windows = SINGLE.replaceAll('Europe/Berlin', '"W. Europe Standard Time"');
    const result = edit(windows, { start: time('2026-11-24T10:00'), timezone: 'Europe/Berlin' });
    expect(lines(result.ics)).toContain('DTSTART;TZID="W. Europe Standard Time":20261124T100000');
  });

  it('keeps DURATION as DURATION and a DTEND in its own zone', () => {
    const lasting = SINGLE.replace('DTEND;TZID=Europe/Berlin:20261124T100000', 'DURATION:PT1H');
    expect(lines(edit(lasting, { start: time('2026-11-24T10:00') }).ics)).toContain('DURATION:PT1H');
    expect(lines(edit(lasting, { durationMinutes: 90 }).ics)).toContain('DURATION:PT90M');
    // P1D would be an hour more or less when clocks change.
    expect(lines(edit(lasting, { durationMinutes: 1440 }).ics)).toContain('DURATION:PT1440M');
    const flight = SINGLE.replace(
      'DTEND;TZID=Europe/Berlin:20261124T100000',
      'DTEND;TZID=America/New_York:20261124T120000',
    );
    expect(rows(flight)).toEqual(['- 2026-11-24T09:00 540 One']);
    const later = edit(flight, { start: time('2026-11-24T10:30') }).ics;
    expect(lines(later)).toContain('DTEND;TZID=America/New_York:20261124T133000');
    expect(rows(later)).toEqual(['- 2026-11-24T10:30 540 One']);
  });

  it('moves a floating event on the asker’s clock', () => {
    const floating = calendar(['DTSTART:20261124T090000', 'DTEND:20261124T100000', 'SUMMARY:One']);
    const result = edit(floating, { start: time('2026-11-24T15:00', 'America/New_York') });
    expect(lines(result.ics)).toContain('DTSTART:20261124T210000');
  });

  it('takes an end for what the clock shows where that leaves out a floating start', () => {
    const floating = calendar(['DTSTART:20270328T023000', 'DTEND:20270328T030000', 'SUMMARY:One']);
    expect(rows(floating)).toEqual(['- 2027-03-28T03:30 30 One']);
    const later = edit(floating, { end: time('2027-03-28T04:15') });
    expect(rows(later.ics)).toEqual(['- 2027-03-28T03:30 45 One']);
    const night = calendar(['DTSTART:20270327T233000', 'DTEND:20270328T013000', 'SUMMARY:One']);
    const both = edit(night, { start: time('2027-03-28T02:30'), end: time('2027-03-28T04:30') });
    expect(rows(both.ics)).toEqual(['- 2027-03-28T03:30 60 One']);
    const before = { end: time('2027-03-28T03:15') };
    expect(errorOf(() => edit(floating, before)).code).toBe('INVALID_DATE');
  });

  it('starts to recur', () => {
    const result = edit(SINGLE, { recurrence: { rrule: 'FREQ=DAILY;COUNT=2', exclude: [] } });
    expect(rows(result.ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-11-24T09:00',
      '2026-11-25T09:00',
    ]);
  });

  it('is found only by its own time', () => {
    expect(rows(edit(SINGLE, { title: 'X' }, 'this', '20261124T0900').ics)).toEqual([
      '- 2026-11-24T09:00 60 X',
    ]);
    expect(errorOf(() => edit(SINGLE, { title: 'X' }, 'this', '20261125T0900')).code).toBe('NOT_FOUND');
  });
});

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
  });
});

describe('scope all', () => {
  it('moves rule, exceptions and overrides with the named occurrence', () => {
    const { ics } = edit(WEEKLY, { start: time('2026-11-25T10:00') }, 'all', '20261124T0900');
    expect(lines(ics)).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=Europe/Berlin:20261104T100000',
        'EXDATE;TZID=Europe/Berlin:20261111T100000',
        'RECURRENCE-ID;TZID=Europe/Berlin:20261118T100000',
        'DTSTART;TZID=Europe/Berlin:20261118T150000',
      ]),
    );
    expect(rows(ics)).toHaveLength(4);
  });

  it('shifts weekdays, week starts, days of the month and ends of rules', () => {
    const moved = (rule: string, start: string, to: string) => {
      const ics = calendar([`DTSTART;TZID=Europe/Berlin:${start}T090000`, `RRULE:${rule}`, 'SUMMARY:R']);
      return lines(editBefore(ics, { start: time(`${to}T09:00`) }).ics).find((line) =>
        line.startsWith('RRULE'),
      );
    };
    expect(moved('FREQ=WEEKLY;BYDAY=MO,FR', '20261102', '2026-11-03')).toBe('RRULE:FREQ=WEEKLY;BYDAY=TU,SA');
    expect(moved('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU', '20261102', '2026-11-03')).toBe(
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU',
    );
    expect(moved('FREQ=MONTHLY;BYMONTHDAY=15', '20261115', '2026-11-20')).toBe(
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=20',
    );
    expect(moved('FREQ=MONTHLY;BYMONTHDAY=-1', '20261130', '2026-11-28')).toBe(
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-3',
    );
    expect(moved('FREQ=MONTHLY;BYMONTHDAY=-1', '20261130', '2026-12-01')).toBe(
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=1',
    );
    expect(moved('FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=30', '20261130', '2026-12-01')).toBe(
      'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1',
    );
    expect(moved('FREQ=DAILY;UNTIL=20261110T080000Z', '20261102', '2026-11-03')).toBe(
      'RRULE:FREQ=DAILY;UNTIL=20261111T080000Z',
    );
    expect(moved('FREQ=WEEKLY;X-OWN=1;BYDAY=MO;INTERVAL=1', '20261102', '2026-11-03')).toBe(
      'RRULE:FREQ=WEEKLY;X-OWN=1;BYDAY=TU;INTERVAL=1',
    );
  });

  it('follows a weekday of the month, and says that it did', () => {
    const ics = calendar([
      'DTSTART;TZID=Europe/Berlin:20261110T090000',
      'RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=12',
      'SUMMARY:R',
    ]);
    const result = edit(ics, { start: time('2026-11-11T09:00') }, 'all', '20261110T0900');
    expect(lines(result.ics)).toContain('RRULE:FREQ=MONTHLY;BYDAY=2WE;COUNT=12');
    expect(result.notes.join()).toContain('follows');
    expect(rows(result.ics)).toHaveLength(12);
  });

  it('refuses a shift that no rule can say', () => {
    const ics = calendar(['DTSTART;VALUE=DATE:20261130', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=30', 'SUMMARY:R']);
    const error = errorOf(() => edit(ics, { start: date('2026-12-02') }));
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.info.suggestion).toContain('recurrence');
    expect(
      rows(
        edit(ics, { start: date('2026-12-02'), recurrence: { rrule: 'FREQ=MONTHLY;COUNT=2', exclude: [] } })
          .ics,
      ),
    ).toEqual(['20261202 2026-12-02 1440 R', '20270102 2027-01-02 1440 R']);
  });

  it('shifts hours that the rule names', () => {
    const ics = calendar([
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=4',
      'SUMMARY:R',
    ]);
    expect(rows(edit(ics, { start: time('2026-11-02T10:00') }).ics).map((row) => row.split(' ')[1])).toEqual([
      '2026-11-02T10:00',
      '2026-11-02T18:00',
      '2026-11-03T10:00',
      '2026-11-03T18:00',
    ]);
    expect(errorOf(() => editBefore(ics, { start: time('2026-11-02T18:00') })).code).toBe('UNSUPPORTED');
    expect(errorOf(() => edit(ics, { allDay: true })).code).toBe('UNSUPPORTED');
  });

  it('changes fields in overrides that did not have their own', () => {
    const result = edit(WEEKLY, { title: 'New', location: 'Here' });
    expect(rows(result.ics).every((row) => row.endsWith('New'))).toBe(true);
    expect(lines(result.ics)).toContain('LOCATION:Elsewhere');
    expect(result.notes.join()).toContain('location');
    const named = edit(WEEKLY, { location: 'Here' }, 'all', '20261117T0900');
    expect(lines(named.ics)).not.toContain('LOCATION:Elsewhere');
  });

  it('goes to another zone as a whole', () => {
    const { ics } = edit(WEEKLY, { timezone: 'America/New_York' });
    expect(lines(ics)).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=America/New_York:20261103T030000',
        'EXDATE;TZID=America/New_York:20261110T030000',
        'RECURRENCE-ID;TZID=America/New_York:20261117T030000',
        'DTSTART;TZID=America/New_York:20261117T080000',
      ]),
    );
    expect(rows(ics).map((row) => row.split(' ').slice(1).join(' '))).toEqual(
      rows(WEEKLY).map((row) => row.split(' ').slice(1).join(' ')),
    );
  });

  it('becomes all-day as a whole, and timed again', () => {
    const days = edit(WEEKLY, { allDay: true }).ics ?? '';
    expect(rows(days).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
      '20261103 2026-11-03 1440',
      '20261117 2026-11-17 1440',
      '20261124 2026-11-24 1440',
      '20261201 2026-12-01 1440',
    ]);
    const timed = edit(days, { start: time('2026-11-24T16:00') }, 'all', '20261124').ics;
    expect(rows(timed).map((row) => row.split(' ')[0])).toEqual([
      '20261103T1600',
      '20261117T1600',
      '20261124T1600',
      '20261201T1600',
    ]);
  });

  it('takes a new rule, keeps what still fits and says what goes', () => {
    const result = editBefore(WEEKLY, {
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', exclude: [] },
    });
    expect(rows(result.ics).map((row) => row.split(' ')[0])).toEqual([
      '20261103T0900',
      '20261105T0900',
      '20261112T0900',
    ]);
    expect(result.notes.join()).toContain('1 occurrence');
    const moved = editBefore(WEEKLY, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2', exclude: [] } });
    expect(rows(moved.ics).map((row) => row.split(' ')[0])).toEqual(['20261105T0900', '20261112T0900']);
  });

  it('stops recurring and keeps one occurrence', () => {
    expect(rows(editBefore(WEEKLY, { recurrence: null }).ics)).toEqual(['- 2026-11-03T09:00 60 Jour fixe']);
    const named = edit(WEEKLY, { recurrence: null, title: 'Last' }, 'all', '20261117T0900');
    expect(rows(named.ics)).toEqual(['- 2026-11-17T14:00 30 Last']);
    expect(lines(named.ics).filter((line) => /^(RECURRENCE-ID|RRULE|EXDATE)/.test(line))).toEqual([]);
  });

  it('leaves a rule it cannot read alone', () => {
    const broken = calendar(['DTSTART:20261103T090000Z', 'RRULE:FREQ=SOMETIMES', 'SUMMARY:B']);
    expect(lines(edit(broken, { title: 'C' }).ics)).toContain('RRULE:FREQ=SOMETIMES');
    expect(errorOf(() => edit(broken, { start: time('2026-11-04T09:00') })).code).toBe('UNSUPPORTED');
  });
});

describe('scope all, of a series that has begun', () => {
  const refused = (ics: string, changes: EventChanges, recurrenceId?: string, pastToo = false) => {
    const place = { scope: 'all', ...(recurrenceId === undefined ? {} : { recurrenceId }), pastToo } as const;
    const { code, info } = errorOf(() => editObject(ics, changes, place, context()));
    return { code, path: info.path, instead: info.instead };
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
    // Days may touch.
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
    expect(meant.notes.join()).toContain('184 past occurrence(s)');
    const few = { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10', exclude: [] } };
    expect(refused(weekdays, few, undefined, true)).toEqual(lost);
    expect(refused(weekdays, { recurrence: null })).toEqual(lost);
  });
});

describe('a series named as a whole', () => {
  it('takes its times from the occurrence that is shown', () => {
    for (const changes of [
      { start: time('2026-11-17T15:00') },
      { end: time('2026-11-17T15:30') },
      { timezone: 'America/New_York' },
      { allDay: true },
    ]) {
      const shown = editObject(WEEKLY, changes, { scope: 'all', shown: '20261117T0900' }, context());
      expect(shown).toEqual(edit(WEEKLY, changes, 'all', '20261117T0900'));
    }
  });

  it('lets a shown occurrence keep what was changed for it alone', () => {
    const place = { scope: 'all', shown: '20261117T0900' } as const;
    const { ics } = editObject(WEEKLY, { location: 'Here' }, place, context());
    expect(lines(ics)).toContain('LOCATION:Elsewhere');
  });

  it('shifts single occurrences without their series by the same amount', () => {
    const two = calendar(
      ['RECURRENCE-ID:20261124T080000Z', 'DTSTART:20261124T080000Z', 'DURATION:PT1H', 'SUMMARY:A'],
      ['RECURRENCE-ID:20261201T080000Z', 'DTSTART:20261201T100000Z', 'DURATION:PT1H', 'SUMMARY:B'],
    );
    const place = { scope: 'all', shown: '20261124T0800' } as const;
    const { ics } = editObject(two, { start: time('2026-11-24T10:00') }, place, context());
    expect(rows(ics)).toEqual(['20261124T0800 2026-11-24T10:00 60 A', '20261201T0800 2026-12-01T12:00 60 B']);
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

describe('periods and loose dates', () => {
  it('move with their series and lose their length with their time', () => {
    const ics = calendar([
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261104T090000/PT2H,20261106T090000/20261106T120000',
      'SUMMARY:P',
    ]);
    const later = edit(ics, { start: time('2026-11-02T10:00'), timezone: 'America/New_York' }).ics;
    expect(lines(later)).toContain(
      'RDATE;VALUE=PERIOD;TZID=America/New_York:20261104T040000/PT2H,20261106T040000/20261106T070000',
    );
    expect(lines(edit(ics, { allDay: true }).ics)).toContain('RDATE;VALUE=DATE:20261104,20261106');
  });

  it('are read as their kind says', () => {
    const ics = calendar([
      'DTSTART;VALUE=DATE:20261102T000000',
      'DTEND;VALUE=DATE:20261104T000000',
      'SUMMARY:L',
    ]);
    expect(rows(edit(ics, { start: date('2026-11-05') }).ics)).toEqual(['- 2026-11-05 2880 L']);
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

  it('files of several objects, and objects that are no events', () => {
    const two = SINGLE.replace('END:VCALENDAR', 'BEGIN:VEVENT\r\nUID:two\r\nEND:VEVENT\r\nEND:VCALENDAR');
    expect(errorOf(() => edit(two, { title: 'X' })).code).toBe('UNSUPPORTED');
    expect(errorOf(() => edit(SINGLE.replaceAll('VEVENT', 'VTODO'), { title: 'X' })).code).toBe(
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
