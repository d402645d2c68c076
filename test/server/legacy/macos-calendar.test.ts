import { describe, expect, it } from 'vitest';
import { eachOnNewServer, type Json, legacy } from './legacy-server.js';

eachOnNewServer();

describe('_migration', () => {
  it('comes with failures too', async () => {
    const { failed, json } = await legacy('list-today-events', { calendar: 'Nope' });
    expect(failed).toBe(true);
    expect(json).toMatchObject({
      error: expect.any(String),
      calendarNotFound: true,
      code: 'CALENDAR_NOT_FOUND',
      _migration: { replacement: 'calendar_read' },
    });
  });
});

describe('wrong arguments', () => {
  it.each<[string, Json, string, string]>([
    ['create-event', { title: 'x', startDate: '2026-11-24 10:00' }, 'INVALID_ARGUMENT', '/endDate'],
    [
      'create-event',
      { ...{ title: 'x', startDate: 'soon', endDate: 'later' } },
      'INVALID_ARGUMENT',
      '/startDate',
    ],
    // `titel` is `title` misspelt, so what is missing first is the start.
    ['create-event', { titel: 'x' }, 'INVALID_ARGUMENT', '/startDate'],
    ['delete-events-by-keyword', { keyword: '  ', confirm: true }, 'INVALID_ARGUMENT', '/keyword'],
    ['delete-events-by-keyword', { keyword: 'x', confirm: 'yes' }, 'INVALID_ARGUMENT', '/confirm'],
    ['list-calendars', { all: true }, 'UNKNOWN_FIELD', '/all'],
    ['list-today-events', { calender: 'Work' }, 'UNKNOWN_FIELD', '/calender'],
  ])('of %s %j are all named', async (name, args, code, path) => {
    const { failed, json } = await legacy(name, args);
    expect(failed).toBe(true);
    expect(json).toMatchObject({ code, path, error: expect.any(String) });
    expect(JSON.stringify(json)).not.toContain('undefined');
  });

  it('learn the nearest name', async () => {
    const { json } = await legacy('list-today-events', { calender: 'Work' });
    expect(json.didYouMean).toEqual(['calendar']);
  });
});

describe('old composite ids', () => {
  it('are fetched when they fit one event', async () => {
    const { json } = await legacy('fetch', { id: 'calendar-event-personal-dentist-2026-11-24T12-00-00' });
    expect(json).toMatchObject({ title: 'Dentist', metadata: { calendar: 'Personal' } });
    const utc = await legacy('fetch', { id: 'calendar-event-personal-dentist-2026-11-24T11-00-00' });
    expect(utc.json.title).toBe('Dentist');
    for (const written of [
      'Personal-Dentist-2026-11-24T12:00:00',
      'Personal-Dentist-2026-11-24T11:00:00.000Z',
    ]) {
      const iso = await legacy('fetch', { id: `calendar-event-${written}` });
      expect(iso.json).toMatchObject({ title: 'Dentist' });
    }
    const lossy = await legacy('fetch', { id: 'calendar-event-family-co--2026-11-27T10-00-00' });
    expect(lossy.json.title).toBe('会议');
    const occurrence = await legacy('fetch', { id: 'calendar-event-work-standup-2026-11-26T09-30-00' });
    expect(occurrence.json.metadata).toMatchObject({ startDate: '2026-11-26T09:30+01:00' });
  });

  it('that fit several name them; that fit none are not found', async () => {
    const twins = ['Call!', 'Call?'].map((title) => ({
      title,
      startDate: '2026-11-28 10:00',
      endDate: '2026-11-28 11:00',
    }));
    await legacy('create-batch-events', { events: twins });
    const { json } = await legacy('fetch', { id: 'calendar-event-work-call-2026-11-28T10-00-00' });
    const { code, didYouMean } = json.error as { code: string; didYouMean: string[] };
    expect(code).toBe('AMBIGUOUS_TARGET');
    expect(didYouMean).toHaveLength(2);
    expect((await legacy('fetch', { id: didYouMean[0] ?? '' })).failed).toBe(false);
    const none = await legacy('fetch', { id: 'calendar-event-work-dentist-2026-11-24T12-00-00' });
    expect(none.json.error).toMatchObject({ code: 'NOT_FOUND' });
  });
});
