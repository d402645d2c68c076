import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { call } from './connect.js';
import { eachOnNewServer, everything, type Json, legacy, open, server } from './legacy-server.js';

eachOnNewServer();

const GOLDEN = new URL('../../fixtures/tools/legacy-macos-calendar.json', import.meta.url);

describe('tools/list', () => {
  it('of the profile is the recorded one, after the five', async () => {
    const { tools } = await server.client.listTools();
    const profile = tools.slice(5);
    if (process.env.UPDATE_FIXTURES) await writeFile(GOLDEN, JSON.stringify(profile, undefined, 2));
    expect(profile).toEqual(JSON.parse(await readFile(GOLDEN, 'utf8')));
    expect(tools.slice(0, 5).map(({ name }) => name)).toContain('search');
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });
});

describe('_migration', () => {
  const event = {
    title: 'Tea',
    startDate: '2026-11-24 16:00',
    endDate: '2026-11-24 17:00',
    description: 'Earl Grey',
  };
  it.each<[string, Json]>([
    ['list-calendars', {}],
    ['create-event', { ...event, calendar: 'Work' }],
    ['create-event', { ...event, allDay: true }],
    ['create-batch-events', { events: [event, { ...event, title: 'Cake' }] }],
    ['delete-events-by-keyword', { keyword: 'Review', confirm: true }],
    ['delete-events-by-keyword', { keyword: 'nothing like it', confirm: true }],
    ['list-today-events', {}],
    ['list-week-events', { weekStart: '2026-11-23' }],
    ['search-events', { query: 'dentist' }],
    [
      'fix-event-times',
      {
        calendar: 'Work',
        datePattern: '2026-11-26',
        corrections: [{ keyword: 'Review', newStartTime: '09:00', newEndTime: '10:00' }],
      },
    ],
  ])('of %s %j is the call that does the same', async (name, args) => {
    const twin = await open(server.root);
    const { json } = await legacy(name, args);
    const { deprecated, replacement, example } = json._migration as {
      deprecated: boolean;
      replacement: string;
      example: { name: string; arguments: Json };
    };
    expect(deprecated).toBe(true);
    expect(example.name).toBe(replacement);
    const same = await call(twin.client, example.name, example.arguments);
    expect(same.failed).toBe(false);
    expect(await everything(twin.client)).toEqual(await everything(server.client));
    const { events = [] } = json as { events?: Json[] };
    const rows = ((same.json.data as Json).events ?? []) as Json[];
    if (events.length > 0) expect(rows.map(({ title }) => title)).toEqual(events.map(({ title }) => title));
  });

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
