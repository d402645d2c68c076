import { describe, expect, it } from 'vitest';
import { call, connect } from '../../server/connect.js';
import { failureOf } from '../../thrown.js';
import { deskOver, serviceOver } from '../service-on-memory.js';
import {
  ALL,
  AT_NINE,
  account,
  breakFamily,
  CALENDARS,
  eachOnNewServer,
  FAILED,
  repair,
  server,
  titles,
} from './unlisted-account.js';

eachOnNewServer();

const COULD_NOT = expect.stringContaining('could not be read');

describe.each([
  ['asked directly', false],
  ['with a copy', true],
])('a calendar over which its server fails from the start, %s', (_, copied) => {
  const desk = (settings = {}) => deskOver([account(copied)], settings);

  it('is named by its address in answers about all calendars, and the others are used', async () => {
    breakFamily();
    const { data, meta } = await desk().read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({
      sources: [{ calendar: 'family', ...FAILED }],
      notes: [COULD_NOT],
    });
    const one = await desk().read({ query: { type: 'events', filters: { ...AT_NINE, calendar: 'Work' } } });
    expect(one.meta).not.toHaveProperty('sources');
    expect(one.meta).not.toHaveProperty('notes');
  });

  it('is no calendar in the list of them, and named beside it', async () => {
    breakFamily();
    const { data, meta } = await desk().read(CALENDARS);
    expect(data.calendars).toMatchObject([{ name: 'Work' }]);
    expect(meta).toMatchObject({
      total: 1,
      sources: [{ calendar: 'family', ...FAILED }],
      notes: [COULD_NOT],
    });
    const named = desk().read({ query: { type: 'calendars', filters: { calendar: 'family' } } });
    expect(await failureOf(named)).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('may be the one that was asked for by a name nobody knows', async () => {
    breakFamily();
    const error = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'Family 2' } } }),
    );
    expect(error).toMatchObject({ code: 'CALENDAR_NOT_FOUND', retryable: true });
    expect(error.message).toContain('could be listed');
    expect(error.info.suggestion).toContain('could not be listed');
    repair();
    const sure = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'Family 2' } } }),
    );
    expect(sure).toMatchObject({ code: 'CALENDAR_NOT_FOUND', retryable: false });
  });

  it('fails by name, and takes no writes', async () => {
    breakFamily();
    const asked = await failureOf(
      desk().read({ query: { type: 'events', filters: { calendar: 'family' } } }),
    );
    expect(asked).toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true });
    expect(asked.info.suggestion).toContain('other calendars');
    const create = {
      operation: 'create',
      data: { title: 'New', start: '2026-11-24T12:00', calendar: 'family' },
    };
    const written = await failureOf(desk().write({ mutation: create }));
    expect([written.code, written.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    // It may be the one that new events go to, so none is chosen; and it is not one to choose.
    const anywhere = { operation: 'create', data: { title: 'New', start: '2026-11-24T12:00' } };
    const open = await failureOf(desk().write({ mutation: anywhere }));
    expect([open.code, open.info.didYouMean]).toEqual(['AMBIGUOUS_TARGET', ['Work']]);
    const rename = { target: 'calendar', operation: 'update', id: 'family', changes: { title: 'Kin' } };
    const renamed = await failureOf(desk().write({ mutation: rename }));
    expect([renamed.code, renamed.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(server.requests.map(({ method }) => method)).not.toContain('PUT');
    expect(server.requests.map(({ method }) => method)).not.toContain('PROPPATCH');
  });

  it('leaves it open whether a time is free', async () => {
    breakFamily();
    const free = { type: 'availability', params: { durationMinutes: 30, attendees: ['me@example.com'] } };
    const { data, meta } = await desk().analyze({ analysis: { ...free, scope: { when: '2026-11-25' } } });
    expect(JSON.stringify(data)).toContain('could not be read');
    expect(meta).toMatchObject({ sources: [{ calendar: 'family', ...FAILED }] });
    const busy = await desk().read({ query: { type: 'freebusy', filters: AT_NINE } });
    expect(busy.meta).toMatchObject({ sources: [{ calendar: 'family', ...FAILED }] });
    const event = { title: 'New', start: '2026-11-25T12:00', calendar: 'Work' };
    const made = await desk().write({ mutation: { operation: 'create', data: event } });
    expect(made).toMatchObject({
      data: { outcome: 'applied' },
      meta: { sources: [{ calendar: 'family', ...FAILED }], notes: [COULD_NOT] },
    });
    const strict = {
      operation: 'create',
      data: { ...event, start: '2026-11-26T12:00' },
      allowConflicts: false,
    };
    expect(await failureOf(desk().write({ mutation: strict }))).toMatchObject({
      code: 'UPSTREAM_ERROR',
      info: { outcome: 'not_applied', path: '/mutation/allowConflicts', details: { unread: ['family'] } },
    });
  });

  it('is told of by status, sync and a search that found nothing', async () => {
    breakFamily();
    const calendars = [
      { name: 'Work', writable: true },
      { name: 'family', error: { code: 'UPSTREAM_ERROR' } },
    ];
    const status = await desk().analyze({ analysis: { type: 'status' } });
    expect(status.data.accounts).toMatchObject([{ account: 'account', state: 'partly', calendars }]);
    const sync = await desk().write({ mutation: { operation: 'sync' } });
    const [work, family] = [...(sync.data.calendars as object[])];
    expect(work).not.toHaveProperty('error');
    expect(family).toMatchObject({ calendar: 'family', error: { code: 'UPSTREAM_ERROR' } });
    expect(await failureOf(desk().search('birthday'))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect((await desk().search('meeting')).results).toHaveLength(1);
  });

  it('may be the one this server is restricted to', async () => {
    breakFamily();
    const error = await failureOf(desk({ calendar: 'Relatives' }).read(ALL));
    expect([error.code, error.message]).toEqual(['UPSTREAM_ERROR', FAILED.message]);
  });

  it('comes back by itself', async () => {
    breakFamily();
    const same = desk();
    await same.read(ALL);
    repair();
    const { data, meta } = await same.read(ALL);
    expect(titles(data)).toEqual(['Birthday', 'Meeting']);
    expect(meta).not.toHaveProperty('notes');
  });
});

describe('a calendar that was there before, asked directly', () => {
  it('keeps its name, and answers by it', async () => {
    const desk = deskOver([account(false)]);
    await desk.read(ALL);
    breakFamily();
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }] });
    const list = await desk.read(CALENDARS);
    expect(list.data.calendars).toMatchObject([{ name: 'Family' }, { name: 'Work' }]);
    expect(list.meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }] });
    const named = desk.read({ query: { type: 'events', filters: { ...AT_NINE, calendar: 'Family' } } });
    expect(await failureOf(named)).toMatchObject({ code: 'UPSTREAM_ERROR' });
    repair();
    expect(titles((await desk.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
  });
});

describe('an MCP client', () => {
  it('is told what could not be read beside what could', async () => {
    breakFamily();
    const { client } = await connect(serviceOver([account(false)]));
    const all = await call(client, 'calendar_read', ALL);
    expect(all).toMatchObject({
      failed: false,
      json: {
        data: { events: [{ title: 'Meeting' }] },
        meta: { sources: [{ calendar: 'family', ...FAILED }], notes: [COULD_NOT] },
      },
    });
    const named = { query: { type: 'events', filters: { calendar: 'family' } } };
    expect(await call(client, 'calendar_read', named)).toMatchObject({
      failed: true,
      json: { error: { code: 'UPSTREAM_ERROR', retryable: true, suggestion: expect.any(String) } },
    });
  });
});
