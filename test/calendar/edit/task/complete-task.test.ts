import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../../compilers/time/civil.js';
import { taskHabit } from '../../../../src/calendar/edit/task/task-habit.js';
import { readObject } from '../../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { edit } from '../edits.js';
import { complete, difference, reopen, states, tasks } from './tasks.js';

const DONE = ['STATUS:COMPLETED', 'PERCENT-COMPLETE:100', 'COMPLETED:20261120T083000Z'];
const ONE = tasks(['DUE;VALUE=DATE:20261124', 'SUMMARY:Report', 'X-APPLE-SORT-ORDER:7']);
const WEEKLY = tasks([
  'DTSTART;VALUE=DATE:20261105',
  'DUE;VALUE=DATE:20261106',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'SUMMARY:Report',
  'X-APPLE-SORT-ORDER:7',
]);

describe('a task', () => {
  it('is done, and open again as it was', () => {
    const done = complete(ONE, 'override');
    expect(difference(ONE, done.ics)).toEqual(DONE);
    expect(complete(done.ics, 'override').ics).toBe(done.ics);
    expect(complete(done.ics, 'override').notes).toHaveLength(1);
    expect(difference(ONE, reopen(done.ics).ics)).toEqual(['STATUS:NEEDS-ACTION']);
    expect(reopen(ONE).ics).toBe(ONE);
  });

  it('is done though it was cancelled', () => {
    const off = ONE.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY');
    expect(states(complete(off, 'override').ics)).toEqual(['- 2026-11-24 done']);
    expect(complete(off, 'override').notes).toEqual([]);
  });
});

describe('one occurrence of a series', () => {
  it('is done as an occurrence of its own', () => {
    const first = complete(WEEKLY, 'override');
    expect(first.named).toBe('20261105');
    expect(states(first.ics)).toEqual([
      '20261105 2026-11-05 done',
      '20261112 2026-11-12 open',
      '20261119 2026-11-19 open',
    ]);
    const third = complete(first.ics, 'override', '20261119');
    expect(states(third.ics).map((line) => line.split(' ')[2])).toEqual(['done', 'open', 'done']);
    expect(complete(third.ics, 'override').named).toBe('20261112');
    expect(states(reopen(third.ics).ics)).toEqual(states(first.ics));
    expect(difference(WEEKLY, reopen(first.ics, '20261105').ics)).toEqual([]);
  });

  it('keeps what else is its own when it is reopened', () => {
    const own = complete(WEEKLY.replace('END:VTODO', 'DESCRIPTION:x\r\nEND:VTODO'), 'override').ics;
    const changed = own.replace(/DESCRIPTION:x(?![\s\S]*DESCRIPTION)/, 'DESCRIPTION:mine');
    expect(reopen(changed, '20261105').ics).toContain('DESCRIPTION:mine');
  });

  it('is moved on in place', () => {
    const first = complete(WEEKLY, 'roll');
    expect(difference(WEEKLY, first.ics)).toEqual([
      'DTSTART;VALUE=DATE:20261112',
      'DUE;VALUE=DATE:20261113',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      '-DTSTART;VALUE=DATE:20261105',
      '-DUE;VALUE=DATE:20261106',
      '-RRULE:FREQ=WEEKLY;COUNT=3',
    ]);
    expect(first.copy).toBeUndefined();
    const last = complete(complete(first.ics, 'roll').ics, 'roll').ics;
    expect(states(last)).toEqual(['20261119 2026-11-19 done']);
    expect(states(reopen(last).ics)).toEqual(['20261119 2026-11-19 open']);
  });

  it('is moved on, and what is done kept as a task of its own', () => {
    const { ics, copy, named } = complete(WEEKLY, 'copy');
    expect(named).toBe('20261112');
    expect(states(ics).map((line) => line.slice(9))).toEqual(['2026-11-12 open', '2026-11-19 open']);
    expect(states(copy?.ics ?? '')).toEqual(['- 2026-11-05 done']);
    expect(copy?.ics).toContain('UID:second@example.org');
    expect(copy?.ics).toContain('X-APPLE-SORT-ORDER:7');
  });

  it('takes alarms at a moment along', () => {
    const alarm =
      'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:20261105T080000Z\r\nEND:VALARM\r\n';
    const ics = WEEKLY.replace('END:VTODO', `${alarm}END:VTODO`);
    expect(complete(ics, 'roll').ics).toContain('TRIGGER;VALUE=DATE-TIME:20261112T080000Z');
  });

  it('is done by itself where moving on would lose others', () => {
    const later = complete(WEEKLY, 'roll', '20261112');
    expect(states(later.ics).map((line) => line.split(' ')[2])).toEqual(['open', 'done', 'open']);
    expect(later.notes).toHaveLength(1);
    const first = complete(later.ics, 'copy', '20261105');
    expect(first.copy).toBeUndefined();
    expect(states(first.ics).map((line) => line.split(' ')[2])).toEqual(['done', 'done', 'open']);
  });

  it('skips what is excluded, and counts it', () => {
    const ics = WEEKLY.replace('SUMMARY', 'EXDATE;VALUE=DATE:20261112\r\nSUMMARY');
    expect(difference(ics, complete(ics, 'roll').ics)).toContain('RRULE:FREQ=WEEKLY;COUNT=1');
    expect(states(complete(ics, 'roll').ics)).toEqual(['20261119 2026-11-19 open']);
  });

  it('ends a series with its last, by UNTIL and by single dates', () => {
    const until = WEEKLY.replace('COUNT=3', 'UNTIL=20261112');
    const once = complete(until, 'roll').ics;
    expect(states(once)).toEqual(['20261112 2026-11-12 open']);
    expect(states(complete(once, 'roll').ics)).toEqual(['20261112 2026-11-12 done']);
    const dates = tasks(['DUE;VALUE=DATE:20261106', 'RDATE;VALUE=DATE:20261109,20261110']);
    const rolled = complete(dates, 'roll').ics;
    expect(states(rolled).map((line) => line.slice(9))).toEqual(['2026-11-09 open', '2026-11-10 open']);
  });

  it('says that a form of its own is not followed', () => {
    const ics = WEEKLY.replace('COUNT=3', 'COUNT=3;FROM=COMPLETION');
    expect(complete(ics, 'override').notes.join()).toContain('form of its own');
  });
});

describe('a series that repeats by the day on which it is due', () => {
  const FRIDAYS = tasks([
    'DTSTART;VALUE=DATE:20261111',
    'DUE;VALUE=DATE:20261113',
    'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=4',
    'SUMMARY:Report',
  ]);

  it('begins as long before it is due each time', () => {
    expect(states(FRIDAYS)).toEqual([
      '20261111 2026-11-11 open',
      '20261118 2026-11-18 open',
      '20261125 2026-11-25 open',
      '20261202 2026-12-02 open',
    ]);
  });

  it('is moved on to its next due date', () => {
    expect(difference(FRIDAYS, complete(FRIDAYS, 'roll').ics)).toEqual([
      'DTSTART;VALUE=DATE:20261118',
      'DUE;VALUE=DATE:20261120',
      'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3',
      '-DTSTART;VALUE=DATE:20261111',
      '-DUE;VALUE=DATE:20261113',
      '-RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=4',
    ]);
  });

  it('follows its start and its due date', () => {
    const due = (day: number) => ({ end: { kind: 'date', day: dayNumber(2026, 11, day) } }) as const;
    const later = edit(FRIDAYS, due(14), 'all').ics ?? '';
    expect(later).toContain('BYDAY=SA');
    expect(states(later).at(-1)).toBe('20261202 2026-12-02 open');
    const shifted = edit(FRIDAYS, { shiftMinutes: 2880 }, 'all').ics ?? '';
    expect(shifted).toContain('BYDAY=SU');
    expect(states(shifted).at(-1)).toBe('20261204 2026-12-04 open');
  });

  it('is cut at the due date before', () => {
    const cut = edit(FRIDAYS.replace(';COUNT=4', ''), { title: 'Other' }, 'following', '20261125');
    expect(states(cut.ics ?? '')).toEqual(['20261111 2026-11-11 open', '20261118 2026-11-18 open']);
    expect(states(cut.split?.ics ?? '', 1)).toEqual(['20261125 2026-11-25 open']);
  });
});

describe('a whole series', () => {
  it('is done and open with everything in it', () => {
    const first = complete(WEEKLY, 'override').ics;
    const all = complete(first, 'roll', undefined, 'all').ics;
    expect(states(all).map((line) => line.split(' ')[2])).toEqual(['done', 'done', 'done']);
    expect(states(reopen(all, undefined, 'all').ics).map((line) => line.split(' ')[2])).toEqual([
      'open',
      'open',
      'open',
    ]);
    expect(states(reopen(all, '20261112').ics).map((line) => line.split(' ')[2])).toEqual([
      'done',
      'open',
      'done',
    ]);
  });
});

describe('the habit of a list', () => {
  const series = (ics: string) => readObject(ics, zoneOf).series;
  const [weekly] = series(WEEKLY);
  const [overridden] = series(complete(WEEKLY, 'override').ics);
  const [copied] = series(complete(WEEKLY, 'copy').copy?.ics ?? '');
  if (!weekly || !overridden || !copied) throw new Error('samples');

  const by = (prodid: string, of = weekly) => ({ series: of, prodid });
  const [OURS, APPLE, ORG, NEXTCLOUD, MOZILLA] = [
    '-//calendar-builder-mcp//EN',
    '-//Apple Inc.//iOS 12//EN',
    '+//IDN tasks.org//android//EN',
    '-//Nextcloud Tasks v0.18.1',
    '-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN',
  ] as const;

  it.each([
    [ORG, 'roll'],
    [NEXTCLOUD, 'roll'],
    [APPLE, 'copy'],
    [MOZILLA, 'override'],
  ] as const)('is that of the program that wrote the series (%s)', (prodid, habit) => {
    expect(taskHabit(by(prodid), [by(MOZILLA), by(MOZILLA), by('', copied)])).toBe(habit);
  });

  it('is that of most programs of the list for a series of this one', () => {
    expect(taskHabit(by(OURS), [by(NEXTCLOUD), by(APPLE), by(ORG)])).toBe('roll');
    expect(taskHabit(by(OURS), [by(NEXTCLOUD), by(MOZILLA)])).toBe('override');
  });

  it('is never what this program did', () => {
    expect(taskHabit(by(OURS), [by(OURS, overridden), by(NEXTCLOUD)])).toBe('roll');
    expect(taskHabit(by(OURS), [by(OURS, copied)])).toBe('override');
    expect(taskHabit(by(NEXTCLOUD, overridden), [])).toBe('roll');
  });

  it('is what unknown programs show', () => {
    expect(taskHabit(by(OURS), [by('-//Someone//EN', copied)])).toBe('copy');
    expect(taskHabit(by(OURS), [by('-//Someone//EN', copied), by('-//Someone//EN', overridden)])).toBe(
      'override',
    );
  });
});
