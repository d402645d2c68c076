import { describe, expect, it } from 'vitest';
import { deleteOccurrences } from '../../../src/calendar/edit/delete-occurrences.js';
import { editObject } from '../../../src/calendar/edit/edit-object.js';
import { completeTask } from '../../../src/calendar/edit/task/complete-task.js';
import { readObject } from '../../../src/calendar/read/read-object.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { calendar, context, lines, rows } from '../edit/edit-samples.js';

const early = context({ now: Date.UTC(2026, 0, 1) });

function task(...content: readonly string[]): string {
  return calendar(content).replaceAll('VEVENT', 'VTODO');
}

function single(ics: string) {
  const [series] = readObject(ics, zoneOf).series;
  if (series === undefined) throw new Error('nothing was read');
  return series;
}

/** Unusual but legal objects: each listed occurrence can be edited, deleted and named. */
describe.each([
  ['an all-day rule with hours', ['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=WEEKLY;BYHOUR=9,10;COUNT=6'], 6],
  ['an hourly rule of days', ['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=HOURLY;INTERVAL=12;COUNT=6'], 3],
  [
    'floating times until a moment',
    ['DTSTART:20270104T093000', 'RRULE:FREQ=DAILY;UNTIL=20270107T090000Z'],
    3,
  ],
  [
    'a nominal day over a change of clocks',
    ['DTSTART;TZID=Europe/Berlin:20270326T093000', 'DURATION:P1D', 'RRULE:FREQ=DAILY;COUNT=4'],
    4,
  ],
  [
    'an end before its start beside a length',
    ['DTSTART:20270104T090000Z', 'DTEND:20270104T080000Z', 'DURATION:PT3H', 'RRULE:FREQ=DAILY;COUNT=3'],
    3,
  ],
  [
    'days by a length in hours',
    ['DTSTART;VALUE=DATE:20270104', 'DURATION:PT36H', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    3,
  ],
  [
    'a rule with COUNT and UNTIL',
    ['DTSTART:20270104T090000Z', 'RRULE:FREQ=DAILY;COUNT=9;UNTIL=20270106T090000Z'],
    3,
  ],
  [
    'a rule with a count that is none',
    ['DTSTART:20270104T090000Z', 'RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20270106'],
    3,
  ],
  [
    'a rule with an empty part',
    ['DTSTART:20270104T090000Z', 'RRULE:FREQ=DAILY;BYDAY=;INTERVAL=0;COUNT=3'],
    3,
  ],
  [
    'a rule with a start in it',
    ['DTSTART:20270104T090000Z', 'RRULE:FREQ=DAILY;DTSTART=20270104T090000Z;COUNT=3'],
    3,
  ],
  [
    'days until a midnight of their calendar in UTC',
    ['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=DAILY;UNTIL=20270105T230000Z'],
    3,
  ],
])('%s', (name, content, count) => {
  const text = calendar([...content, 'SUMMARY:Odd']);
  const ics = name.includes('their calendar')
    ? text.replace('PRODID', 'X-WR-TIMEZONE:Europe/Berlin\r\nPRODID')
    : text;

  it('is listed, and each occurrence can be edited and deleted', () => {
    const before = rows(ics);
    expect(before).toHaveLength(count);
    for (const row of before) {
      const [recurrenceId = ''] = row.split(' ');
      const place = { scope: 'this', recurrenceId } as const;
      const renamed = before.map((one) => (one === row ? one.replace('Odd', 'New') : one));
      expect(rows(editObject(ics, { title: 'New' }, place, early).ics)).toEqual(renamed);
      expect(rows(deleteOccurrences(ics, place, early).ics)).toEqual(before.filter((one) => one !== row));
    }
  });

  it('stays as it is up to where it is cut', () => {
    const before = rows(ics);
    const [recurrenceId = ''] = before[2]?.split(' ') ?? [];
    const place = { scope: 'following', recurrenceId } as const;
    const { ics: first, split } = editObject(ics, { title: 'New' }, place, early);
    expect([...rows(first), ...rows(split?.ics)]).toEqual([
      ...before.slice(0, 2),
      ...before.slice(2).map((one) => one.replace('Odd', 'New')),
    ]);
  });
});

describe('a length that cannot be read', () => {
  it.each(['DURATION:PT1H30', 'DTEND:later'])('is no length, and a note says so: %s', (line) => {
    const { master, fields } = single(calendar(['DTSTART:20270104T090000Z', line]));
    expect(fields.title).toBe('');
    expect(master?.span.length).toEqual({ days: 0, milliseconds: 0 });
    expect(master?.span.notes.join()).toContain('cannot be read');
  });

  it('stays as it is written when an occurrence gets a title', () => {
    const ics = calendar(['DTSTART:20270104T090000Z', 'DTEND:later', 'RRULE:FREQ=DAILY;COUNT=2']);
    const place = { scope: 'this', recurrenceId: '20270105T0900' } as const;
    expect(lines(editObject(ics, { title: 'New' }, place, early).ics)).toContain('DTEND:later');
  });
});

describe('a reminder of a series at a moment', () => {
  const ics = calendar([
    'DTSTART:20270104T090000Z',
    'RRULE:FREQ=DAILY;COUNT=4',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER;VALUE=DATE-TIME:20270104T083000Z',
    'END:VALARM',
  ]);

  it.each(['this', 'following'] as const)('goes along with the occurrences of scope %s', (scope) => {
    const { ics: first, split } = editObject(
      ics,
      { title: 'New' },
      { scope, recurrenceId: '20270106T0900' },
      early,
    );
    const changed = split?.ics ?? first ?? '';
    expect(lines(changed)).toContain('TRIGGER;VALUE=DATE-TIME:20270106T083000Z');
  });
});

it('a start beside its rule with a count ends by date, as programs count it differently', () => {
  const ics = calendar(['DTSTART;VALUE=DATE:20270104', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3']);
  const place = { scope: 'following', recurrenceId: '20270113' } as const;
  expect(lines(deleteOccurrences(ics, place, early).ics)).toContain(
    'RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270112',
  );
});

describe('tasks', () => {
  it('without a date of completion are open', () => {
    const ics = task('DUE:20270104T090000Z', 'COMPLETED:', 'STATUS:', 'PERCENT-COMPLETE:0');
    expect(single(ics).fields.task?.status).toBe('open');
  });

  it('stay due at their time of day when a series moves on over a change of clocks', () => {
    const ics = task(
      'DTSTART;TZID=Europe/Berlin:20261019T093000',
      'DUE;TZID=Europe/Berlin:20261026T093000',
      'RRULE:FREQ=WEEKLY',
    );
    const done = completeTask(ics, { scope: 'this' }, { at: early.now, habit: 'roll' }, early);
    expect(lines(done.ics)).toContain('DUE;TZID=Europe/Berlin:20261102T093000');
  });

  it('repeat for ever where the rule counts to nothing', () => {
    const ics = task('DUE;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;COUNT=0;INTERVAL=1;BYDAY=WE');
    const done = completeTask(ics, { scope: 'this' }, { at: early.now, habit: 'roll' }, early);
    expect(lines(done.ics)).toContain('DUE;VALUE=DATE:20270113');
  });

  it('of a rule that cannot be read do not end with one occurrence', () => {
    const ics = task('DUE;VALUE=DATE:20270106', 'RRULE:FREQ=SOMETIMES');
    const done = completeTask(ics, { scope: 'this' }, { at: early.now, habit: 'roll' }, early);
    expect(lines(done.ics)).toContain('RECURRENCE-ID;VALUE=DATE:20270106');
    expect(done.ics.match(/^STATUS:COMPLETED/gm)).toHaveLength(1);
  });

  it('keep a start after the due date, which nobody sees, in its place beside it', () => {
    const ics = task('DTSTART;VALUE=DATE:20270105', 'DUE;VALUE=DATE:20270101');
    expect(single(ics).fields.task).toMatchObject({ hasStart: false, hasDue: true });
    const { ics: later } = editObject(ics, { shiftMinutes: 1440 }, { scope: 'all' }, early);
    expect(lines(later)).toContain('DTSTART;VALUE=DATE:20270106');
  });

  it('keep the time of day of a start beside a due day', () => {
    const ics = task('DTSTART;TZID=Europe/Berlin:20270104T100000', 'DUE;VALUE=DATE:20270105');
    const { ics: later } = editObject(ics, { shiftMinutes: 1440 }, { scope: 'all' }, early);
    expect(lines(later)).toContain('DTSTART;TZID=Europe/Berlin:20270105T100000');
  });

  it('get a start for the day of the one who asks, beside a moment', () => {
    const ics = task('DUE;VALUE=DATE-TIME:20261201T200000Z');
    const { ics: later } = editObject(ics, { start: { kind: 'date', day: 20_782 } }, { scope: 'all' }, early);
    const [series] = readObject(later ?? '', zoneOf).series;
    expect(series?.fields.task?.hasStart).toBe(true);
    expect(lines(later)).toContain('DTSTART:20261124T230000Z');
  });
});
