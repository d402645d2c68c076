import { describe, expect, it } from 'vitest';
import { parseWrite } from '../../../schemas/parse/parse-input.js';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, event, ics } from '../service-on-memory.js';

const UID = 'series@test';
const only = { query: { type: 'events', filters: { id: UID } } };

function series(...lines: readonly string[]): string {
  return ics(...event(`UID:${UID}`, 'SUMMARY:Standup', ...lines));
}

/** Every weekday since January; it is Monday 23 November 2026, 9:00, and the one of Wednesday is left out. */
const WEEKDAYS = ics(
  ...event(
    `UID:${UID}`,
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20260105T090000',
    'DTEND;TZID=Europe/Berlin:20260105T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    'EXDATE;TZID=Europe/Berlin:20261125T090000',
  ),
  ...event(
    `UID:${UID}`,
    'SUMMARY:Standup',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261126T090000',
    'DTSTART;TZID=Europe/Berlin:20261126T140000',
    'DTEND;TZID=Europe/Berlin:20261126T143000',
  ),
);
const BIRTHDAY = series('DTSTART;VALUE=DATE:19601224', 'RRULE:FREQ=YEARLY');
const FLOATING = series(
  'DTSTART:20260101T180000',
  'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY;UNTIL=20261231T180000',
);
/** Its last occurrence, which answers show, was on 12 October. */
const ENDED = series('DTSTART:20260907T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=6');

/** The ways answers name a series as a whole. */
const NAMES: Readonly<Record<string, (d: Desk) => Promise<string>>> = {
  'its UID': async () => UID,
  'the id of its row': async (d) => idOf(await d.read({ query: { ...only.query, expand: false } })),
};

function idOf({ data }: Awaited<ReturnType<Desk['read']>>): string {
  const [row] = Array.isArray(data.events) ? data.events : [];
  return String(row.id);
}

/** The lines of the stored object that say when it is. */
async function times(d: Desk): Promise<readonly string[]> {
  const { data } = await d.read({ query: { ...only.query, format: 'ics' } });
  const lines = String(data.ics)
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
  const events = lines.slice(lines.indexOf('BEGIN:VEVENT'));
  return events.filter((line) => /^(DTSTART|DTEND|DURATION|RRULE|EXDATE|RECURRENCE-ID)/.test(line));
}

async function update(d: Desk, id: string, changes: object, scope?: string) {
  const mutation = { operation: 'update', id, changes, ...(scope === undefined ? {} : { scope }) };
  return d.write({ mutation });
}

describe.each(Object.entries(NAMES))('a series named by %s', (_, name) => {
  const changed = async (object: string, changes: object) => {
    const d = desk([object]);
    await update(d, await name(d), changes);
    return times(d);
  };

  it('takes a clock time of the shown day, and keeps its days and its past', async () => {
    const later = [
      'DTSTART;TZID=Europe/Berlin:20260105T100000',
      'DTEND;TZID=Europe/Berlin:20260105T103000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'EXDATE;TZID=Europe/Berlin:20261125T100000',
      'RECURRENCE-ID;TZID=Europe/Berlin:20261126T100000',
      'DTSTART;TZID=Europe/Berlin:20261126T150000',
      'DTEND;TZID=Europe/Berlin:20261126T153000',
    ];
    expect(await changed(WEEKDAYS, { start: '2026-11-23T10:00' })).toEqual(later);
    expect(await changed(WEEKDAYS, { start: 'today 10:00' })).toEqual(later);
    expect(await changed(WEEKDAYS, { start: '2026-11-23T04:00-05:00' })).toEqual(later);
  });

  it('takes an end, a length, a day', async () => {
    expect(await changed(WEEKDAYS, { end: '2026-11-23T09:45' })).toContain(
      'DTEND;TZID=Europe/Berlin:20260105T094500',
    );
    expect(await changed(WEEKDAYS, { durationMinutes: 15 })).toContain(
      'DTEND;TZID=Europe/Berlin:20260105T091500',
    );
    expect(await changed(BIRTHDAY, { end: '2026-12-25' })).toEqual([
      'DTSTART;VALUE=DATE:19601224',
      'RRULE:FREQ=YEARLY',
      'DTEND;VALUE=DATE:19601226',
    ]);
    expect(await changed(BIRTHDAY, { start: '2026-12-23' })).toEqual([
      'DTSTART;VALUE=DATE:19601223',
      'RRULE:FREQ=YEARLY',
    ]);
    expect(await changed(FLOATING, { start: '2026-11-27' })).toEqual([
      'DTSTART:20260102T180000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20270101T180000',
    ]);
    expect(await changed(FLOATING, { start: 'friday 20:00' })).toEqual([
      'DTSTART:20260102T200000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20270101T200000',
    ]);
  });

  it('goes to another zone, becomes all-day, is measured from its last one when it is over', async () => {
    expect(await changed(WEEKDAYS, { timezone: 'America/New_York', start: '2026-11-23T09:00' })).toEqual([
      'DTSTART;TZID=America/New_York:20260105T090000',
      'DTEND;TZID=America/New_York:20260105T093000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      'EXDATE;TZID=America/New_York:20261125T090000',
      'RECURRENCE-ID;TZID=America/New_York:20261126T090000',
      'DTSTART;TZID=America/New_York:20261126T140000',
      'DTEND;TZID=America/New_York:20261126T143000',
    ]);
    expect((await changed(BIRTHDAY, { start: '2026-12-24T18:00' })).slice(0, 2)).toEqual([
      'DTSTART;TZID=Europe/Berlin:19601224T180000',
      'RRULE:FREQ=YEARLY',
    ]);
    expect((await changed(WEEKDAYS, { allDay: true })).slice(0, 3)).toEqual([
      'DTSTART;VALUE=DATE:20260105',
      'DTEND;VALUE=DATE:20260106',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ]);
    expect(await changed(ENDED, { start: '2026-10-12T09:00' })).toContain('DTSTART:20260907T070000Z');
  });

  it.each<[string, object, object]>([
    [
      WEEKDAYS,
      { start: '2026-11-24T10:00' },
      { changes: { start: '2026-11-23T10:00' }, effect: 'DTSTART;TZID=Europe/Berlin:20260105T100000' },
    ],
    [
      WEEKDAYS,
      { start: '2026-11-24T10:00', end: '2026-11-24T10:45' },
      {
        changes: { start: '2026-11-23T10:00', end: '2026-11-23T10:45' },
        effect: 'DTEND;TZID=Europe/Berlin:20260105T104500',
      },
    ],
    [
      WEEKDAYS,
      { start: '2026-11-24T09:00' },
      { scope: 'following', effect: 'DTSTART;TZID=Europe/Berlin:20260105T090000' },
    ],
    [
      WEEKDAYS,
      { end: '2026-11-24T09:45' },
      { scope: 'this', effect: 'DTEND;TZID=Europe/Berlin:20261124T094500' },
    ],
    [BIRTHDAY, { end: '2030-12-25' }, { scope: 'this', effect: 'DTEND;VALUE=DATE:20301226' }],
    [
      WEEKDAYS,
      { recurrence: { frequency: 'weekly', daysOfWeek: ['tue'] } },
      { scope: 'following', effect: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261123T075959Z' },
    ],
    [
      WEEKDAYS,
      { recurrence: { daysOfWeek: ['tue'] } },
      { scope: 'following', effect: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261123T075959Z' },
    ],
    [
      WEEKDAYS,
      { recurrence: null },
      { scope: 'following', effect: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261123T075959Z' },
    ],
  ])(
    'refuses what would harm the others, with a call that does not: %#',
    async (object, changes, expected) => {
      const d = desk([object]);
      const before = await times(d);
      const id = await name(d);
      const { info } = await failureOf(update(d, id, changes));
      await failureOf(update(d, id, changes, 'all'));
      expect(await times(d)).toEqual(before);
      expect(info).toMatchObject({ outcome: 'not_applied' });
      const { effect, ...meant } = { effect: '', ...expected };
      expect(info.example).toMatchObject({ mutation: { operation: 'update', ...meant } });
      expect(() => parseWrite(info.example)).not.toThrow();
      await d.write(info.example);
      expect(await times(d)).toContain(effect);
    },
  );
});

describe('one occurrence of a series', () => {
  it('is not moved to another calendar with all the others unasked', async () => {
    const d = desk([WEEKDAYS]);
    const id = idOf(await d.read({ query: { ...only.query, filters: { id: UID, when: '2026-11-24' } } }));
    const { code } = await failureOf(d.write({ mutation: { operation: 'move', id, calendar: 'Home' } }));
    expect(code).toBe('SCOPE_REQUIRED');
    const { info } = await failureOf(update(d, id, { calendar: 'Home', title: 'Late' }, 'this'));
    expect(info.path).toBe('/mutation/changes/calendar');
    expect(await times(d)).toHaveLength(7);
  });

  it('can be where the rest goes to another calendar', async () => {
    const d = desk([WEEKDAYS]);
    const id = idOf(await d.read({ query: { ...only.query, filters: { id: UID, when: '2026-11-24' } } }));
    await update(d, id, { calendar: 'Home' }, 'following');
    const rows = await d.read({
      query: { type: 'events', filters: { when: { between: ['2026-11-23', '2026-11-27'] } } },
    });
    expect(rows.data.events).toMatchObject([
      { start: '2026-11-23T09:00+01:00', calendar: 'Work' },
      { start: '2026-11-24T09:00+01:00', calendar: 'Home' },
      { start: '2026-11-26T14:00+01:00', calendar: 'Home' },
      { start: '2026-11-27T09:00+01:00', calendar: 'Home' },
    ]);
  });
});
