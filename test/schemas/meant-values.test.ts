import { describe, expect, it } from 'vitest';
import type { ToolName } from '../../schemas/tools/examples.js';
import { errorOf } from '../thrown.js';
import { parseInput } from './parse-input.js';

const refusal = (tool: ToolName, call: unknown) => errorOf(() => parseInput(tool, call));

const EVENT = { title: 'Team', start: '2026-11-24T09:00' };

/** What the example of the error gives for the fields of a new event, beside title and start. */
function fieldsMeant(fields: Readonly<Record<string, unknown>>): unknown {
  const call = { mutation: { operation: 'create', data: { ...EVENT, ...fields } } };
  const { example } = refusal('calendar_write', call).info;
  expect(parseInput('calendar_write', example)).toMatchObject({ operation: 'create', data: EVENT });
  const { data } = parseInput('calendar_write', example) as unknown as { data: Record<string, unknown> };
  const { title: _title, start: _start, ...rest } = data;
  return rest;
}

describe('the example of an error keeps what was meant', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ recurrence: 'weekly' }, { recurrence: { frequency: 'weekly' } }],
    [
      { recurrence: 'Every weekday' },
      { recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'] } },
    ],
    [{ recurrence: 'every 3 months' }, { recurrence: { frequency: 'monthly', interval: 3 } }],
    [{ recurrence: 'every Monday' }, { recurrence: { frequency: 'weekly', daysOfWeek: ['mon'] } }],
    [{ recurrence: 'every last Friday' }, { recurrence: { frequency: 'monthly', daysOfWeek: ['-1fri'] } }],
    [{ recurrence: 'FREQ=WEEKLY;COUNT=4' }, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } }],
    [{ recurrence: ['RRULE:FREQ=DAILY'] }, { recurrence: { rrule: 'RRULE:FREQ=DAILY' } }],
    [{ recurrence: { frequency: 'biweekly' } }, { recurrence: { frequency: 'weekly', interval: 2 } }],
    [
      { recurrence: { frequency: 'weekdays', count: 5 } },
      { recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'], count: 5 } },
    ],
    [
      { recurrence: { freq: 'WEEKLY', byDay: ['MO', 'Wednesday'], count: '6' } },
      { recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'wed'], count: 6 } },
    ],
    [
      { recurrence: { frequency: 'monthly', daysOfWeek: ['last friday', '2nd tue', '-1MO'] } },
      { recurrence: { frequency: 'monthly', daysOfWeek: ['-1fri', '2tue', '-1mon'] } },
    ],
    [{ attendees: ['Ana Roe <ana@x.org>'] }, { attendees: [{ email: 'ana@x.org', name: 'Ana Roe' }] }],
    [{ attendees: '"Roe, Ana" <ana@x.org>' }, { attendees: [{ email: 'ana@x.org', name: 'Roe, Ana' }] }],
    [{ attendees: 'ana@x.org, bob@x.org' }, { attendees: ['ana@x.org', 'bob@x.org'] }],
    [
      {
        attendees: [{ email: 'ana@x.org', displayName: 'Ana' }],
        reminders: [{ method: 'popup', minutes: 10 }],
      },
      {
        attendees: [{ email: 'ana@x.org', name: 'Ana' }],
        reminders: [{ type: 'display', minutesBefore: 10 }],
      },
    ],
    [{ reminders: ['10 minutes', '1 day before', 'PT1H30M'] }, { reminders: [10, 1440, 90] }],
    [{ duration: '1h 30m' }, { durationMinutes: 90 }],
    [{ durationMinutes: '45 minutes' }, { durationMinutes: 45 }],
    [{ tags: 'work, home' }, { tags: ['work', 'home'] }],
    [{ transparency: 'transparent' }, { busy: false }],
    [{ location: ['Room 2'] }, { location: 'Room 2' }],
  ])('%j', (written, meant) => {
    expect(fieldsMeant(written)).toEqual(meant);
  });

  it('takes only what is clear', () => {
    expect(fieldsMeant({ durationMinutes: 'P1M' })).toEqual({});
    expect(fieldsMeant({ durationMinutes: '1h'.repeat(40) })).toEqual({});
    const tokyo = { dateTime: '2026-11-24T18:00', timeZone: 'Asia/Tokyo' };
    expect(fieldsMeant({ end: tokyo })).toEqual({});
    expect(fieldsMeant({ end: tokyo, timezone: 'Asia/Tokyo' })).toMatchObject({ end: tokyo.dateTime });
    const recurrence = {
      mutation: { operation: 'create', data: { ...EVENT, recurrence: 'every 2nd Friday' } },
    };
    expect(refusal('calendar_write', recurrence).info.suggestion).toMatch(/^Give frequency/);
  });

  it('is soon done with long texts', () => {
    expect(fieldsMeant({ attendees: [' '.repeat(6000)], durationMinutes: '1'.repeat(100_000) })).toEqual({});
  });

  it('says what it leaves out of a list, and not what it has put elsewhere', () => {
    const call = { mutation: { operation: 'create', data: { ...EVENT, attendees: ['ana@', 'bob@x.org'] } } };
    const { example, suggestion } = refusal('calendar_write', call).info;
    expect(example).toMatchObject({ mutation: { data: { attendees: ['bob@x.org'] } } });
    expect(suggestion).toContain('leaves out `attendees`');
    const moved = { query: { type: 'events', filters: { start: { from: '2026-11-24', to: '2026-11-26' } } } };
    expect(refusal('calendar_read', moved).info.suggestion).toBeUndefined();
  });

  it('reads times in the form of another interface, whose all-day end is not a day of the event', () => {
    const zoned = { dateTime: '2027-01-05T09:00:00', timeZone: 'America/New_York' };
    const call = (start: unknown, end: unknown) => ({
      mutation: { operation: 'create', data: { title: 'a', start, end } },
    });
    expect(
      refusal('calendar_write', call(zoned, { ...zoned, dateTime: '2027-01-05T10:00:00' })).info.example,
    ).toEqual({
      mutation: {
        operation: 'create',
        data: {
          title: 'a',
          start: '2027-01-05T09:00:00',
          end: '2027-01-05T10:00:00',
          timezone: 'America/New_York',
        },
      },
    });
    for (const date of ['2027-01-06', '2027-01-05']) {
      expect(refusal('calendar_write', call({ date: '2027-01-05' }, { date })).info.example).toEqual({
        mutation: { operation: 'create', data: { title: 'a', start: '2027-01-05', end: '2027-01-05' } },
      });
    }
  });

  it.each<[ToolName, unknown, unknown]>([
    [
      'calendar_write',
      { mutation: { operation: 'move', id: 'k3v9x2m8qa', to: 'Home' } },
      { mutation: { operation: 'move', id: 'k3v9x2m8qa', calendar: 'Home' } },
    ],
    [
      'calendar_write',
      { mutation: { operation: 'create', changes: EVENT } },
      { mutation: { operation: 'create', data: EVENT } },
    ],
    [
      'calendar_read',
      { query: { filters: { when: 'today' } } },
      { query: { filters: { when: 'today' }, type: 'events' } },
    ],
    [
      'calendar_read',
      { query: { type: 'events', filters: { attendee: { contains: 'ana' } } } },
      { query: { type: 'events', filters: { attendee: { any: ['ana'] } } } },
    ],
    [
      'calendar_read',
      { query: { type: 'events', fields: 'title,start', sort: 'start desc' } },
      { query: { type: 'events', fields: ['title', 'start'], sort: [{ field: 'start', order: 'desc' }] } },
    ],
    [
      'calendar_analyze',
      { analysis: { type: 'availability', params: { duration: '30 minutes', workingHours: '9-17:30' } } },
      {
        analysis: {
          type: 'availability',
          params: { durationMinutes: 30, workingHours: { start: '09:00', end: '17:30' } },
        },
      },
    ],
  ])('%s %j', (tool, call, example) => {
    expect(refusal(tool, call).info.example).toEqual(example);
  });
});

describe('what cannot be kept', () => {
  it('is told, so that the example is not sent as if it said the same', () => {
    const call = {
      mutation: { operation: 'create', data: { ...EVENT, attendees: ['ana@'], guestsCanModify: true } },
    };
    expect(refusal('calendar_write', call).info.suggestion).toContain(
      'The example leaves out `attendees`, `guestsCanModify`.',
    );
  });

  it('is not told of what the example has after all', () => {
    const call = { mutation: { operation: 'delete', ids: ['a', 'b'] } };
    expect(refusal('calendar_write', call).info.suggestion).toBeUndefined();
  });

  it('a repetition in words is no single event', () => {
    const call = {
      mutation: { operation: 'create', data: { ...EVENT, recurrence: 'on school days until Easter' } },
    };
    const { example, suggestion } = refusal('calendar_write', call).info;
    expect(example).toMatchObject({
      mutation: { data: { title: 'Planning', recurrence: { frequency: 'weekly' } } },
    });
    expect(suggestion).toContain('frequency');
  });
});
