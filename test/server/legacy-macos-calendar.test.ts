import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/settings.js';
import { MACOS_CALENDAR } from '../../src/server/legacy/macos-calendar.js';
import { wire } from '../../src/wire.js';
import { call, connect } from './connect.js';

const GOLDEN = new URL('../../fixtures/tools/legacy-macos-calendar.json', import.meta.url);
const roots: string[] = [];

type Json = Record<string, unknown>;

/** A client of a server whose calendars are a copy of another's. */
async function open(from?: string) {
  const root = mkdtempSync(join(tmpdir(), 'calendar-legacy-'));
  roots.push(root);
  const dir = join(root, 'calendars');
  for (const name of ['Personal', 'Work', 'Family & Co']) mkdirSync(join(dir, name), { recursive: true });
  if (from !== undefined) cpSync(join(from, 'calendars'), dir, { recursive: true });
  const env = {
    HOME: root,
    XDG_CONFIG_HOME: root,
    CALENDAR_NOW: '2026-11-24T08:00',
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    CALENDAR_LOG: 'silent',
  };
  const { service } = await wire(loadSettings({ dir, stateDir: join(root, 'state') }, env), '0');
  const { client } = await connect(service, MACOS_CALENDAR);
  return { client, root };
}

/** Everything there is, without what differs from write to write. */
async function everything(client: Client) {
  const query = {
    type: 'events',
    filters: { when: { between: ['2026-11-01', '2026-12-31'] } },
    fields: ['title', 'start', 'end', 'calendar', 'location', 'description', 'recurrence'],
    limit: 500,
  };
  const { json } = await call(client, 'calendar_read', { query });
  const { events } = json.data as { events: Json[] };
  return events.map(({ id: _, ...rest }) => JSON.stringify(rest)).sort();
}

let server: Awaited<ReturnType<typeof open>>;
const legacy = (name: string, args: Json = {}) => call(server.client, name, args);

let template: string;

beforeAll(async () => {
  server = await open();
  template = server.root;
  const create = (data: Json) => ({ operation: 'create', data });
  const operations = [
    create({
      calendar: 'Personal',
      title: 'Dentist',
      start: '2026-11-24T12:00',
      durationMinutes: 45,
      location: 'Kirchstraße',
    }),
    create({ calendar: 'Personal', title: 'Fair', start: '2026-11-23', end: '2026-11-25', allDay: true }),
    create({
      calendar: 'Work',
      title: 'Standup',
      start: '2026-11-23T09:30',
      durationMinutes: 15,
      recurrence: { frequency: 'daily', count: 10 },
    }),
    create({
      calendar: 'Work',
      title: 'Review A',
      start: '2026-11-26',
      allDay: true,
      description: 'the dentist of bugs',
    }),
    create({ calendar: 'Work', title: 'Review B', start: '2026-11-26T00:00', durationMinutes: 30 }),
    create({ calendar: 'Work', title: 'Review C', start: '2026-12-03T10:00', durationMinutes: 30 }),
    create({ calendar: 'Family & Co', title: '会议', start: '2026-11-27T10:00', durationMinutes: 30 }),
  ];
  const { json } = await call(server.client, 'calendar_write', {
    mutation: { operation: 'batch', operations },
  });
  expect(json.data).toMatchObject({ succeeded: operations.length, failed: 0 });
});

beforeEach(async () => {
  server = await open(template);
});

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

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

describe('answers', () => {
  it('list-calendars', async () => {
    const { json, structured } = await legacy('list-calendars');
    expect(json.calendars).toEqual(['Family & Co', 'Personal', 'Work']);
    expect(structured).toEqual(json);
  });

  it('create-event, timed and all-day', async () => {
    const timed = {
      title: 'Tea',
      startDate: '2026-11-24 16:00',
      endDate: '2026-11-24 17:00',
      location: 'Home',
    };
    expect((await legacy('create-event', timed)).json).toMatchObject({
      success: true,
      calendar: 'Personal',
      event: { ...timed, description: '', allDay: false },
    });
    const days = {
      title: 'Trip',
      startDate: '2026-12-01 14:00',
      endDate: '2026-12-03 16:00',
      allDay: true,
      calendar: 'Work',
    };
    expect((await legacy('create-event', days)).json).toMatchObject({ success: true, calendar: 'Work' });
    const now = (await everything(server.client)).map((row) => JSON.parse(row) as Json);
    expect(now).toContainEqual({
      title: 'Tea',
      start: '2026-11-24T16:00+01:00',
      end: '2026-11-24T17:00+01:00',
      calendar: 'Personal',
      location: 'Home',
    });
    expect(now).toContainEqual({ title: 'Trip', start: '2026-12-01', end: '2026-12-03', calendar: 'Work' });
  });

  it('create-batch-events, with what failed', async () => {
    const good = { title: 'One', startDate: '2026-12-08 10:00', endDate: '2026-12-08 11:00' };
    const backwards = { title: 'Two', startDate: '2026-12-08 10:00', endDate: '2026-12-08 10:00' };
    const { json } = await legacy('create-batch-events', { events: [good, { ...good, title: 'Three' }] });
    expect(json).toMatchObject({
      successCount: 2,
      failCount: 0,
      calendar: 'Work',
      results: [
        { success: true, ...good, allDay: false },
        { success: true, title: 'Three' },
      ],
    });
    const refused = await legacy('create-batch-events', {
      events: [good, { ...backwards, endDate: '2026-12-08 09:00' }],
    });
    expect(refused.failed).toBe(true);
    expect(refused.json).toMatchObject({ outcome: 'not_applied' });
  });

  it('list-today-events', async () => {
    const { json } = await legacy('list-today-events');
    expect(json).toMatchObject({
      calendar: 'Personal',
      events: [
        {
          title: 'Fair',
          startDate: '2026-11-23 00:00',
          endDate: '2026-11-25 00:00',
          description: '',
          location: '',
        },
        {
          title: 'Dentist',
          startDate: '2026-11-24 12:00',
          endDate: '2026-11-24 12:45',
          location: 'Kirchstraße',
        },
      ],
    });
  });

  it('list-week-events: seven days from the date', async () => {
    const { json } = await legacy('list-week-events', { weekStart: '2026-11-26' });
    expect(json).toMatchObject({ calendar: 'Work', weekStart: '2026-11-26' });
    const titles = (json.events as Json[]).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Standup')).toHaveLength(7);
    expect(titles).toContain('Review A');
    expect(titles).not.toContain('Review C');
  });

  it('search-events: title, notes and place, at any time', async () => {
    const far = { title: 'Dentist again', startDate: '2031-01-07 10:00', endDate: '2031-01-07 11:00' };
    await legacy('create-event', far);
    const { json } = await legacy('search-events', { query: 'DENTIST' });
    expect(json).toMatchObject({ calendar: 'Personal', query: 'DENTIST' });
    expect((json.events as Json[]).map(({ title }) => title).sort()).toEqual(['Dentist', 'Dentist again']);
    const work = await legacy('search-events', { query: 'dentist', calendar: 'Work' });
    expect(work.json.events).toMatchObject([{ title: 'Review A' }]);
    expect((await legacy('search-events', { query: 'nothing like it' })).json.events).toEqual([]);
  });

  it('delete-events-by-keyword only with confirm', async () => {
    const before = await everything(server.client);
    const asked = await legacy('delete-events-by-keyword', { keyword: 'review' });
    expect(asked.failed).toBe(true);
    expect(asked.json).toMatchObject({
      requiresConfirmation: true,
      keyword: 'review',
      calendar: 'Work',
      matches: 3,
      outcome: 'not_applied',
      suggestion: expect.stringContaining('confirm: true'),
    });
    expect(await everything(server.client)).toEqual(before);
    const { json } = await legacy('delete-events-by-keyword', { keyword: 'review', confirm: true });
    expect(json).toMatchObject({ deletedCount: 3, keyword: 'review', calendar: 'Work' });
    expect((await everything(server.client)).join()).not.toContain('Review');
    const series = await legacy('delete-events-by-keyword', { keyword: 'standup', confirm: true });
    expect(series.json).toMatchObject({ deletedCount: 1 });
    expect((await everything(server.client)).join()).not.toContain('Standup');
    const none = await legacy('delete-events-by-keyword', { keyword: 'standup', confirm: true });
    expect(none.json).toMatchObject({ deletedCount: 0 });
  });

  it('fix-event-times touches only that day', async () => {
    const corrections = [
      { keyword: 'review', newStartTime: '14:00', newEndTime: '15:30' },
      { keyword: 'standup', newStartTime: '10:00', newEndTime: '10:10' },
      { keyword: 'nothing', newStartTime: '10:00', newEndTime: '10:10' },
    ];
    const { json } = await legacy('fix-event-times', {
      calendar: 'Work',
      datePattern: '2026-11-26',
      corrections,
    });
    expect(json).toMatchObject({
      successCount: 3,
      failCount: 0,
      calendar: 'Work',
      datePattern: '2026-11-26',
      results: [
        { keyword: 'review', fixedCount: 2, newStartTime: '14:00', newEndTime: '15:30' },
        { keyword: 'standup', fixedCount: 1 },
        { keyword: 'nothing', fixedCount: 0, error: expect.any(String) },
      ],
    });
    const rows = (await everything(server.client)).map((row) => JSON.parse(row) as Json);
    const starts = (title: string) =>
      rows
        .filter((row) => row.title === title)
        .map(({ start }) => start)
        .sort();
    expect(starts('Review A')).toEqual(['2026-11-26T14:00+01:00']);
    expect(starts('Review B')).toEqual(['2026-11-26T14:00+01:00']);
    expect(starts('Review C')).toEqual(['2026-12-03T10:00+01:00']);
    expect(starts('Standup').filter((start) => String(start).includes('T10:00'))).toEqual([
      '2026-11-26T10:00+01:00',
    ]);
    expect(starts('Standup')).toHaveLength(10);
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
