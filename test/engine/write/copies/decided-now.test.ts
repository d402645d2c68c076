// @module-tag slow
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { eventText } from '../../../backends/caldav/event-text.js';
import { mirroredAccount } from '../../../backends/mirror/account.js';
import { type SyncServer, startSyncServer } from '../../../backends/mirror/sync-server.js';
import { openStore } from '../../../state/mirror/open-store.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, deskOver } from '../../service-on-memory.js';

/** A calendar with "Dentist" on 24 November, a copy of it that was just compared, and another client. */
let server: SyncServer;
let on: Desk;
let careful: Desk;

const at = (hour: string): readonly string[] => [
  `DTSTART:20261125T${hour}0000Z`,
  `DTEND:20261125T${hour}3000Z`,
];
const titles = (): readonly string[] =>
  [...server.stored().values()].map((ics) => /SUMMARY:(.*?)\r/.exec(ics)?.[1] ?? '').sort();
const write = (mutation: Record<string, unknown>) => on.write({ mutation });
const events = (filters: unknown) =>
  on.read({ query: { type: 'events', filters, fields: ['title', 'start', 'location'] } });

function isDead(): void {
  server.fault = ({ answer }) => {
    answer({ status: 503, headers: { 'Retry-After': '60' } });
    return true;
  };
}

beforeEach(async () => {
  server = await startSyncServer();
  const opened = await openStore();
  const account = mirroredAccount(server, opened);
  onTestFinished(async () => {
    await account.close();
    opened.close();
    await server.close();
  });
  on = deskOver([account]);
  careful = deskOver([account], { policy: POLICIES.careful });
  server.put('dentist.ics', eventText('dentist', 'Dentist'));
  await on.write({ mutation: { operation: 'sync' } });
  await events({ when: 'this week' });
  server.asked();
});

describe('a write that is decided by what is there', () => {
  it('sees a conflict that another client has just made', async () => {
    server.put('board.ics', eventText('board', 'Board meeting', at('14')));
    const data = { title: 'Call', start: '2026-11-25T15:00', calendar: 'cal' };
    const failure = await failureOf(write({ operation: 'create', data, allowConflicts: false }));
    expect(failure).toMatchObject({ code: 'HAS_CONFLICTS', info: { outcome: 'not_applied' } });
    expect(titles()).toEqual(['Board meeting', 'Dentist']);
  });

  it('with filters and each, changes all that match now', async () => {
    server.put('second.ics', eventText('second', 'Dentist', at('10')));
    const deleted = await write({ operation: 'delete', filters: { title: 'Dentist' }, each: true });
    expect(deleted.data).toMatchObject({ succeeded: 2 });
    expect(titles()).toEqual([]);
  });

  it('with filters, is refused where another matches now', async () => {
    server.put('second.ics', eventText('second', 'Dentist', at('10')));
    const failure = await failureOf(write({ operation: 'delete', filters: { title: 'Dentist' } }));
    expect(failure.code).toBe('AMBIGUOUS_TARGET');
    expect(titles()).toEqual(['Dentist', 'Dentist']);
  });

  it('picks the last of those that are there now', async () => {
    server.put('second.ics', eventText('second', 'Dentist', at('10')));
    await write({
      operation: 'update',
      filters: { title: 'Dentist' },
      pick: 'last',
      changes: { title: 'Moved' },
    });
    expect(server.stored().get('second.ics')).toContain('SUMMARY:Moved');
    expect(server.stored().get('dentist.ics')).toContain('SUMMARY:Dentist');
  });

  it('finds what came a moment ago, and does not say that nothing similar is there', async () => {
    server.put('new.ics', eventText('new', 'Physiotherapy', at('10')));
    const { data } = await write({ operation: 'delete', filters: { title: 'Physiotherapy' } });
    expect(data.outcome).toBe('applied');
    server.put('other.ics', eventText('other', 'Haircut', at('10')));
    const failure = await failureOf(
      write({ operation: 'delete', filters: { title: 'Haircut', when: '2026-11-24' } }),
    );
    expect(failure.info.details).toMatchObject({ nearest: [{ title: 'Haircut' }] });
  });

  it('is not done to what is gone', async () => {
    server.remove('dentist.ics');
    const failure = await failureOf(
      write({ operation: 'update', filters: { title: 'Dentist' }, changes: { title: 'X' } }),
    );
    expect(failure.code).toBe('NOT_FOUND');
  });

  it('with a key, makes again what another client has deleted', async () => {
    const call = {
      operation: 'create',
      data: { title: 'Call', start: '2026-11-25T15:00', calendar: 'cal' },
      idempotencyKey: 'call-1',
    };
    await write(call);
    await events({ when: 'this week' });
    const [name] = [...server.stored().keys()].filter((one) => one !== 'dentist.ics');
    server.remove(name ?? '');
    expect((await write(call)).data).not.toHaveProperty('replayed');
    expect(titles()).toEqual(['Call', 'Dentist']);
  });

  it('by id, stores what a copy says is so already', async () => {
    const id = (await events({ title: 'Dentist' })).data.events as { id: string }[];
    server.put('dentist.ics', eventText('dentist', 'Renamed'));
    await write({ operation: 'update', id: id[0]?.id, changes: { title: 'Dentist' } });
    expect(titles()).toEqual(['Dentist']);
  });

  it('imports what is no longer there', async () => {
    server.remove('dentist.ics');
    const { data } = await write({
      operation: 'import',
      calendar: 'cal',
      ics: eventText('dentist', 'Dentist'),
    });
    expect(data).toMatchObject({ imported: 1 });
    expect(titles()).toEqual(['Dentist']);
  });
});

describe('a dry run', () => {
  it('shows what the write would do to what is there now', async () => {
    server.put('dentist.ics', eventText('dentist', 'Dentist', at('11')));
    const { data } = await write({
      ...{ operation: 'update', filters: { title: 'Dentist' }, changes: { title: 'Tooth' } },
      dryRun: true,
    });
    expect(data).toMatchObject({ event: { title: 'Tooth', start: '2026-11-25T12:00+01:00' } });
  });

  it('by id, too', async () => {
    const rows = (await events({ title: 'Dentist' })).data.events as { id: string }[];
    server.put('dentist.ics', eventText('dentist', 'Dentist', ['LOCATION:Upstairs']));
    const { data } = await write({
      ...{ operation: 'update', id: rows[0]?.id, changes: { location: 'Downstairs' } },
      dryRun: true,
    });
    expect(data).toMatchObject({ changed: { location: ['Upstairs', 'Downstairs'] } });
  });

  it.each([
    [
      'an update with filters',
      { operation: 'update', filters: { title: 'Dentist' }, changes: { title: 'X' } },
    ],
    ['a create', { operation: 'create', data: { title: 'X', start: '2026-11-25T15:00', calendar: 'cal' } }],
    [
      'an all-day create',
      { operation: 'create', data: { title: 'X', start: '2026-11-25', calendar: 'cal' } },
    ],
    ['a deletion', { operation: 'delete', filters: { title: 'Dentist' } }],
    ['an import', { operation: 'import', calendar: 'cal', ics: eventText('new', 'New') }],
  ])('of %s fails as the write does where the server cannot be reached', async (_, mutation) => {
    isDead();
    const dry = await failureOf(write({ ...mutation, dryRun: true }));
    expect(dry).toMatchObject({ code: 'UNAVAILABLE', info: { outcome: 'not_applied' } });
    expect((await failureOf(write(mutation))).code).toBe(dry.code);
  });
});

it.each([
  ['an all-day create', { operation: 'create', data: { title: 'X', start: '2026-11-25', calendar: 'cal' } }],
  ['an update', { operation: 'update', filters: { title: 'Dentist' }, changes: { title: 'X' } }],
])('a dry run of %s without a copy fails where the server cannot be reached', async (_, mutation) => {
  const account = createCalDavBackend({
    ...{ name: 'account', url: server.origin, username: 'alice', password: 'secret' },
  });
  onTestFinished(() => account.close());
  on = deskOver([account]);
  careful = deskOver([account], { policy: POLICIES.careful });
  expect((await write({ ...mutation, dryRun: true })).data).toMatchObject({ dryRun: true });
  isDead();
  expect((await failureOf(write({ ...mutation, dryRun: true }))).code).toBe('UNAVAILABLE');
});

it('several writes in one call compare once', async () => {
  const change = (title: string) => ({
    operation: 'update',
    filters: { title },
    changes: { location: title },
  });
  server.put('two.ics', eventText('two', 'Two', at('10')));
  await write({ operation: 'batch', operations: [change('Dentist'), change('Two')] });
  expect(server.asked().filter((name) => name === 'PROPFIND')).toHaveLength(1);
});

it('a write by id asks for no more than before', async () => {
  const rows = (await events({ title: 'Dentist' })).data.events as { id: string }[];
  server.asked();
  await write({ operation: 'update', id: rows[0]?.id, changes: { title: 'Tooth' } });
  expect(server.asked()).toEqual(['PUT', 'GET']);
});

it('a write that the policy may have something to say about asks for no more', async () => {
  const rows = (await events({ title: 'Dentist' })).data.events as { id: string }[];
  server.asked();
  await careful.write({
    mutation: { operation: 'update', id: rows[0]?.id, changes: { description: 'Bring the card' } },
  });
  expect(server.asked()).toEqual(['PUT', 'GET']);
});

describe('a calendar that another client has just made or renamed', () => {
  beforeEach(() => {
    server.calendars.set('/home/new/', 'New').set('/home/other/', 'Elsewhere');
  });

  it('is in an answer with refresh, and what is in it', async () => {
    const listed = await on.read({ query: { type: 'calendars', refresh: true } });
    expect(listed.data).toMatchObject({
      calendars: [{ name: 'cal' }, { name: 'Elsewhere' }, { name: 'New' }],
    });
    expect(server.asked()).toEqual(['PROPFIND']);
    const { meta } = await on.read({
      query: { type: 'events', refresh: true, filters: { calendar: 'New' } },
    });
    expect(meta).toMatchObject({ total: 0 });
    expect(server.asked()).toContain('PROPFIND');
  });

  it.each(['New', 'Elsewhere'])('is found by a write and a question that name it: %s', async (calendar) => {
    const data = { title: 'Call', start: '2026-11-25T15:00', calendar };
    expect((await write({ operation: 'create', data })).data).toMatchObject({ event: { calendar } });
    server.calendars.set('/home/new/', 'Again').set('/home/other/', 'Again too');
    for (const name of ['Again', 'Again too']) {
      server.calendars.set(`/home/${name}/`, `${name} new`);
      const { meta } = await events({ calendar: `${name} new` });
      expect(meta).toMatchObject({ total: 0 });
    }
  });

  it('is found in a batch, in filters, as the aim of a change, and in a dry run', async () => {
    const data = { title: 'Call', start: '2026-11-25T15:00', calendar: 'New' };
    const many = await write({
      operation: 'batch',
      operations: [{ operation: 'create', data }],
      dryRun: true,
    });
    expect(many.data).toMatchObject({ succeeded: 1 });
    server.calendars.set('/home/third/', 'Third').set('/home/fourth/', 'Fourth');
    const none = await failureOf(write({ operation: 'delete', filters: { title: 'X', calendar: 'Third' } }));
    expect(none.code).toBe('NOT_FOUND');
    const moved = await write({
      ...{ operation: 'update', filters: { title: 'Dentist' }, changes: { calendar: 'Fourth' } },
      dryRun: true,
    });
    expect(moved.data).toMatchObject({ event: { calendar: 'Fourth' } });
  });

  it('has a name that is taken', async () => {
    const failure = await failureOf(
      write({ operation: 'create', target: 'calendar', data: { title: 'New' } }),
    );
    expect(failure.code).toBe('ALREADY_EXISTS');
  });

  it('is one request more where there is none', async () => {
    const data = { title: 'Call', start: '2026-11-25T15:00', calendar: 'Nowhere' };
    expect((await failureOf(write({ operation: 'create', data }))).code).toBe('CALENDAR_NOT_FOUND');
    expect(server.asked()).toEqual(['PROPFIND']);
  });
});

it('a dry run of a change of calendars fails as the change does where the server cannot be reached', async () => {
  isDead();
  const mutation = { operation: 'create', target: 'calendar', data: { title: 'New' } };
  const dry = await failureOf(write({ ...mutation, dryRun: true }));
  expect(dry).toMatchObject({ code: 'UNAVAILABLE', info: { outcome: 'not_applied' } });
});

it('a write into a calendar that is gone was not done, and the next question lists the calendars anew', async () => {
  const data = { title: 'Call', start: '2026-11-25T15:00', calendar: 'other' };
  server.calendars.delete('/home/other/');
  server.fault = ({ request, answer }) => {
    const isGone = request.url.startsWith('/home/other/');
    if (isGone) answer({ status: request.method === 'PUT' ? 409 : 404 });
    return isGone;
  };
  const failure = await failureOf(write({ operation: 'create', data }));
  expect(failure).toMatchObject({ code: 'CALENDAR_NOT_FOUND', info: { outcome: 'not_applied' } });
  const { data: now } = await on.read({ query: { type: 'calendars' } });
  expect(now).toMatchObject({ calendars: [{ name: 'cal' }] });
});
