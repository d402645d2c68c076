import { describe, expect, it } from 'vitest';
import type { EventChanges } from '../../../compilers/plan/write-plan.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { errorOf } from '../../thrown.js';
import { calendar, context, date, lines, rows, time } from './edit-samples.js';
import { edit, WEEKLY } from './edits.js';

/** Until its first occurrence, a whole series can be moved and get another rule. */
const BEFORE = { now: Date.UTC(2026, 9, 1) };

function editBefore(ics: string, changes: EventChanges, recurrenceId?: string) {
  return edit(ics, changes, 'all', recurrenceId, BEFORE);
}

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

  it.each([
    ['20261102T1000', 'Europe/Berlin'],
    ['20261026T1000', 'Asia/Tokyo'],
  ])(
    'says how many occurrences another zone moves besides the one that is named (%s, %s)',
    (id, timezone) => {
      const weekly = calendar([
        'DTSTART;TZID=America/New_York:20261026T100000',
        'DTEND;TZID=America/New_York:20261026T110000',
        'RRULE:FREQ=WEEKLY;COUNT=6',
        'SUMMARY:Call',
      ]);
      const { ics, notes } = edit(weekly, { timezone }, 'all', id);
      const starts = (text: string | undefined) => rows(text).map((row) => row.split(' ')[1]);
      const before = starts(weekly);
      const moved = starts(ics).filter((start, at) => start !== before[at]);
      expect(moved.length).toBeGreaterThan(0);
      expect(notes.join()).toContain(`${moved.length} of the 6 occurrences within a year of today move`);
      expect(starts(ics)).toContain(before[id === '20261026T1000' ? 0 : 1]);
    },
  );

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
    expect(result.notes.join()).toContain('Removed 1 individually changed occurrence');
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
