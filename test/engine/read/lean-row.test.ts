import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';

const one = (uid: string, ...lines: string[]) => ics(...event(`UID:${uid}@x`, `SUMMARY:${uid}`, ...lines));
const MEETING = one('Meeting', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z');
const week = { type: 'events', filters: { when: 'this week' } };

async function rowOf(object: string, query: object = {}) {
  const { data } = await desk([object]).read({ query: { ...week, ...query } });
  return (data.events as Record<string, unknown>[])[0];
}

describe('a row', () => {
  it('has a clock time as its end where the start says the day and the offset', async () => {
    expect(await rowOf(MEETING)).toEqual({
      id: expect.any(String),
      title: 'Meeting',
      start: '2026-11-24T11:00+01:00',
      end: '12:00',
      day: 'Tue',
      calendar: 'Work',
    });
    expect(await rowOf(MEETING, { fields: ['end', 'start'] })).toMatchObject({ end: '12:00' });
    expect(await rowOf(MEETING, { fields: ['end'] })).toMatchObject({ end: '2026-11-24T12:00+01:00' });
  });

  it('has a whole end on another day, with another offset, or of days', async () => {
    const night = one('Night', 'DTSTART:20261124T220000Z', 'DTEND:20261124T233000Z');
    expect(await rowOf(night)).toMatchObject({ end: '2026-11-25T00:30+01:00' });
    const change = one('Change', 'DTSTART:20261025T000000Z', 'DTEND:20261025T030000Z');
    expect(await rowOf(change, { filters: { when: '2026-10-25' } })).toMatchObject({
      start: '2026-10-25T02:00+02:00',
      end: '2026-10-25T04:00+01:00',
    });
    const trip = one('Trip', 'DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261126');
    expect(await rowOf(trip)).toMatchObject({ start: '2026-11-24', end: '2026-11-25' });
  });

  it('names its calendar unless the question named that one alone', async () => {
    expect(await rowOf(MEETING, { filters: { calendar: 'Work' } })).not.toHaveProperty('calendar');
    expect(await rowOf(MEETING, { filters: { calendar: { any: ['Work', 'Home'] } } })).toMatchObject({
      calendar: 'Work',
    });
    expect(await rowOf(MEETING, { filters: { calendar: 'Work' }, fields: ['calendar'] })).toMatchObject({
      calendar: 'Work',
    });
    const shared = ['one', 'two'].map((name) =>
      createMemoryBackend({ name, calendars: [{ name: 'Work', objects: [MEETING] }] }),
    );
    const { data } = await deskOver(shared).read({ query: { ...week, filters: { calendar: 'Work' } } });
    expect(data.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ calendar: 'one/Work' }),
        expect.objectContaining({ calendar: 'two/Work' }),
      ]),
    );
  });
});

describe('meta', () => {
  it('says what the call does not', async () => {
    const { meta } = await desk([MEETING]).read({ query: week });
    expect(meta).toEqual({
      range: { from: '2026-11-23T00:00+01:00', to: '2026-11-30T00:00+01:00' },
      timezone: 'Europe/Berlin',
      total: 1,
    });
    const asked = await desk([MEETING]).read({ query: { ...week, timezone: 'UTC' } });
    expect(asked.meta).not.toHaveProperty('timezone');
  });

  it('says how many rows are here where there are more', async () => {
    const other = MEETING.replaceAll('Meeting', 'Other');
    const { meta } = await desk([MEETING, other]).read({ query: { ...week, limit: 1 } });
    expect(meta).toMatchObject({ total: 2, returned: 1, nextOffset: 1 });
    const rest = await desk([MEETING, other]).read({ query: { ...week, offset: 1 } });
    expect(rest.meta).toMatchObject({ total: 2, returned: 1 });
    expect(rest.meta).not.toHaveProperty('nextOffset');
  });
});
