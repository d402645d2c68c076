import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { desk, deskOver } from '../service-on-memory.js';
import { DENTIST, rows } from './one-desk.js';

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

  it('makes the event of a key again after an undo', async () => {
    const d = desk();
    const data = { title: 'Lunch', start: '2026-11-25T12:00', calendar: 'Work' };
    const call = { mutation: { operation: 'create', data, idempotencyKey: 'k1' } };
    for (const _ of [1, 2, 3]) {
      const { data: made } = await d.write(call);
      expect(made).toMatchObject({ outcome: 'applied', undoToken: expect.any(String) });
      expect(made).not.toHaveProperty('replayed');
      expect((await d.write(call)).data).toMatchObject({ replayed: true, id: made.id });
      await d.write({ mutation: { operation: 'undo', undoToken: made.undoToken } });
    }
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
    const { data: made, meta } = await desk().write({ mutation: { operation: 'create', data } });
    expect(meta.notes).toEqual([expect.stringContaining('does not match the rule')]);
    expect(made.event).toMatchObject({ recurrence: 'every week on Wednesday' });
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
