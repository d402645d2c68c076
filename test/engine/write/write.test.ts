import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { desk, deskOver } from '../service-on-memory.js';
import { DENTIST, one, type Row, rows, STANDUP } from './one-desk.js';

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
    expect(data).toMatchObject({ outcome: 'applied', series: { endsOn: '2026-11-23' } });
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
