import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';
import { DENTIST, one, rows, STANDUP } from './one-desk.js';

describe('batch', () => {
  const create = (title: string) => ({
    operation: 'create',
    data: { title, start: '2026-11-25T12:00', calendar: 'Work' },
  });

  it('gives a result for each operation and goes on after a failure', async () => {
    const d = desk();
    const { data } = await d.write({
      mutation: {
        operation: 'batch',
        operations: [create('A'), { operation: 'delete', id: 'nothing' }, create('B')],
      },
    });
    expect(data).toMatchObject({
      outcome: 'partly_applied',
      succeeded: 2,
      failed: 1,
      results: [
        { index: 1, outcome: 'not_applied', error: { code: 'NOT_FOUND' } },
        { index: 0, outcome: 'applied' },
        { index: 2, outcome: 'applied' },
      ],
    });
    await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await rows(d, { calendar: 'Work' })).toEqual([]);
  });

  it('was not applied when none of its operations was, and each failure says where', async () => {
    const d = desk([DENTIST]);
    const { id } = await one(d, { title: 'dentist' });
    const late = { operation: 'update', id, changes: { end: '2026-11-24T09:00' } };
    const operations = [{ operation: 'delete', id: 'nothing' }, late];
    const error = await failureOf(d.write({ mutation: { operation: 'batch', operations } }));
    expect(error.info).toMatchObject({
      outcome: 'not_applied',
      violations: [{ path: '/mutation/operations/0/id' }, { path: '/mutation/operations/1/changes/end' }],
    });
    expect((await failureOf(d.write({ mutation: late }))).info.path).toBe('/mutation/changes/end');
  });

  it('takes everything back when it is atomic', async () => {
    const d = desk([DENTIST]);
    const { id } = await one(d, { title: 'dentist' });
    const operations = [create('A'), { operation: 'delete', id }, { operation: 'delete', id: 'nothing' }];
    const error = await failureOf(d.write({ mutation: { operation: 'batch', atomic: true, operations } }));
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      info: { outcome: 'not_applied', path: '/mutation/operations/2' },
    });
    expect((await rows(d, { calendar: 'Work' })).map(({ title }) => title)).toEqual(['Dentist']);
    expect(await rows(d, { deleted: true })).toEqual([]);
  });

  it('says so when something could not be taken back', async () => {
    const b = breakable(createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] }));
    const d = deskOver([b.backend]);
    b.failWrite = {
      n: 2,
      error: new CalendarError('UPSTREAM_ERROR', 'The server failed.', { outcome: 'not_applied' }),
      after: false,
      onwards: true,
    };
    const run = d.write({
      mutation: { operation: 'batch', atomic: true, operations: [create('A'), create('B')] },
    });
    expect((await failureOf(run)).info.outcome).toBe('unknown');
  });

  it('sends nothing if an operation of an atomic batch cannot be done', async () => {
    const b = breakable(createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] }));
    const run = deskOver([b.backend]).write({
      mutation: {
        operation: 'batch',
        atomic: true,
        operations: [create('A'), { operation: 'delete', id: 'nothing' }],
      },
    });
    expect((await failureOf(run)).info).toMatchObject({
      outcome: 'not_applied',
      path: '/mutation/operations/1',
    });
    expect(b.writes).toBe(0);
  });
});

describe('wrong input', () => {
  it('is told all at once, with a call that would be right', async () => {
    const d = desk();
    const error = await failureOf(
      d.read({ query: { type: 'events', filters: { titel: 'x', when: 'nex week' } } }),
    );
    expect(error.info.violations?.map(({ code, path }) => [code, path])).toEqual([
      ['UNKNOWN_FIELD', '/query/filters/titel'],
      ['INVALID_DATE', '/query/filters/when'],
    ]);
    expect(error.info.example).toEqual({
      query: { type: 'events', filters: { when: 'next week', title: 'x' } },
    });
    await d.read(error.info.example);
  });

  it.each([
    ['an unknown id', { operation: 'delete', id: 'nothing' }, 'NOT_FOUND'],
    [
      'an unknown calendar',
      { operation: 'create', data: { title: 'A', start: 'today', calendar: 'Wrok' } },
      'CALENDAR_NOT_FOUND',
    ],
    [
      'an unreadable date',
      { operation: 'create', data: { title: 'A', start: '2026-02-30', calendar: 'Work' } },
      'INVALID_DATE',
    ],
    [
      'an unknown key',
      { operation: 'create', data: { title: 'A', start: 'today', place: 'B' } },
      'UNKNOWN_FIELD',
    ],
    ['a scope on a series id', { operation: 'delete', id: 'standup@x', scope: 'this' }, 'INVALID_ARGUMENT'],
  ])('%s is an error of its own, and nothing was applied', async (_, mutation, code) => {
    const error = await failureOf(desk([STANDUP]).write({ mutation }));
    expect(error).toMatchObject({ code, info: { outcome: 'not_applied' } });
  });
});

it.each([
  ['2026-12-26T00:00', '2026-12-25'],
  ['2026-12-26T00:00Z', '2026-12-25'],
  ['2026-12-24T00:00', '2026-12-24'],
  ['2026-12-26', '2026-12-26'],
])('ends an all-day event at a new end of %s on %s', async (end, last) => {
  const trip = ics(
    ...event('UID:trip@x', 'SUMMARY:Trip', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261225'),
  );
  for (const timezone of ['Europe/Berlin', 'America/Los_Angeles']) {
    const d = desk([trip]);
    const { id } = await one(d, { when: '2026-12' });
    await d.write({ mutation: { operation: 'update', id, changes: { end, allDay: true }, timezone } });
    expect(await one(d, { when: '2026-12' })).toMatchObject({ start: '2026-12-24', end: last });
  }
});
