import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import type { Backend } from '../../../src/ports/backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { type Desk, desk, deskOver, event, ics } from '../service-on-memory.js';

const STANDUP = ics(
  ...event(
    'UID:standup@x',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261102T091500',
    'RRULE:FREQ=DAILY;COUNT=60',
    'X-KEEP;A=1:as it is',
  ),
);
const DENTIST = ics(
  ...event('UID:dentist@x', 'SUMMARY:Dentist', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);

interface Row {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly etag?: string;
}

async function rows(d: Desk, filters: unknown, more: Record<string, unknown> = {}): Promise<readonly Row[]> {
  return (await d.read({ query: { type: 'events', filters, limit: 100, ...more } })).data
    .events as readonly Row[];
}

async function one(d: Desk, filters: unknown): Promise<Row> {
  const [row] = await rows(d, filters);
  if (row === undefined) throw new Error('no such row');
  return row;
}

describe('create', () => {
  it('needs a calendar when there are several, and says which', async () => {
    const account = (name: string) => createMemoryBackend({ name, calendars: [{ name, objects: [] }] });
    const d = deskOver([account('Work'), account('Home')]);
    const error = await failureOf(
      d.write({ mutation: { operation: 'create', data: { title: 'Lunch', start: 'tomorrow' } } }),
    );
    expect(error).toMatchObject({
      code: 'AMBIGUOUS_TARGET',
      info: {
        outcome: 'not_applied',
        didYouMean: ['Work', 'Home'],
        example: {
          mutation: { operation: 'create', data: { title: 'Lunch', start: 'tomorrow', calendar: 'Work' } },
        },
      },
    });
    // That one account names a default says nothing about the other.
    const home = account('Home');
    const without: Backend = {
      ...home,
      calendars: async (signal) =>
        (await home.calendars(signal)).map((calendar) => ({ ...calendar, isDefault: false })),
    };
    const lunch = { mutation: { operation: 'create', data: { title: 'Lunch', start: 'tomorrow' } } };
    expect((await failureOf(deskOver([account('Work'), without]).write(lunch))).code).toBe(
      'AMBIGUOUS_TARGET',
    );
  });

  it('gives one event for one idempotencyKey, however often it is called', async () => {
    const d = desk();
    const call = {
      mutation: {
        operation: 'create',
        idempotencyKey: 'k1',
        data: { title: 'Lunch', start: '2026-11-25T12:00', calendar: 'Work' },
      },
    };
    const first = await d.write(call);
    const again = await d.write(call);
    expect(again.data).toMatchObject({ outcome: 'applied', replayed: true, id: first.data.id });
    expect(await rows(d, { title: 'lunch' })).toHaveLength(1);
  });

  it('refuses another event under the same key', async () => {
    const d = desk();
    const call = (title: string) => ({
      mutation: {
        operation: 'create',
        idempotencyKey: 'k1',
        data: { title, start: '2026-11-25T12:00', calendar: 'Work' },
      },
    });
    await d.write(call('Lunch'));
    expect(await failureOf(d.write(call('Dinner')))).toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
      info: { outcome: 'not_applied' },
    });
    expect(await rows(d, { title: 'dinner' })).toEqual([]);
  });

  it('finds the event of a key again when the key was forgotten after the event was written', async () => {
    const objects: string[] = [];
    const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects }] });
    const data = { title: 'Lunch', start: '2026-11-25T12:00' };
    const call = { mutation: { operation: 'create', idempotencyKey: 'k1', data } };
    const first = await deskOver([backend]).write(call);
    const forgetful = deskOver([backend]);
    expect((await forgetful.write(call)).data.id).toBe(first.data.id);
    expect(await rows(forgetful, { title: 'lunch' })).toHaveLength(1);
    const other = { ...call.mutation, idempotencyKey: 'k1', data: { ...data, title: 'Dinner' } };
    const error = await failureOf(deskOver([backend]).write({ mutation: other }));
    expect(error).toMatchObject({ code: 'ALREADY_EXISTS', info: { outcome: 'not_applied' } });
  });

  it('takes an equal call for a repetition', async () => {
    const d = desk();
    const call = {
      mutation: {
        operation: 'create',
        data: { title: 'Lunch', start: '2026-11-25T12:00', calendar: 'Work' },
      },
    };
    await d.write(call);
    expect((await failureOf(d.write(call))).code).toBe('POSSIBLE_DUPLICATE');
    expect(await rows(d, { title: 'lunch' })).toHaveLength(1);
  });

  it('reports what it overlaps, or refuses when told to', async () => {
    const d = desk([DENTIST]);
    const data = { title: 'Lunch', start: '2026-11-24T11:30', durationMinutes: 60, calendar: 'Home' };
    const error = await failureOf(
      d.write({ mutation: { operation: 'create', allowConflicts: false, data } }),
    );
    expect(error).toMatchObject({ code: 'HAS_CONFLICTS', info: { outcome: 'not_applied' } });
    const made = await d.write({ mutation: { operation: 'create', data } });
    expect(made.data.conflicts).toMatchObject([{ title: 'Dentist' }]);
  });

  it('says when the start is not on the rule', async () => {
    const data = {
      title: 'Gym',
      start: '2026-11-24T18:00',
      calendar: 'Work',
      recurrence: { frequency: 'weekly', daysOfWeek: ['wed'] },
    };
    const { meta } = await desk().write({ mutation: { operation: 'create', data } });
    expect(meta.notes).toEqual([expect.stringContaining('not on the rule')]);
    const onRule = { ...data, start: '2026-11-25T18:00' };
    expect(
      (await desk().write({ mutation: { operation: 'create', data: onRule } })).meta.notes,
    ).toBeUndefined();
  });

  it('writes nothing in a dry run', async () => {
    const d = desk();
    const result = await d.write({
      mutation: {
        operation: 'create',
        dryRun: true,
        data: { title: 'Lunch', start: '2026-11-25T12:00', calendar: 'Work' },
      },
    });
    expect(result.data).toMatchObject({ outcome: 'not_applied', dryRun: true, event: { title: 'Lunch' } });
    expect(result.data).not.toHaveProperty('id');
    expect(await rows(d, { title: 'lunch' })).toEqual([]);
  });
});

describe('update', () => {
  it('changes only what it names', async () => {
    const d = desk([STANDUP]);
    const { id } = await one(d, { title: 'standup', when: 'today' });
    await d.write({ mutation: { operation: 'update', id, scope: 'all', changes: { location: 'Room 4' } } });
    const { data } = await d.read({
      query: { type: 'events', format: 'ics', filters: { title: 'standup' } },
    });
    expect(data.ics).toContain('X-KEEP;A=1:as it is');
    expect(data.ics).toContain('LOCATION:Room 4');
  });

  it('asks for the scope of an occurrence and says what each would touch', async () => {
    const d = desk([STANDUP]);
    const { id } = await one(d, { title: 'standup', when: 'today' });
    const error = await failureOf(
      d.write({ mutation: { operation: 'update', id, changes: { title: 'Daily' } } }),
    );
    expect(error.code).toBe('SCOPE_REQUIRED');
    expect(error.info.suggestion).toContain('Mon 2026-11-23T09:00');
  });

  it('touches one occurrence with scope this', async () => {
    const d = desk([STANDUP]);
    const { id } = await one(d, { title: 'standup', when: 'tomorrow' });
    await d.write({
      mutation: { operation: 'update', id, scope: 'this', changes: { start: '2026-11-24T14:00' } },
    });
    const week = await rows(d, { title: 'standup', when: 'this week' });
    expect(week.map(({ start }) => start.slice(8, 16))).toEqual([
      '23T09:00',
      '24T14:00',
      '25T09:00',
      '26T09:00',
      '27T09:00',
      '28T09:00',
      '29T09:00',
    ]);
  });

  it('refuses when the event changed since it was read', async () => {
    const d = desk([DENTIST]);
    const [before] = await rows(d, { title: 'dentist' }, { fields: ['etag'] });
    await d.write({ mutation: { operation: 'update', id: before?.id, changes: { location: 'Main St' } } });
    const error = await failureOf(
      d.write({
        mutation: {
          operation: 'update',
          id: before?.id,
          ifMatch: before?.etag,
          changes: { location: 'Elsewhere' },
        },
      }),
    );
    expect(error).toMatchObject({ code: 'CONFLICT', info: { outcome: 'not_applied' } });
  });

  it('is not in conflict with the occurrences it replaces', async () => {
    const d = desk([STANDUP]);
    const { id } = await one(d, { title: 'standup', when: 'tomorrow' });
    const changes = { durationMinutes: 30 };
    const { data } = await d.write({ mutation: { operation: 'update', id, scope: 'following', changes } });
    expect(data).toMatchObject({ outcome: 'applied', series: { scope: 'following' } });
    expect(data.conflicts).toBeUndefined();
  });

  it('takes back the new part of a split when the old part cannot be written', async () => {
    const b = breakable(
      createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [STANDUP] }] }),
    );
    const d = deskOver([b.backend]);
    const { id } = await one(d, { title: 'standup', when: 'tomorrow' });
    b.failWrite = {
      n: 2,
      error: new CalendarError('UPSTREAM_ERROR', 'The server failed.', { outcome: 'not_applied' }),
      after: false,
    };
    const error = await failureOf(
      d.write({ mutation: { operation: 'update', id, scope: 'following', changes: { title: 'Daily' } } }),
    );
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', info: { outcome: 'not_applied' } });
    expect(await rows(d, { title: 'daily', when: 'any' })).toEqual([]);
    expect(await rows(d, { title: 'standup', when: 'this week' })).toHaveLength(7);
  });
});

describe('delete, restore, undo', () => {
  it('keeps what was deleted, and brings it back as it was', async () => {
    const d = desk([STANDUP]);
    const { id } = await one(d, { title: 'standup', when: 'today' });
    const deleted = await d.write({ mutation: { operation: 'delete', id, scope: 'all' } });
    expect(deleted.data).toMatchObject({ outcome: 'applied', event: { title: 'Standup', day: 'Mon' } });
    expect(await rows(d, { title: 'standup', when: 'today' })).toEqual([]);
    expect(await rows(d, { deleted: true })).toMatchObject([
      { title: 'Standup', deletedAt: '2026-11-23T09:00+01:00' },
    ]);
    await d.write({ mutation: { operation: 'restore', id: deleted.data.id } });
    const { data } = await d.read({
      query: { type: 'events', format: 'ics', filters: { title: 'standup' } },
    });
    expect(data.ics).toContain('X-KEEP;A=1:as it is');
    expect(await rows(d, { deleted: true })).toEqual([]);
  });

  it('removes for good when told to', async () => {
    const d = desk([DENTIST]);
    const { id } = await one(d, { title: 'dentist' });
    expect((await d.write({ mutation: { operation: 'delete', id, soft: false } })).data).toMatchObject({
      recoverable: false,
    });
    expect(await rows(d, { deleted: true })).toEqual([]);
  });

  it('keeps what may have been deleted restorable when the answer was lost', async () => {
    const b = breakable(
      createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [DENTIST] }] }),
    );
    const d = deskOver([b.backend]);
    const { id } = await one(d, { title: 'dentist' });
    const lost = new CalendarError('OUTCOME_UNKNOWN', 'The answer was lost.', { outcome: 'unknown' });
    b.failWrite = { n: 1, error: lost, after: true };
    const error = await failureOf(d.write({ mutation: { operation: 'delete', id } }));
    expect(error.info.outcome).toBe('unknown');
    expect(await rows(d, { title: 'dentist' })).toEqual([]);
    await d.write({ mutation: { operation: 'restore', id } });
    expect(await rows(d, { title: 'dentist' })).toHaveLength(1);
  });

  it('undoes the last write; nobody deleted what undo removes', async () => {
    const d = desk();
    const made = await d.write({
      mutation: {
        operation: 'create',
        data: { title: 'Lunch', start: '2026-11-25T12:00', calendar: 'Work' },
      },
    });
    await d.write({ mutation: { operation: 'undo' } });
    expect(await rows(d, { title: 'lunch' })).toEqual([]);
    expect(await rows(d, { deleted: true })).toEqual([]);
    const error = await failureOf(d.write({ mutation: { operation: 'restore', id: made.data.id } }));
    expect(error.code).toBe('NOT_FOUND');
  });

  it('does not undo over somebody else’s later change, and keeps the entry', async () => {
    const d = desk([DENTIST]);
    const { id } = await one(d, { title: 'dentist' });
    const first = await d.write({ mutation: { operation: 'update', id, changes: { title: 'Tooth' } } });
    await d.write({ mutation: { operation: 'update', id, changes: { location: 'Main St' } } });
    const undoToken = first.data.undoToken;
    expect((await failureOf(d.write({ mutation: { operation: 'undo', undoToken } }))).code).toBe('CONFLICT');
    expect(await rows(d, { title: 'tooth' })).toHaveLength(1);
  });

  it('moves to another calendar and back', async () => {
    const d = desk([DENTIST]);
    const { id } = await one(d, { title: 'dentist' });
    const moved = await d.write({ mutation: { operation: 'move', id, calendar: 'Home' } });
    expect(moved.data).toMatchObject({
      outcome: 'applied',
      event: { calendar: 'Home' },
      changed: { calendar: ['Work', 'Home'] },
    });
    expect(moved.data.id).not.toBe(id);
    await d.write({ mutation: { operation: 'undo' } });
    expect(await one(d, { title: 'dentist', calendar: 'Work' })).toMatchObject({ id });
  });
});

describe('an id of an older list', () => {
  it('leads to the occurrences as they are now', async () => {
    const d = desk([STANDUP]);
    const old = await one(d, { title: 'standup', when: '2026-11-24' });
    const start = '2026-11-24T10:00';
    await d.write({ mutation: { operation: 'update', id: old.id, scope: 'all', changes: { start } } });
    const again = { operation: 'update', id: old.id, scope: 'this', changes: { title: 'x' } };
    const { example } = (await failureOf(d.write({ mutation: again }))).info;
    const { data } = await d.read(example);
    expect((data.events as readonly Row[])[0]?.start).toBe('2026-11-24T10:00+01:00');
    const never = { ...again, id: `${old.id.split('/')[0] ?? ''}/20261345T0900` };
    expect((await failureOf(d.write({ mutation: never }))).code).toBe('NOT_FOUND');
  });
});

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
    };
    const run = d.write({
      mutation: {
        operation: 'batch',
        atomic: true,
        operations: [create('A'), { operation: 'delete', id: 'nothing' }],
      },
    });
    expect((await failureOf(run)).info.outcome).toBe('unknown');
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
