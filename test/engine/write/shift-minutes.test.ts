import { describe, expect, it } from 'vitest';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, event, ics } from '../service-on-memory.js';
import { DENTIST, rows, STANDUP } from './one-desk.js';

const HOLIDAY = ics(
  ...event('UID:holiday@x', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261130', 'DTEND;VALUE=DATE:20261202'),
);
/** The day before clocks go forward in Berlin, in its zone and in UTC. */
const LATE = ics(
  ...event(
    'UID:late@x',
    'SUMMARY:Late',
    'DTSTART;TZID=Europe/Berlin:20270327T140000',
    'DTEND;TZID=Europe/Berlin:20270327T150000',
  ),
);
const LATE_UTC = ics(
  ...event('UID:utc@x', 'SUMMARY:Late in UTC', 'DTSTART:20270327T130000Z', 'DTEND:20270327T140000Z'),
);

function shift(d: Desk, filters: unknown, shiftMinutes: unknown, more: Record<string, unknown> = {}) {
  const { changes, ...rest } = { changes: {}, ...more };
  return d.write({
    mutation: { operation: 'update', filters, changes: { shiftMinutes, ...changes }, ...rest },
  });
}

async function starts(d: Desk, filters: unknown): Promise<readonly string[]> {
  return (await rows(d, filters)).map(({ start }) => start.slice(5, 16));
}

describe('shiftMinutes', () => {
  it('moves an event and keeps its length', async () => {
    const d = desk([DENTIST]);
    const { data } = await shift(d, { title: 'dentist' }, 90);
    expect(data.changed).toMatchObject({ start: ['2026-11-24T11:00+01:00', '2026-11-24T12:30+01:00'] });
    await shift(d, { title: 'dentist' }, -30, { changes: { durationMinutes: 15 } });
    const [row] = await rows(d, { title: 'dentist' }, { fields: ['title', 'start', 'durationMinutes'] });
    expect(row).toMatchObject({ start: '2026-11-24T12:00+01:00', durationMinutes: 15 });
  });

  it('goes by the clock where clocks change', async () => {
    const d = desk([LATE, LATE_UTC]);
    await shift(d, { id: 'late@x' }, 1440);
    await shift(d, { id: 'utc@x' }, 1440);
    expect(await starts(d, { when: '2027-03' })).toEqual(['03-28T14:00', '03-28T14:00']);
  });

  it('moves an all-day event by whole days only', async () => {
    const d = desk([HOLIDAY]);
    await shift(d, { title: 'holiday' }, -1440);
    expect(await starts(d, { title: 'holiday', when: 'any' })).toEqual(['11-29']);
    const { code, info } = await failureOf(shift(d, { title: 'holiday' }, 60));
    expect([code, info.path]).toEqual(['INVALID_DATE', '/mutation/changes/shiftMinutes']);
  });

  it.each([
    ['this', ['11-24T10:00', '11-25T09:00']],
    ['following', ['11-24T10:00', '11-25T10:00']],
    ['all', ['11-24T10:00', '11-25T10:00']],
  ])('moves a series with scope %s', async (scope, expected) => {
    const d = desk([STANDUP]);
    await shift(d, { title: 'standup', when: 'tomorrow' }, 60, { scope });
    const when = { between: ['2026-11-24', '2026-11-25'] };
    expect(await starts(d, { when })).toEqual(expected);
    const [first] = await starts(d, { when: '2026-11-02' });
    expect(first).toBe(scope === 'all' ? '11-02T10:00' : '11-02T09:00');
  });

  it('moves everything of an hour two hours later', async () => {
    const d = desk([STANDUP, DENTIST]);
    const filters = { when: 'this week', timeOfDay: { after: '11:00', before: '12:00' } };
    await shift(d, filters, 120, { each: true });
    expect(await starts(d, { title: 'dentist' })).toEqual(['11-24T13:00']);
    expect(await starts(d, { title: 'standup', when: 'tomorrow' })).toEqual(['11-24T09:00']);
  });

  it('is refused where a whole series would leap over its next occurrence', async () => {
    const { code, info } = await failureOf(shift(desk([STANDUP]), { title: 'standup' }, 1440));
    expect(code).toBe('INVALID_DATE');
    expect(info.path).toBe('/mutation/changes/shiftMinutes');
    expect(info.example).toMatchObject({
      mutation: { id: expect.stringMatching(/\/\d{8}T0900$/), scope: 'following' },
    });
  });

  it('stands alone', async () => {
    const d = desk([DENTIST]);
    for (const changes of [{ start: 'tomorrow 10:00' }, { end: 'tomorrow 10:00' }])
      expect((await failureOf(shift(d, { title: 'dentist' }, 30, { changes }))).code).toBe(
        'INVALID_ARGUMENT',
      );
    expect((await failureOf(shift(d, { title: 'dentist' }, 0))).code).toBe('INVALID_ARGUMENT');
  });

  it.each([
    ['+2h', 120],
    ['-30 min', -30],
    ['+1 day', 1440],
  ])('is what start %s means', async (start, shiftMinutes) => {
    const changes = { start, location: 'Room 1' };
    const mutation = { operation: 'update', filters: { title: 'dentist' }, changes };
    const { info } = await failureOf(desk([DENTIST]).write({ mutation }));
    expect(info.example).toEqual({
      mutation: { ...mutation, changes: { location: 'Room 1', shiftMinutes } },
    });
  });
});
